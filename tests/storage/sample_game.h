#pragma once

#include <string>

#include "storage/record.h"
#include "storage/store.h"

namespace storage {

/// A game in which no two fields of a kind are equal, so that columns cannot be mixed up unnoticed.
inline Game sample_game(const std::string& id = "aB3dE9xQ", Millis created = 1'000) {
  Game game;
  game.id = id;
  game.code = "CODE" + id;
  game.game = "gomoku";
  game.rule = "renju";
  game.opening = "swap2";
  game.size = 15;
  game.start_pos = "--X-- O";
  game.time = {300'000, 3'000, 30'000, 3, 60'000, 2};
  game.seats = {Seat{"Lin", "g_lin", 0, "hash-first", 1623, true},
                Seat{"Bot", "", 5, "hash-second", 1, false}};
  game.rated = true;
  game.created = created;
  game.source = "sgf";
  game.event = "Gomocup";
  game.opening_code = "7I";
  return game;
}

/// Of two people with accounts.
inline Game rated_game(const std::string& id, const std::string& first, const std::string& second) {
  Game game = sample_game(id);
  game.seats[0].user = first;
  game.seats[1] = Seat();
  game.seats[1].user = second;
  game.rated = true;
  return game;
}

inline Event sample_event(const std::string& game, int v) {
  Event event;
  event.game = game;
  event.v = v;
  event.kind = EventKind::move;
  event.ply = v + 100;
  event.by = "first";
  event.move = "h8";
  event.detail = "detail";
  event.clock = {299'000, 298'000};
  event.periods = {2, 1};
  event.running = "second";
  event.spent = 1'234;
  event.lag = 56;
  event.at = 1'731'900'000'123;
  return event;
}

inline WriteResult commit_one(Store& store, Write write) {
  return store.commit(std::span(&write, 1)).front();
}

}  // namespace storage
