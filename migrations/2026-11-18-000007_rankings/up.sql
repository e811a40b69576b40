ALTER TABLE solves ADD COLUMN best_ms bigint;
ALTER TABLE solves ADD COLUMN hinted boolean NOT NULL DEFAULT true;
ALTER TABLE solves ADD COLUMN errors integer NOT NULL DEFAULT 0;
ALTER TABLE solves ADD COLUMN errors_ms bigint NOT NULL DEFAULT 0;
CREATE INDEX solves_by_time ON solves (problem_id, best_ms, profile_id) WHERE best_ms IS NOT NULL;
CREATE INDEX solves_by_errors ON solves (problem_id, hinted, errors, errors_ms, profile_id);
COMMENT ON COLUMN solves.best_ms IS 'Best time of a solve without hints; null if there is none';
COMMENT ON COLUMN solves.hinted IS 'With errors and errors_ms the best result in that order';

ALTER TABLE problems ADD COLUMN rating_deviation double precision NOT NULL DEFAULT 350;
ALTER TABLE problems ADD COLUMN rating_volatility double precision NOT NULL DEFAULT 0.06;

CREATE TABLE attempts (
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    problem_id uuid NOT NULL REFERENCES problems ON DELETE CASCADE,
    rated boolean NOT NULL,
    solved boolean NOT NULL,
    attempted_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (profile_id, problem_id)
);
CREATE INDEX attempts_by_problem ON attempts (problem_id);
COMMENT ON TABLE attempts IS 'The first attempt of each person at each problem: the one that may be rated';

CREATE TABLE ratings (
    profile_id uuid PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
    points double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL,
    active_on date NOT NULL DEFAULT DATE '1970-01-01'
);
CREATE INDEX ratings_in_order ON ratings ((-points), profile_id) INCLUDE (active_on);
COMMENT ON TABLE ratings IS 'How strong a solver is (Glicko-2)';
COMMENT ON COLUMN ratings.active_on IS 'The last day in UTC with a solve: who counts for a week or a month';

CREATE TABLE rating_history (
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    at timestamptz NOT NULL DEFAULT now(),
    points double precision NOT NULL,
    deviation double precision NOT NULL
);
CREATE INDEX rating_history_by_profile ON rating_history (profile_id, at DESC);
COMMENT ON TABLE rating_history IS 'The rating after every rated attempt';

CREATE TABLE solve_counts (
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    period text NOT NULL CHECK (period IN ('all', 'month', 'week')),
    starts date NOT NULL,
    solved bigint NOT NULL,
    PRIMARY KEY (profile_id, period, starts)
);
CREATE INDEX solve_counts_in_order ON solve_counts (period, starts, (-solved), profile_id);
COMMENT ON TABLE solve_counts IS 'How many different problems somebody solved for the first time in a period';
COMMENT ON COLUMN solve_counts.starts IS 'The first day of the period in UTC; for all time 1970-01-01';

CREATE TABLE streaks (
    profile_id uuid PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
    last_day date NOT NULL,
    days bigint NOT NULL,
    best bigint NOT NULL
);
CREATE INDEX streaks_in_order ON streaks ((-days), profile_id);
COMMENT ON TABLE streaks IS 'Days in a row with a solve, in UTC, up to last_day';

CREATE TABLE community_members (
    provider text NOT NULL,
    external_id text NOT NULL,
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    joined_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, external_id, profile_id)
);
CREATE INDEX community_members_by_profile ON community_members (profile_id);
COMMENT ON TABLE community_members IS 'Who used Tablero in which place, for example a Discord server';
