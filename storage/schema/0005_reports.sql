-- Lines of chat that somebody reported, each once, whoever else finds fault with it.
CREATE TABLE reports (
  game          TEXT   NOT NULL REFERENCES games (id),
  room          TEXT   NOT NULL,
  text          TEXT   NOT NULL,
  said          BIGINT NOT NULL,
  accused       TEXT   NOT NULL,
  accused_name  TEXT   NOT NULL,
  reporter      TEXT   NOT NULL,
  reporter_name TEXT   NOT NULL,
  reported      BIGINT NOT NULL,
  PRIMARY KEY (game, said)
);
CREATE INDEX reports_by_age ON reports (reported, said);
