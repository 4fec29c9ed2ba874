// The game's row in the table of games.
