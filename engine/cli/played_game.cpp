#include "engine/cli/played_game.h"

#include <utility>

namespace engine::cli {
namespace {

/// In protocol text, or nothing if the move is not legal.
std::string played(Match& match, const std::string& text) {
  const auto move = match.read_move(text);
  return move && match.play(*move) ? *move : "";
}

}  // namespace

bool PlayedGame::begin(const Setup& setup, const std::vector<std::string>& moves) {
  auto match = game_.new_match(setup);
  if (!match) return false;
  std::vector<std::string> read;
  for (const std::string& text : moves) {
    read.push_back(played(**match, text));
    if (read.back().empty()) return false;
  }
  match_ = *std::move(match);
  setup_ = setup;
  moves_ = std::move(read);
  return true;
}

bool PlayedGame::play(const std::string& text) {
  const std::string move = played(*match_, text);
  if (!move.empty()) moves_.push_back(move);
  return !move.empty();
}

bool PlayedGame::take_back() {
  if (moves_.empty()) return false;
  return begin(setup_, {moves_.begin(), moves_.end() - 1});
}

void PlayedGame::prepare() {
  if (!bot_) bot_ = game_.new_bot(options_);
  bot_->prepare(*match_);
}

Thought PlayedGame::think(const Limits& limits, std::stop_token stop) {
  if (!bot_) bot_ = game_.new_bot(options_);
  return bot_->think(*match_, limits, std::move(stop), {});
}

void PlayedGame::set_hash(std::size_t bytes) {
  if (bytes == options_.hash_bytes) return;
  options_.hash_bytes = bytes;
  bot_.reset();
}

}  // namespace engine::cli
