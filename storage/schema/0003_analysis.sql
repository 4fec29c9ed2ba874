-- What a computer thought of games that are over. A row of `analyses` without accuracies is work to be gone on with.

CREATE TABLE analyses (
  game            TEXT   NOT NULL PRIMARY KEY REFERENCES games (id),
  total           INT    NOT NULL,
  asked           BIGINT NOT NULL,
  first_accuracy  DOUBLE PRECISION,
  second_accuracy DOUBLE PRECISION
);
CREATE INDEX analyses_unfinished ON analyses (asked, game) WHERE first_accuracy IS NULL;

-- Written ply by ply as the analysis goes on, without gaps.
CREATE TABLE analysis_plies (
  game  TEXT NOT NULL REFERENCES analyses (game),
  ply   INT  NOT NULL,
  kind  TEXT NOT NULL,
  value INT  NOT NULL,
  win   DOUBLE PRECISION NOT NULL,
  best  TEXT NOT NULL,
  line  TEXT NOT NULL,
  mark  TEXT NOT NULL,
  PRIMARY KEY (game, ply)
);
