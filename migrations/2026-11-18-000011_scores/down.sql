DROP TABLE scores;
