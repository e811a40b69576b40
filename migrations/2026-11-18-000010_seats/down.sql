DROP INDEX matches_by_second;
DROP INDEX matches_by_first;
