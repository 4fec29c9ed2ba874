-- How the room of a game is kept in order, where there is something to keep: who opened it without taking a seat, and who was
-- put out or muted, as ids of users between blanks.
CREATE TABLE room_orders (
  game    TEXT NOT NULL PRIMARY KEY,
  host    TEXT NOT NULL,
  put_out TEXT NOT NULL,
  muted   TEXT NOT NULL
);
