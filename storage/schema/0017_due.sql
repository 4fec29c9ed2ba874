-- When the server has something to do in a game that is being played: 0 is at any moment, for a clock runs or a bot moves. A start
-- loads those alone; the others are loaded when somebody asks, or when their moment has come because nobody has played on.
ALTER TABLE games ADD COLUMN due BIGINT NOT NULL DEFAULT 0;
CREATE INDEX games_at_work ON games (created) WHERE status = 'playing' AND due = 0;
CREATE INDEX games_by_due ON games (due) WHERE status = 'playing' AND due > 0;
CREATE INDEX games_aborted ON games (ended) WHERE status = 'aborted';
-- What somebody still has to play.
CREATE INDEX games_playing_by_first_user ON games (first_user) WHERE status = 'playing' AND first_user <> '';
CREATE INDEX games_playing_by_second_user ON games (second_user) WHERE status = 'playing' AND second_user <> '';

-- Games of before in which nobody but people has anything to do: without a clock, not begun, or paused. Their players have not been
-- told that they end, so they have two weeks from now.
UPDATE games SET due = (CAST(strftime('%s', 'now') AS INT) / 86400 + 15) * 86400000
WHERE status = 'playing' AND (first_level = 0 OR second_level = 0)
  AND (first_level > 0 OR first_user <> '') AND (second_level > 0 OR second_user <> '')
  AND (initial + increment + byoyomi + per_move + days = 0
         AND (first_level + second_level = 0
              OR 2 <= (SELECT ply FROM events WHERE game = games.id ORDER BY v DESC LIMIT 1))
       OR days > 0 AND 2 > COALESCE((SELECT ply FROM events WHERE game = games.id ORDER BY v DESC LIMIT 1), 0)
       OR 'pause' = (SELECT kind FROM events WHERE game = games.id AND kind IN ('pause', 'resume') ORDER BY v DESC LIMIT 1));
