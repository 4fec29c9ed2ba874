-- What a guest did in tournaments: who is forgotten leaves no name there.
CREATE INDEX tournament_events_by_user ON tournament_events (by_user) WHERE by_user <> '';
