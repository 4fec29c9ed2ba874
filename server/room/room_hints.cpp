#include <utility>

#include "server/bots/judgement.h"
#include "server/room/room_state.h"

// Hints: what a bot at its best would play, for who plays against one.
namespace server {
namespace {

using protocol::ErrorCode;
using std::chrono::seconds;

constexpr Millis kBetweenHints = seconds(2);

}  // namespace

void RoomState::on_hint_asked(Seat seat, const Asker& asker) {
  if (Refusal refusal = may_ask_for_hint(seat)) return refuse(asker, *std::move(refusal));
  hint_after_ = now_ + kBetweenHints;
  effects_.emplace_back(AskHint{asker, log_.plies(), log_.look().pos, log_.match().clone()});
}

/// Advice would be unfair to another person, and worth too much where ratings are at stake.
RoomState::Refusal RoomState::may_ask_for_hint(Seat seat) const {
  if (log_.over()) return error(ErrorCode::game_over, "The game is over.");
  if (!log_.playing() || log_.paused()) return not_allowed("The game is not being played.");
  if (log_.header().rated) return not_allowed("Not in a rated game.");
  if (!log_.is_bot(other(seat))) return not_allowed("Only against a bot.");
  if (seat != log_.seat_to_move()) return error(ErrorCode::not_your_turn, "It is not your turn.");
  if (legal_moves().empty()) return not_allowed("There is no move to be made now.");
  if (now_ < hint_after_) {
    protocol::Error early = error(ErrorCode::rate_limited, "One hint after the other.");
    early.retry = hint_after_ - now_;
    return early;
  }
  return std::nullopt;
}

void RoomState::on(const HintFound& found) {
  if (found.ply != log_.plies() || found.pos != log_.look().pos)
    return refuse(found.asker, error(ErrorCode::stale_ply, "The game has gone on."));
  protocol::Hint hint{
      .game_id = log_.header().id, .ply = found.ply, .move = found.thought.best, .eval = {}, .line = {}};
  if (!found.thought.lines.empty()) {
    hint.eval = for_first_side(found.thought.lines.front(), log_.look().turn);
    hint.line = found.thought.lines.front().pv;
  }
  send(found.asker, std::move(hint));
}

}  // namespace server
