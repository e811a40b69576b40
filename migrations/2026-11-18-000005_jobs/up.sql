CREATE TABLE jobs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    problem_id uuid NOT NULL UNIQUE REFERENCES problems ON DELETE CASCADE,
    owner_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    revision integer NOT NULL,
    turn bigint NOT NULL,
    attempts integer NOT NULL DEFAULT 0,
    worker_id uuid,
    leased_until timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CHECK ((worker_id IS NULL) = (leased_until IS NULL))
);
CREATE INDEX jobs_in_turn ON jobs (turn, id);
CREATE INDEX jobs_by_owner ON jobs (owner_id, turn);
COMMENT ON TABLE jobs IS 'Problems that wait for their validation, or are being validated';
COMMENT ON COLUMN jobs.owner_id IS 'Whose turn it takes';
COMMENT ON COLUMN jobs.revision IS 'Which revision of the problem is to be validated';
COMMENT ON COLUMN jobs.turn IS 'Lower comes first; each owner has one job in a turn, so that owners alternate';
COMMENT ON COLUMN jobs.attempts IS 'How often it was begun';
COMMENT ON COLUMN jobs.leased_until IS 'Until then it belongs to worker_id, who renews it while it works';
