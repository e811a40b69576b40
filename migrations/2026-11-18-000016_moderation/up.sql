CREATE TABLE reports (
    profile_id uuid NOT NULL REFERENCES profiles ON DELETE CASCADE,
    problem_id uuid NOT NULL REFERENCES problems ON DELETE CASCADE,
    reason text NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 300),
    reported_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (profile_id, problem_id)
);
CREATE INDEX reports_newest ON reports (reported_at DESC, profile_id DESC, problem_id DESC);
CREATE INDEX reports_by_problem ON reports (problem_id);
COMMENT ON TABLE reports IS 'What people find wrong with problems; the last word of each person on each problem';

CREATE TABLE hidden_problems (
    provider text NOT NULL,
    external_id text NOT NULL,
    problem_id uuid NOT NULL REFERENCES problems ON DELETE CASCADE,
    hidden_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, external_id, problem_id)
);
CREATE INDEX hidden_problems_by_problem ON hidden_problems (problem_id);
COMMENT ON TABLE hidden_problems IS 'Problems that a community does not show';

ALTER TABLE community_members ADD COLUMN hidden_by_manager boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN community_members.hidden_by_manager IS 'Whether a manager took this person off the community''s boards';

CREATE TABLE barred_names (
    name_key text PRIMARY KEY
);
COMMENT ON TABLE barred_names IS 'Names that an administrator took from somebody, and nobody may have';

CREATE TABLE acts (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    acted_at timestamptz NOT NULL DEFAULT now(),
    actor_id uuid REFERENCES profiles ON DELETE SET NULL,
    kind text NOT NULL CHECK (kind IN ('hide_problem', 'unhide_problem', 'delete_problem', 'rename_profile', 'hide_member', 'unhide_member')),
    problem_id uuid,
    profile_id uuid REFERENCES profiles ON DELETE SET NULL,
    subject text NOT NULL,
    provider text,
    external_id text,
    reason text NOT NULL CHECK (char_length(reason) <= 300),
    CHECK ((provider IS NULL) = (external_id IS NULL))
);
CREATE INDEX acts_by_community ON acts (provider, external_id, id DESC);
CREATE INDEX acts_by_actor ON acts (actor_id);
CREATE INDEX acts_by_profile ON acts (profile_id);
COMMENT ON TABLE acts IS 'What managers and administrators did, for good';
COMMENT ON COLUMN acts.actor_id IS 'Who did it; null once the profile is gone';
COMMENT ON COLUMN acts.problem_id IS 'On which problem, which may be gone';
COMMENT ON COLUMN acts.profile_id IS 'On whom; null once the profile is gone';
COMMENT ON COLUMN acts.subject IS 'What it was then: a position, or a name';
COMMENT ON COLUMN acts.provider IS 'With external_id: in which community; null for everywhere';
