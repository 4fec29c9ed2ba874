#pragma once

#include <memory>
#include <vector>

#include "engine/games/registry.h"
#include "tests/fuzz/input.h"

/// A game, a rule and a size of it: each of them is reached by some byte.
struct Variant {
  const engine::Game* game;
  engine::Setup setup;
};

inline Variant pick_variant(Input& input) {
  static const std::vector<Variant> all = [] {
    std::vector<Variant> variants;
    for (const engine::Game& game : engine::games()) {
      const std::vector<int> sizes =
          game.sizes.empty() ? std::vector<int>{0} : std::vector<int>(game.sizes.begin(), game.sizes.end());
      for (const std::string_view rule : game.rules) {
        for (const int size : sizes) {
          engine::Setup setup;
          setup.rule = rule;
          setup.size = size;
          variants.push_back({&game, setup});
        }
      }
    }
    return variants;
  }();
  return all[input.pick(all.size())];
}
