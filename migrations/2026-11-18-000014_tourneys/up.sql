CREATE TABLE tourneys (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    title text NOT NULL CHECK (char_length(title) BETWEEN 1 AND 80),
    state text NOT NULL DEFAULT 'announced' CHECK (state IN ('announced', 'running', 'ended', 'cancelled')),
    starts_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL CHECK (ends_at > starts_at),
    creator_id uuid REFERENCES profiles ON DELETE SET NULL,
    host_id uuid NOT NULL REFERENCES communities ON DELETE CASCADE,
    host_channel text NOT NULL,
    guest_id uuid REFERENCES communities ON DELETE SET NULL CHECK (guest_id <> host_id),
    guest_channel text
);
CREATE INDEX tourneys_by_host ON tourneys (host_id, starts_at);
CREATE INDEX tourneys_by_guest ON tourneys (guest_id, starts_at) WHERE guest_id IS NOT NULL;
CREATE INDEX tourneys_to_start ON tourneys (starts_at) WHERE state = 'announced';
CREATE INDEX tourneys_to_end ON tourneys (ends_at) WHERE state = 'running';
COMMENT ON TABLE tourneys IS 'Sets of problems that the people of one community, or of two, solve in the same time';
COMMENT ON COLUMN tourneys.host_channel IS 'Where it is posted, as the provider calls it';
COMMENT ON COLUMN tourneys.guest_id IS 'The community that is invited, or takes part; null if none is, or it declined, or did not answer before the start';
COMMENT ON COLUMN tourneys.guest_channel IS 'Where it is posted there; null until the guest accepts';

CREATE TABLE tourney_problems (
    tourney_id uuid NOT NULL REFERENCES tourneys ON DELETE CASCADE,
    number smallint NOT NULL CHECK (number BETWEEN 1 AND 20),
    problem_id uuid REFERENCES problems ON DELETE SET NULL,
    PRIMARY KEY (tourney_id, number),
    UNIQUE (tourney_id, problem_id)
);
CREATE INDEX tourney_problems_by_problem ON tourney_problems (problem_id);
COMMENT ON TABLE tourney_problems IS 'The set of a tourney; secret before it starts';
COMMENT ON COLUMN tourney_problems.problem_id IS 'Null once the problem is gone';

CREATE TABLE tourney_entrants (
    tourney_id uuid NOT NULL REFERENCES tourneys ON DELETE CASCADE,
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    community_id uuid NOT NULL REFERENCES communities ON DELETE CASCADE,
    PRIMARY KEY (tourney_id, profile_id)
);
CREATE INDEX tourney_entrants_by_profile ON tourney_entrants (profile_id);
COMMENT ON TABLE tourney_entrants IS 'Who has begun a problem of a tourney';
COMMENT ON COLUMN tourney_entrants.community_id IS 'The side for which they count: where they began their first problem';

ALTER TABLE matches ADD COLUMN tourney_id uuid REFERENCES tourneys ON DELETE SET NULL;
ALTER TABLE matches ADD COLUMN tourney_number smallint;
ALTER TABLE matches ADD CONSTRAINT matches_tourney_check CHECK (tourney_id IS NULL OR tourney_number IS NOT NULL);
CREATE UNIQUE INDEX matches_one_per_tourney_problem ON matches (tourney_id, tourney_number, creator_id) WHERE tourney_id IS NOT NULL;
COMMENT ON COLUMN matches.tourney_id IS 'The tourney that this is an attempt of; then its creator attacks';
COMMENT ON COLUMN matches.tourney_number IS 'At which problem of its set';

CREATE TABLE tourney_results (
    tourney_id uuid NOT NULL REFERENCES tourneys ON DELETE CASCADE,
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    community_id uuid NOT NULL REFERENCES communities ON DELETE CASCADE,
    place integer NOT NULL CHECK (place > 0),
    points integer NOT NULL,
    errors integer NOT NULL,
    elapsed_ms bigint NOT NULL,
    PRIMARY KEY (tourney_id, profile_id)
);
CREATE INDEX tourney_results_by_profile ON tourney_results (profile_id);
COMMENT ON TABLE tourney_results IS 'How everybody stood when a tourney was over';
COMMENT ON COLUMN tourney_results.community_id IS 'The side for which they counted';
COMMENT ON COLUMN tourney_results.place IS 'On their side; of who was hidden, the place they would have had';
