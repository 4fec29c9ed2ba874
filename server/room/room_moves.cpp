#include <algorithm>
#include <utility>

#include "server/room/room_state.h"

// Moves of people.
namespace server {
namespace {

using protocol::ErrorCode;
}  // namespace

void RoomState::on(const MoveSent& sent) {
  const std::optional<Seat> seat = seat_of(sent.asker);
  if (!seat) return refuse(sent.asker, error(ErrorCode::forbidden, "Only players move."));
  // A repeated message: its acknowledgement was lost, not the move.
  if (was_played(sent)) {
    answer_ = Answer{.kind = Answer::Kind::moved, .asker = sent.asker, .ply = sent.ply + 1};
    return;
  }
  if (Refusal refusal = may_move(*seat, sent)) {
    const bool behind = refusal->code == ErrorCode::stale_ply;
    refuse(sent.asker, *std::move(refusal));
    if (behind) send({sent.asker.viewer, {}}, full(seat, now_));
    return;
  }
  const auto move = log_.match().read_move(sent.move);
  if (!move)
    return refuse(sent.asker, error(ErrorCode::illegal_move, move.error().message, move.error().code));
  if (!log_.opening().permits(*move))
    return refuse(sent.asker, error(ErrorCode::illegal_move, log_.opening().where(), "opening"));

  if (!play(*move, sent.spent, sent.round_trip)) {
    return refuse(sent.asker, error(ErrorCode::game_over, "The time was over."));
  }
  answer_ = Answer{.kind = Answer::Kind::moved, .asker = sent.asker, .ply = sent.ply + 1};
}

bool RoomState::was_played(const MoveSent& sent) const {
  return sent.ply < log_.plies() && log_.moves()[static_cast<std::size_t>(sent.ply)] == sent.move;
}

RoomState::Refusal RoomState::may_move(Seat seat, const MoveSent& sent) const {
  if (log_.over()) return error(ErrorCode::game_over, "The game is over.");
  if (log_.status() == Status::waiting) return not_allowed("The game has not begun.");
  if (sent.ply != log_.plies()) return error(ErrorCode::stale_ply, "That is not the move to be made now.");
  if (log_.paused()) return not_allowed("The game is paused.");
  if (seat != log_.seat_to_move()) return error(ErrorCode::not_your_turn, "It is not your turn.");
  if (is_choosing()) return not_allowed("Choose first.");
  return std::nullopt;
}

bool RoomState::play(const std::string& move, std::optional<Millis> spent, Millis round_trip) {
  const Seat mover = log_.seat_to_move();
  const auto pressed = press_clock(spent, round_trip);
  if (!pressed) return false;
  log_.move(now_, move, pressed->clock, pressed->charge);
  judge(mover);
  return true;
}

std::optional<RoomState::Pressed> RoomState::press_clock(std::optional<Millis> spent, Millis round_trip) {
  log_.clock().note_round_trip(log_.turn(), round_trip);
  Pressed pressed{log_.clock(), {}};
  if (pressed.clock.running()) pressed.charge = pressed.clock.press(now_, spent, round_trip);
  if (!pressed.charge.flagged) return pressed;
  log_.flag(now_);
  return std::nullopt;
}

/// Whether the rules end the game after the move of `mover`.
void RoomState::judge(Seat mover) {
  const std::optional<engine::Outcome> outcome = log_.match().outcome();
  if (outcome) log_.end(now_, Status::finished, outcome->winner, outcome->reason, mover);
}

}  // namespace server
