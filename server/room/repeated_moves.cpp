#include "server/room/repeated_moves.h"

#include <algorithm>
#include <cassert>

namespace server {
namespace {

bool is_last_of(const GameLog& log, Seat seat, int ply) {
  const auto& movers = log.movers();
  return ply >= 0 && ply < log.plies() && movers[static_cast<std::size_t>(ply)] == seat &&
         std::find(movers.begin() + ply + 1, movers.end(), seat) == movers.end();
}

bool begins_with(const std::vector<std::string>& moves, const std::vector<std::string>& start) {
  return start.size() <= moves.size() && std::equal(start.begin(), start.end(), moves.begin());
}

}  // namespace

/// From where it was at the seat's move before, if the game has gone on from there: else each move of a long
/// game would cost all of it.
void RepeatedMoves::set_up(Before& before, const GameLog& log, int ply) {
  const std::vector<std::string> wanted(log.moves().begin(), log.moves().begin() + ply);
  if (!before.match || !begins_with(wanted, before.moves)) before = {wanted, log.match_at(ply)};
  for (auto move = wanted.begin() + std::ssize(before.moves); move != wanted.end(); ++move) {
    [[maybe_unused]] const auto mover = before.match->play(*move);
    assert(mover);
    before.moves.push_back(*move);
  }
}

std::string RepeatedMoves::as_played(const GameLog& log, Seat seat, int ply, const std::string& text) {
  if (!is_last_of(log, seat, ply)) return text;
  const auto move = log.moves().begin() + ply;
  if (text == *move) return text;
  Before& before = before_[index(seat)];
  set_up(before, log, ply);
  const auto read = before.match->read_move(text);
  return read ? *read : text;
}

}  // namespace server
