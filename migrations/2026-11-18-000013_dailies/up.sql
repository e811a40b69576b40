CREATE TABLE dailies (
    community_id uuid NOT NULL REFERENCES communities ON DELETE CASCADE,
    number integer NOT NULL CHECK (number > 0),
    day date NOT NULL,
    problem_id uuid REFERENCES problems ON DELETE SET NULL,
    channel text NOT NULL,
    opens_at timestamptz NOT NULL,
    closes_at timestamptz NOT NULL CHECK (closes_at > opens_at),
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'ended')),
    PRIMARY KEY (community_id, number),
    CONSTRAINT dailies_one_a_day UNIQUE (community_id, day),
    CONSTRAINT dailies_never_twice UNIQUE (community_id, problem_id)
);
CREATE INDEX dailies_open ON dailies (closes_at) WHERE state = 'open';
CREATE INDEX dailies_by_problem ON dailies (problem_id);
COMMENT ON TABLE dailies IS 'The problems that communities were given, one for a day';
COMMENT ON COLUMN dailies.number IS 'Counted from 1 in each community, without gaps: a day without a problem has none';
COMMENT ON COLUMN dailies.day IS 'The date in the community''s time zone when it opened';
COMMENT ON COLUMN dailies.problem_id IS 'Null once the problem is gone';
COMMENT ON COLUMN dailies.channel IS 'Where it was posted, as the provider calls it';
COMMENT ON COLUMN dailies.closes_at IS 'The hour of the next day in the time zone as it was when it opened; never changes';
COMMENT ON COLUMN dailies.state IS 'Ended once its end was told; by the clock it is open from opens_at until before closes_at';

CREATE TABLE daily_results (
    community_id uuid NOT NULL,
    number integer NOT NULL,
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    solved_at timestamptz,
    errors integer NOT NULL,
    elapsed_ms bigint NOT NULL,
    hinted boolean NOT NULL,
    PRIMARY KEY (community_id, number, profile_id),
    FOREIGN KEY (community_id, number) REFERENCES dailies ON DELETE CASCADE
);
CREATE INDEX daily_results_by_profile ON daily_results (profile_id);
COMMENT ON TABLE daily_results IS 'How people fared with daily problems before their end';
COMMENT ON COLUMN daily_results.solved_at IS 'The first solve; null while there is none';
COMMENT ON COLUMN daily_results.errors IS 'Of all attempts up to the first solve, with one more for each that was lost or given up';
COMMENT ON COLUMN daily_results.elapsed_ms IS 'What the person thought in all those attempts';

CREATE TABLE daily_streaks (
    community_id uuid NOT NULL REFERENCES communities ON DELETE CASCADE,
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    last_number integer NOT NULL,
    days integer NOT NULL CHECK (days > 0),
    best integer NOT NULL CHECK (best >= days),
    PRIMARY KEY (community_id, profile_id)
);
CREATE INDEX daily_streaks_in_order ON daily_streaks (community_id, last_number, days DESC);
CREATE INDEX daily_streaks_by_profile ON daily_streaks (profile_id);
COMMENT ON TABLE daily_streaks IS 'Daily problems that somebody solved in a row';
COMMENT ON COLUMN daily_streaks.last_number IS 'Up to this one; those that could not be solved are passed over';

ALTER TABLE communities ADD COLUMN keeper_id uuid REFERENCES profiles ON DELETE SET NULL;
COMMENT ON COLUMN communities.keeper_id IS 'Who set it up last, and is told if something cannot go on';
CREATE INDEX communities_by_keeper ON communities (keeper_id) WHERE keeper_id IS NOT NULL;

CREATE INDEX problems_to_choose ON problems (rating, id) INCLUDE (game, author_id) WHERE state = 'playable';
