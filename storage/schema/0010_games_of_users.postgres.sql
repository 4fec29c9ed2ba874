-- What somebody still has to play, whichever server keeps it. No other query may take these indexes for its own: an empty name is nobody's.
CREATE INDEX games_playing_by_first_user ON games (first_user) WHERE status = 'playing' AND first_user <> '';
CREATE INDEX games_playing_by_second_user ON games (second_user) WHERE status = 'playing' AND second_user <> '';
