WITH active AS MATERIALIZED (
    SELECT profile_id FROM community_members WHERE provider = $1 AND external_id = $2 AND seen_on > $3
), level AS MATERIALIZED (
    SELECT COALESCE(percentile_cont(0.5) WITHIN GROUP (ORDER BY points), 1500) AS points
    FROM ratings WHERE profile_id IN (SELECT profile_id FROM active)
), told AS MATERIALIZED (
    -- What its people were given in their other communities, solution and all.
    SELECT DISTINCT d.problem_id
    FROM dailies d
    WHERE d.problem_id IS NOT NULL AND d.community_id IN (
        SELECT c.id FROM active JOIN community_members o USING (profile_id) JOIN communities c USING (provider, external_id)
        WHERE c.id <> $4)
), candidates AS MATERIALIZED (
    SELECT p.id, p.author_id,
        p.author_id IN (SELECT profile_id FROM community_members WHERE provider = $1 AND external_id = $2) AS own,
        abs(p.rating - level.points) AS distance,
        -- Equals are many: a lot of its own keeps communities from being given the same.
        md5($4::text || p.id)::uuid AS lot
    FROM problems p, level
    WHERE p.state = 'playable' AND (cardinality($5) = 0 OR p.game = ANY ($5))
        AND p.id NOT IN (SELECT problem_id FROM dailies WHERE community_id = $4 AND problem_id IS NOT NULL)
        AND p.id NOT IN (SELECT problem_id FROM hidden_problems WHERE provider = $1 AND external_id = $2)
        -- Who may solve it in a tourney could not solve it elsewhere.
        AND p.id NOT IN (SELECT s.problem_id FROM tourney_problems s JOIN tourneys t ON t.id = s.tourney_id
            WHERE s.problem_id IS NOT NULL AND t.state IN ('announced', 'running'))
    ORDER BY own DESC, distance, lot
)
-- The candidates come in order, and are looked at one by one until the first that nobody has seen: each question ends with the
-- first row it finds, and the second half is asked only if there is no such candidate.
SELECT COALESCE((
    SELECT c.id FROM candidates c
    WHERE c.id NOT IN (SELECT problem_id FROM told)
        AND (SELECT true FROM attempts s JOIN community_members m ON m.profile_id = s.profile_id
            WHERE s.problem_id = c.id AND s.profile_id <> c.author_id
                AND m.provider = $1 AND m.external_id = $2 AND m.seen_on > $3 LIMIT 1) IS NULL
        AND (SELECT true FROM solves s JOIN community_members m ON m.profile_id = s.profile_id
            WHERE s.problem_id = c.id AND s.profile_id <> c.author_id
                AND m.provider = $1 AND m.external_id = $2 AND m.seen_on > $3 LIMIT 1) IS NULL
        AND (SELECT true FROM matches s, LATERAL (VALUES (s.first_profile_id), (s.second_profile_id)) AS seat (profile_id)
                JOIN community_members m ON m.profile_id = seat.profile_id
            WHERE s.problem_id = c.id AND s.state <> 'cancelled' AND m.profile_id <> c.author_id
                AND m.provider = $1 AND m.external_id = $2 AND m.seen_on > $3 LIMIT 1) IS NULL
    LIMIT 1
), (
    SELECT c.id FROM candidates c
    LEFT JOIN (
        SELECT problem_id, count(*) AS people FROM (
            SELECT problem_id, profile_id FROM attempts WHERE profile_id IN (SELECT profile_id FROM active)
            UNION
            SELECT problem_id, profile_id FROM solves WHERE profile_id IN (SELECT profile_id FROM active)
            UNION
            SELECT problem_id, first_profile_id FROM matches
            WHERE problem_id IS NOT NULL AND state <> 'cancelled' AND first_profile_id IN (SELECT profile_id FROM active)
            UNION
            SELECT problem_id, second_profile_id FROM matches
            WHERE problem_id IS NOT NULL AND state <> 'cancelled' AND second_profile_id IN (SELECT profile_id FROM active)
        ) AS sight JOIN problems p ON p.id = sight.problem_id WHERE sight.profile_id <> p.author_id
        GROUP BY problem_id
    ) AS seen ON seen.problem_id = c.id
    LEFT JOIN told ON told.problem_id = c.id
    ORDER BY COALESCE(seen.people, 0) + (told.problem_id IS NOT NULL)::int, c.own DESC, c.distance, c.lot
    LIMIT 1
)) AS problem_id
