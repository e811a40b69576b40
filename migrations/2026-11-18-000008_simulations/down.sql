DELETE FROM jobs WHERE simulation_id IS NOT NULL;
DROP INDEX jobs_of_simulations;
ALTER TABLE jobs DROP CONSTRAINT jobs_one_subject;
ALTER TABLE jobs DROP COLUMN simulation_id;
ALTER TABLE jobs ADD CONSTRAINT jobs_check1 CHECK (num_nonnulls(problem_id, match_id) = 1);
DROP TABLE simulation_games;
DROP TABLE simulations;
