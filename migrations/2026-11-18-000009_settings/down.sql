ALTER TABLE profiles DROP COLUMN hide_coordinates;
ALTER TABLE profiles DROP COLUMN language;
ALTER TABLE profiles DROP COLUMN theme;
