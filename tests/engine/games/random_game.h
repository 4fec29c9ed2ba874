#pragma once

#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "engine/core/game.h"
#include "engine/core/zobrist.h"

/// A game with one of its rules and sizes: what the conformance suite runs over.
struct Variant {
  engine::Game game;
  engine::Setup setup;

  std::unique_ptr<engine::Match> start() const { return *game.new_match(setup); }
  std::string name() const;
  friend void PrintTo(const Variant& variant, std::ostream* out) { *out << variant.name(); }
};

/// Every game of the registry with every rule and size, and the game of the tests.
std::vector<Variant> all_variants();

/// Plays a random legal move. @pre the game is not over
void play_random(engine::Match& match, engine::SplitMix64& random);

/// A running game after at most `plies` random moves.
std::unique_ptr<engine::Match> random_match(const Variant& variant, engine::SplitMix64& random, int plies);
