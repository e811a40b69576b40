DROP TABLE composers;
DROP INDEX problems_voted;
ALTER TABLE problems DROP COLUMN playable_since;
ALTER TABLE problems DROP COLUMN vote_count;
ALTER TABLE problems DROP COLUMN quality;
DROP TABLE votes;
