CREATE INDEX matches_by_first ON matches (first_profile_id, problem_id);
CREATE INDEX matches_by_second ON matches (second_profile_id, problem_id);
COMMENT ON INDEX matches_by_first IS 'Whether somebody has tried a problem; and what a profile leaves behind';
COMMENT ON INDEX matches_by_second IS 'As matches_by_first';
