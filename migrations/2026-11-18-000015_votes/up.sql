CREATE TABLE votes (
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    problem_id uuid NOT NULL,
    stars smallint NOT NULL CHECK (stars BETWEEN 1 AND 5),
    voted_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (profile_id, problem_id),
    FOREIGN KEY (profile_id, problem_id) REFERENCES solves ON DELETE CASCADE
);
CREATE INDEX votes_by_problem ON votes (problem_id, stars);
COMMENT ON TABLE votes IS 'How those who solved a problem like it';

ALTER TABLE problems ADD COLUMN quality double precision NOT NULL DEFAULT 3 CHECK (quality BETWEEN 1 AND 5);
ALTER TABLE problems ADD COLUMN vote_count bigint NOT NULL DEFAULT 0 CHECK (vote_count >= 0);
ALTER TABLE problems ADD COLUMN playable_since timestamptz;
UPDATE problems SET playable_since = created_at WHERE state = 'playable';
CREATE INDEX problems_voted ON problems (playable_since) WHERE state = 'playable' AND vote_count >= 3;
COMMENT ON COLUMN problems.quality IS 'From the votes: 1 to 5, 3 while there are none';
COMMENT ON COLUMN problems.playable_since IS 'When it was last proven';

CREATE TABLE composers (
    profile_id uuid PRIMARY KEY REFERENCES profiles ON DELETE CASCADE,
    points double precision NOT NULL,
    problems bigint NOT NULL CHECK (problems >= 0)
);
CREATE INDEX composers_in_order ON composers ((-points), profile_id) WHERE problems > 0;
COMMENT ON TABLE composers IS 'How good those are who made problems that somebody voted on';
COMMENT ON COLUMN composers.problems IS 'Playable ones that somebody voted on';
