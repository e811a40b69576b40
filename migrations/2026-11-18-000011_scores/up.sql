CREATE TABLE scores (
    game text NOT NULL,
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    opponent text NOT NULL CHECK (opponent IN ('easy', 'normal', 'hard', 'people')),
    games bigint NOT NULL CHECK (games > 0),
    total bigint NOT NULL,
    best integer NOT NULL,
    PRIMARY KEY (game, profile_id, opponent)
);
CREATE INDEX scores_by_profile ON scores (profile_id);
COMMENT ON TABLE scores IS 'Points that people made in whole games, in games that count points';
COMMENT ON COLUMN scores.opponent IS 'The level of a machine, of which expert counts as hard, or people';
COMMENT ON COLUMN scores.total IS 'Of all games: the mean is total / games';
