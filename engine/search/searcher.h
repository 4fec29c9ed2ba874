#pragma once

#include <stop_token>

#include "engine/core/game.h"
#include "engine/search/found.h"
#include "engine/search/policy.h"

namespace engine::search {

template <Policy P>
class Searcher {
 public:
  using Position = typename P::Position;

  explicit Searcher(const BotOptions& options) { (void)options; }

  /// Blocks until `limits` are spent or `stop` is requested. @pre the game is not over at `root`
  Found search(const Position& root, const Limits& limits, std::stop_token stop, const Progress& progress);

 private:
  Score alpha_beta(Position& position, Score alpha, Score beta, int depth, int ply, Budget& budget);

  P policy_{};
};

}  // namespace engine::search
