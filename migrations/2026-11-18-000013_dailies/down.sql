DROP INDEX problems_to_choose;
ALTER TABLE communities DROP COLUMN keeper_id;
DROP TABLE daily_streaks;
DROP TABLE daily_results;
DROP TABLE dailies;
