DROP TABLE acts;
DROP TABLE barred_names;
ALTER TABLE community_members DROP COLUMN hidden_by_manager;
DROP TABLE hidden_problems;
DROP TABLE reports;
