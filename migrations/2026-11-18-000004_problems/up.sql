INSERT INTO profiles (id, name, name_key) VALUES ('00000000-0000-4000-8000-000000000001', 'Tablero', 'tablero');

CREATE TABLE problems (
    id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    author_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    game text NOT NULL,
    rules text NOT NULL,
    position text NOT NULL,
    moves smallint NOT NULL CHECK (moves BETWEEN 1 AND 9),
    title text NOT NULL CHECK (char_length(title) <= 80),
    theme text NOT NULL CHECK (char_length(theme) <= 40),
    difficulty smallint NOT NULL CHECK (difficulty BETWEEN 0 AND 5),
    state text NOT NULL CHECK (state IN ('draft', 'checking', 'playable', 'refused')),
    revision integer NOT NULL DEFAULT 1,
    canonical text,
    verdict text,
    report bytea,
    rating double precision NOT NULL,
    play_count bigint NOT NULL DEFAULT 0 CHECK (play_count >= 0),
    solve_count bigint NOT NULL DEFAULT 0 CHECK (solve_count >= 0),
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CHECK (canonical IS NOT NULL OR state = 'draft'),
    CHECK (verdict IS NOT NULL OR state IN ('draft', 'checking'))
);
CREATE UNIQUE INDEX problems_unique ON problems (game, rules, canonical, moves) WHERE state IN ('checking', 'playable');
CREATE INDEX problems_by_author ON problems (author_id, created_at DESC, id DESC);
CREATE INDEX problems_newest ON problems (created_at DESC, id DESC) WHERE state = 'playable';
CREATE INDEX problems_hardest ON problems (rating DESC, id DESC) WHERE state = 'playable';
CREATE INDEX problems_most_played ON problems (play_count DESC, id DESC) WHERE state = 'playable';
CREATE INDEX problems_by_theme ON problems (lower(theme), created_at DESC, id DESC) WHERE state = 'playable';
COMMENT ON TABLE problems IS 'Positions in which the side to move shall win within a number of moves';
COMMENT ON COLUMN problems.position IS 'As the game writes it; of a draft perhaps with faults';
COMMENT ON COLUMN problems.difficulty IS 'What the author says; 0 is not said';
COMMENT ON COLUMN problems.revision IS 'Counts changes of position, rules and moves: a verdict on an older one is void';
COMMENT ON COLUMN problems.canonical IS 'Equal for problems that are the same; null while the position has faults';
COMMENT ON COLUMN problems.verdict IS 'Of the last validation';
COMMENT ON COLUMN problems.report IS 'Of the last validation, as its author is told it';
COMMENT ON COLUMN problems.rating IS 'How hard it is by the results of those who tried';

CREATE TABLE solves (
    problem_id uuid NOT NULL REFERENCES problems ON DELETE CASCADE,
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    solved_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (profile_id, problem_id)
);
CREATE INDEX solves_by_problem ON solves (problem_id);
COMMENT ON TABLE solves IS 'Who has solved what';
