CREATE TABLE matches (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    game text NOT NULL,
    rules text NOT NULL,
    start text NOT NULL,
    problem_id uuid REFERENCES problems ON DELETE SET NULL,
    moves smallint CHECK (moves BETWEEN 1 AND 9),
    take_back boolean NOT NULL,
    state text NOT NULL CHECK (state IN ('open', 'running', 'finished', 'cancelled')),
    creator_id uuid REFERENCES profiles ON DELETE SET NULL,
    first_kind text NOT NULL CHECK (first_kind IN ('person', 'machine', 'open')),
    first_profile_id uuid REFERENCES profiles ON DELETE SET NULL,
    first_level text,
    first_ready boolean NOT NULL,
    first_ms bigint NOT NULL DEFAULT 0,
    second_kind text NOT NULL CHECK (second_kind IN ('person', 'machine', 'open')),
    second_profile_id uuid REFERENCES profiles ON DELETE SET NULL,
    second_level text,
    second_ready boolean NOT NULL,
    second_ms bigint NOT NULL DEFAULT 0,
    ply integer NOT NULL DEFAULT 0,
    errors integer NOT NULL DEFAULT 0,
    hints smallint NOT NULL DEFAULT 0 CHECK (hints BETWEEN 0 AND 3),
    winner text CHECK (winner IN ('first', 'second', 'nobody')),
    reason text,
    seed bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    turn_started_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((first_kind = 'machine') = (first_level IS NOT NULL)),
    CHECK ((second_kind = 'machine') = (second_level IS NOT NULL)),
    CHECK ((state = 'finished') = (winner IS NOT NULL)),
    CHECK ((winner IS NULL) = (reason IS NULL))
);
CREATE INDEX matches_by_problem ON matches (problem_id);
CREATE INDEX matches_open ON matches (created_at) WHERE state = 'open';
COMMENT ON TABLE matches IS 'Problems being solved and whole games; rules, start and plays are what is true, the rest follows from them';
COMMENT ON COLUMN matches.moves IS 'In a problem, the moves the attacker has; the side to move at the start attacks';
COMMENT ON COLUMN matches.take_back IS 'Whether wrong moves are taken back and counted, or stand';
COMMENT ON COLUMN matches.first_profile_id IS 'Of a person; null with kind person once the profile is gone';
COMMENT ON COLUMN matches.first_ready IS 'Whether whoever sits here has accepted';
COMMENT ON COLUMN matches.first_ms IS 'Time this side has thought, without the present turn';
COMMENT ON COLUMN matches.seed IS 'Of the machines, so that they vary from match to match';

CREATE TABLE plays (
    match_id uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
    ply integer NOT NULL CHECK (ply > 0),
    code text NOT NULL,
    text text NOT NULL,
    from_square text NOT NULL,
    to_square text NOT NULL,
    elapsed_ms bigint NOT NULL,
    request_id text,
    PRIMARY KEY (match_id, ply)
);
CREATE UNIQUE INDEX plays_by_request ON plays (match_id, request_id) WHERE request_id IS NOT NULL;
COMMENT ON TABLE plays IS 'The moves of a match, in order, without gaps';
COMMENT ON COLUMN plays.request_id IS 'By which a repeated request finds its own play';

CREATE TABLE mistakes (
    match_id uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
    number integer NOT NULL CHECK (number > 0),
    ply integer NOT NULL,
    code text NOT NULL,
    text text NOT NULL,
    refutation_code text,
    refutation_text text,
    request_id text,
    PRIMARY KEY (match_id, number)
);
CREATE UNIQUE INDEX mistakes_by_request ON mistakes (match_id, request_id) WHERE request_id IS NOT NULL;
COMMENT ON TABLE mistakes IS 'Wrong moves that were taken back';

CREATE TABLE match_lists (
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    match_id uuid NOT NULL REFERENCES matches ON DELETE CASCADE,
    PRIMARY KEY (profile_id, match_id)
);
CREATE INDEX match_lists_by_match ON match_lists (match_id);
COMMENT ON TABLE match_lists IS 'Which matches are in whose list';

ALTER TABLE jobs ALTER COLUMN problem_id DROP NOT NULL;
ALTER TABLE jobs ALTER COLUMN owner_id DROP NOT NULL;
ALTER TABLE jobs ADD COLUMN match_id uuid UNIQUE REFERENCES matches ON DELETE CASCADE;
ALTER TABLE jobs ADD CONSTRAINT jobs_check1 CHECK (num_nonnulls(problem_id, match_id) = 1);
DROP INDEX jobs_in_turn;
CREATE INDEX jobs_in_turn ON jobs (turn, id) WHERE problem_id IS NOT NULL;
CREATE INDEX jobs_of_matches ON jobs (id) WHERE match_id IS NOT NULL;
COMMENT ON TABLE jobs IS 'Problems to be validated and machines'' moves to be made';
COMMENT ON COLUMN jobs.revision IS 'Which revision of the problem is to be validated, or after which ply the machine is to move';
