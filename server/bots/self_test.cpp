#include "server/bots/self_test.h"

#include <algorithm>
#include <optional>

#include "server/bots/levels.h"

namespace server {
namespace {

// Nodes bound it, not time: the machine may be slow.
constexpr std::uint64_t kNodes = 200;
constexpr std::size_t kHashBytes = std::size_t{1} << 20;

/// Why a bot does not answer with a legal move; none: it does.
std::optional<std::string> failure(engine::Bot& bot, const engine::Match& match, int level) {
  engine::Limits limits = bot_limits(level, std::nullopt, /*seed=*/1);
  limits.nodes = kNodes;
  limits.book = false;  // It is the search that is tried.
  limits.fresh = true;
  try {
    const std::string move = bot.think(match, limits, std::stop_token(), {}).best;
    const std::vector<std::string> legal = match.legal_moves();
    if (std::ranges::binary_search(legal, move)) return std::nullopt;
    return "plays '" + move + "', which is illegal";
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace

std::vector<std::string> failing_bots(std::span<const engine::Game> games) {
  std::vector<std::string> failing;
  for (const engine::Game& game : games) {
    const auto bot = game.new_bot({.hash_bytes = kHashBytes});
    for (const std::string_view rule : game.rules) {
      const auto match = game.new_match({.rule = std::string(rule)});
      for (int level = kMinLevel; level <= kMaxLevel; ++level) {
        const auto why = failure(*bot, **match, level);
        if (why)
          failing.push_back(std::string(game.id) + ' ' + std::string(rule) + " level " +
                            std::to_string(level) + ": " + *why);
      }
    }
  }
  return failing;
}

}  // namespace server
