CREATE TABLE simulations (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    creator_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    first_level text NOT NULL,
    second_level text NOT NULL,
    seed bigint NOT NULL,
    state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'finished', 'cancelled')),
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX simulations_by_creator ON simulations (creator_id, state);
COMMENT ON TABLE simulations IS 'Two machines that attack and defend the same problems';

CREATE TABLE simulation_games (
    simulation_id uuid NOT NULL REFERENCES simulations ON DELETE CASCADE,
    number integer NOT NULL,
    problem_id uuid REFERENCES problems ON DELETE SET NULL,
    first_attacks boolean NOT NULL,
    position text NOT NULL,
    moves smallint NOT NULL,
    solved boolean,
    played integer NOT NULL DEFAULT 0,
    elapsed_ms bigint NOT NULL DEFAULT 0,
    line text NOT NULL DEFAULT '',
    PRIMARY KEY (simulation_id, number)
);
CREATE INDEX simulation_games_by_problem ON simulation_games (problem_id);
COMMENT ON TABLE simulation_games IS 'One machine attacks, the other defends';
COMMENT ON COLUMN simulation_games.position IS 'As the problem was when the simulation began, with its number of moves';
COMMENT ON COLUMN simulation_games.solved IS 'Null while it has not been played';
COMMENT ON COLUMN simulation_games.played IS 'Moves that the attacker made';
COMMENT ON COLUMN simulation_games.elapsed_ms IS 'What the attacker thought';

ALTER TABLE jobs ADD COLUMN simulation_id uuid UNIQUE REFERENCES simulations ON DELETE CASCADE;
ALTER TABLE jobs DROP CONSTRAINT jobs_check1;
ALTER TABLE jobs ADD CONSTRAINT jobs_one_subject CHECK (num_nonnulls(problem_id, match_id, simulation_id) = 1);
CREATE INDEX jobs_of_simulations ON jobs (id) WHERE simulation_id IS NOT NULL;
