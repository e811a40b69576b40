DROP TABLE weeks;
DROP TABLE posts;
ALTER TABLE profiles DROP COLUMN hidden;
ALTER TABLE community_members DROP CONSTRAINT community_members_provider_external_id_fkey;
ALTER TABLE community_members DROP COLUMN hidden;
ALTER TABLE community_members DROP COLUMN seen_on;
DROP TABLE communities;
