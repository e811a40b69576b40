CREATE TABLE communities (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    provider text NOT NULL,
    external_id text NOT NULL,
    name text NOT NULL DEFAULT '' CHECK (char_length(name) <= 100),
    language text NOT NULL DEFAULT '' CHECK (language IN ('', 'en', 'es')),
    time_zone text NOT NULL DEFAULT 'UTC',
    games text[] NOT NULL DEFAULT '{}',
    daily_channel text,
    daily_hour smallint NOT NULL DEFAULT 9 CHECK (daily_hour BETWEEN 0 AND 23),
    board_channel text,
    next_daily_at timestamptz,
    next_week_at timestamptz,
    CONSTRAINT communities_unique UNIQUE (provider, external_id)
);
CREATE INDEX communities_by_daily ON communities (next_daily_at) WHERE next_daily_at IS NOT NULL;
CREATE INDEX communities_by_week ON communities (next_week_at) WHERE next_week_at IS NOT NULL;
COMMENT ON TABLE communities IS 'Places whose people use Tablero together, for example Discord servers';
COMMENT ON COLUMN communities.name IS 'As its people call it; empty if nobody has said';
COMMENT ON COLUMN communities.language IS 'Of what is posted there; empty to follow the front end';
COMMENT ON COLUMN communities.time_zone IS 'A name of the IANA database';
COMMENT ON COLUMN communities.games IS 'Of which its daily problem may be; empty for all';
COMMENT ON COLUMN communities.daily_channel IS 'Where the daily problem is posted, as the provider calls it; null for none';
COMMENT ON COLUMN communities.daily_hour IS 'When, in its time zone';
COMMENT ON COLUMN communities.board_channel IS 'Where the week is summed up; null for nowhere';
COMMENT ON COLUMN communities.next_daily_at IS 'When the next daily problem is due; null for never';
COMMENT ON COLUMN communities.next_week_at IS 'When the next week is summed up; null for never';

INSERT INTO communities (provider, external_id) SELECT DISTINCT provider, external_id FROM community_members;
ALTER TABLE community_members ADD FOREIGN KEY (provider, external_id) REFERENCES communities (provider, external_id) ON DELETE CASCADE;
ALTER TABLE community_members ADD COLUMN hidden boolean NOT NULL DEFAULT false;
ALTER TABLE community_members ADD COLUMN seen_on date NOT NULL DEFAULT DATE '1970-01-01';
COMMENT ON COLUMN community_members.hidden IS 'Whether this person is on none of the community''s boards';
COMMENT ON COLUMN community_members.seen_on IS 'The last day in UTC on which the person used Tablero there';

ALTER TABLE profiles ADD COLUMN hidden boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN profiles.hidden IS 'Whether this person is on no board at all';

CREATE TABLE posts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    community_id uuid NOT NULL REFERENCES communities ON DELETE CASCADE,
    kind text NOT NULL CHECK (kind IN ('board', 'week', 'notice', 'daily', 'daily_end', 'tourney', 'tourney_end')),
    subject text NOT NULL,
    channel text NOT NULL,
    creator_id uuid REFERENCES profiles ON DELETE SET NULL,
    message text,
    shown bytea,
    changed_at timestamptz,
    due_at timestamptz,
    leased_until timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    stopped text,
    CONSTRAINT posts_unique UNIQUE (community_id, kind, subject, channel)
);
CREATE INDEX posts_due ON posts (due_at) WHERE due_at IS NOT NULL AND stopped IS NULL;
CREATE INDEX posts_leased ON posts (leased_until) WHERE leased_until IS NOT NULL;
CREATE INDEX posts_by_kind ON posts (kind, community_id) WHERE stopped IS NULL;
COMMENT ON TABLE posts IS 'Messages that front ends keep in channels';
COMMENT ON COLUMN posts.subject IS 'What it is about: which board, which week, which day';
COMMENT ON COLUMN posts.channel IS 'As the provider calls it; of a notice the person who is told';
COMMENT ON COLUMN posts.creator_id IS 'Who wanted it, and is told if it cannot go on';
COMMENT ON COLUMN posts.message IS 'The message as the provider calls it, once it is there';
COMMENT ON COLUMN posts.shown IS 'SHA-256 of what the message shows';
COMMENT ON COLUMN posts.changed_at IS 'When the message was last written';
COMMENT ON COLUMN posts.due_at IS 'When somebody shall look whether it has to be written; null if nothing has happened';
COMMENT ON COLUMN posts.leased_until IS 'Until then one front end has it in hand';
COMMENT ON COLUMN posts.attempts IS 'How often it failed in a row';
COMMENT ON COLUMN posts.stopped IS 'Why it is not kept any more';

CREATE TABLE weeks (
    community_id uuid NOT NULL REFERENCES communities ON DELETE CASCADE,
    starts date NOT NULL,
    kind text NOT NULL CHECK (kind IN ('rating', 'solved', 'streak', 'week')),
    place integer NOT NULL,
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    value double precision NOT NULL,
    PRIMARY KEY (community_id, starts, kind, place)
);
CREATE INDEX weeks_by_profile ON weeks (profile_id);
COMMENT ON TABLE weeks IS 'How a community stood at the end of a week: the first hundred by rating, by problems solved, by streak, and by problems solved in that week';
COMMENT ON COLUMN weeks.starts IS 'Its Monday';
