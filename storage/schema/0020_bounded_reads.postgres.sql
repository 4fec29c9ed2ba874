-- To PostgreSQL what 0020_bounded_reads.sql is to SQLite.
CREATE INDEX games_without_final_pos ON games (created, id) WHERE final_pos = '?' AND status = 'finished';
CREATE INDEX games_counted_by_first_user ON games (first_user, status, private, result)
  WHERE status = 'finished' AND private = 0 AND first_user <> '';
CREATE INDEX games_counted_by_second_user ON games (second_user, status, private, result)
  WHERE status = 'finished' AND private = 0 AND second_user <> '';
DROP INDEX ratings_by_strength;
CREATE INDEX ratings_by_strength ON ratings (game, speed, rating, deviation, user_id);
