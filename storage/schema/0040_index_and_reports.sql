-- Collections with games whose positions are not found yet, and how many games are in them. Kept here, so that it is right whichever
-- version of the server writes; not copied to another database, where collections come with their games.
CREATE TABLE collections_to_index (
  user_id    TEXT NOT NULL,
  collection INT  NOT NULL,
  games      INT  NOT NULL,
  PRIMARY KEY (user_id, collection)
) WITHOUT ROWID;
INSERT INTO collections_to_index
  SELECT user_id, number, games FROM shown_collections WHERE games > indexed AND number <> -3 ORDER BY user_id, number;
CREATE TRIGGER collection_comes AFTER INSERT ON collections
WHEN NEW.games > 0 AND NEW.number <> -3
BEGIN
  INSERT INTO collections_to_index VALUES (NEW.user_id, NEW.number, NEW.games);
END;
CREATE TRIGGER collection_grows AFTER UPDATE OF games ON collections
WHEN NEW.games > OLD.games AND NEW.number <> -3
BEGIN
  INSERT INTO collections_to_index VALUES (NEW.user_id, NEW.number, NEW.games)
  ON CONFLICT (user_id, collection) DO UPDATE SET games = excluded.games;
END;
CREATE TRIGGER collection_goes AFTER DELETE ON collections
BEGIN
  DELETE FROM collections_to_index WHERE user_id = OLD.user_id AND collection = OLD.number;
END;
CREATE TRIGGER collection_begun AFTER INSERT ON library_index
BEGIN
  DELETE FROM collections_to_index
  WHERE user_id = (SELECT user_id FROM collections WHERE number = NEW.collection) AND collection = NEW.collection
    AND games <= NEW.indexed;
END;
CREATE TRIGGER collection_indexed AFTER UPDATE OF indexed ON library_index
BEGIN
  DELETE FROM collections_to_index
  WHERE user_id = (SELECT user_id FROM collections WHERE number = NEW.collection) AND collection = NEW.collection
    AND games <= NEW.indexed;
END;

-- Clubs are reported as lines of chat are: `room` is 'club' then, `game` the club, `text` what it said and `said` when it was reported.
-- One report of a club is open at a time.
CREATE TABLE new_reports (
  game          TEXT   NOT NULL,
  room          TEXT   NOT NULL,
  text          TEXT   NOT NULL,
  said          BIGINT NOT NULL,
  accused       TEXT   NOT NULL,
  accused_name  TEXT   NOT NULL,
  reporter      TEXT   NOT NULL,
  reporter_name TEXT   NOT NULL,
  reported      BIGINT NOT NULL,
  around        TEXT   NOT NULL DEFAULT '',
  decided       BIGINT NOT NULL DEFAULT 0,
  decision      TEXT   NOT NULL DEFAULT '',
  PRIMARY KEY (game, said)
);
INSERT INTO new_reports
  SELECT game, room, text, said, accused, accused_name, reporter, reporter_name, reported, around, decided, decision FROM reports;
DROP TABLE reports;
ALTER TABLE new_reports RENAME TO reports;
CREATE INDEX reports_by_age ON reports (reported, said);
CREATE INDEX open_reports ON reports (reported, said) WHERE decided = 0;
CREATE UNIQUE INDEX open_club_reports ON reports (game) WHERE room = 'club' AND decided = 0;
