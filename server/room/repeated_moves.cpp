#include "server/room/repeated_moves.h"

#include <algorithm>

namespace server {
namespace {

// Only the last move of a seat can be acknowledged once more: an older one was answered by what followed.
bool is_last_of(const GameLog& log, Seat seat, int ply) {
  const auto& movers = log.movers();
  return ply >= 0 && ply < log.plies() && movers[static_cast<std::size_t>(ply)] == seat &&
         std::find(movers.begin() + ply + 1, movers.end(), seat) == movers.end();
}

}  // namespace

std::string as_played(const GameLog& log, Seat seat, int ply, const std::string& text) {
  // Nothing to compare: this move was never made.
  if (!is_last_of(log, seat, ply)) return text;
  const std::string& move = log.moves()[static_cast<std::size_t>(ply)];
  // The usual case, without a replay.
  if (text == move) return text;
  // Replays the game up to that ply: rare, and only for a move that this seat did make.
  const auto read = log.match_at(ply)->read_move(text);
  return read ? *read : text;
}

}  // namespace server
