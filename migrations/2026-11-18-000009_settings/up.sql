ALTER TABLE profiles ADD COLUMN theme text NOT NULL DEFAULT '' CHECK (theme ~ '^[a-z]{0,32}$');
ALTER TABLE profiles ADD COLUMN language text NOT NULL DEFAULT '' CHECK (language IN ('', 'en', 'es'));
ALTER TABLE profiles ADD COLUMN hide_coordinates boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN profiles.theme IS 'The colours of boards; empty for the default';
COMMENT ON COLUMN profiles.language IS 'Empty to follow the front end';
COMMENT ON COLUMN profiles.hide_coordinates IS 'Whether boards are drawn without the names of columns and rows';
