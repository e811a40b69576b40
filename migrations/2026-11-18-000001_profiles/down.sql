DROP TABLE identities;
DROP TABLE profiles;
