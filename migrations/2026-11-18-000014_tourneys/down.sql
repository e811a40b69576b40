DROP TABLE tourney_results;
DROP INDEX matches_one_per_tourney_problem;
ALTER TABLE matches DROP CONSTRAINT matches_tourney_check;
ALTER TABLE matches DROP COLUMN tourney_number;
ALTER TABLE matches DROP COLUMN tourney_id;
DROP TABLE tourney_entrants;
DROP TABLE tourney_problems;
DROP TABLE tourneys;
