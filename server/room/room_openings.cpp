#include "engine/core/expected.h"
#include "server/room/room_state.h"

// Choices of an opening.
namespace server {
namespace {

using protocol::ErrorCode;

protocol::Error bad_offer(std::string message, std::string reason) {
  return error(ErrorCode::illegal_move, std::move(message), std::move(reason));
}

}  // namespace

RoomState::Refusal RoomState::choose(Seat seat, Choice choice, const std::vector<std::string>& offered,
                                     Millis round_trip) {
  if (log_.paused()) return not_allowed("The game is paused.");
  if (!is_choosing() || (seat == log_.seat_to_move() && !log_.opening().allows(choice)))
    return not_allowed("There is no such choice now.");
  if (seat != log_.seat_to_move()) return error(ErrorCode::not_your_turn, "It is not for you to choose.");
  if (choice == Choice::offer) {
    if (Refusal refusal = may_offer(offered)) return refusal;
  }
  if (!carry_out(choice, offered, {}, round_trip)) return error(ErrorCode::game_over, "The time was over.");
  return {};
}

RoomState::Refusal RoomState::may_offer(const std::vector<std::string>& moves) const {
  if (moves.size() != Opening::kOffers) return bad_offer("Offer ten moves.", "opening");
  for (const std::string& move : moves) {
    const auto read = log_.match().read_move(move);
    if (!read) return bad_offer(move + ": " + read.error().message, read.error().code);
    if (*read != move) return bad_offer(move + " is written " + *read + ".", "syntax");
  }
  if (has_symmetric_moves(log_.moves(), moves))
    return bad_offer("Two of them are the same by symmetry.", "symmetric");
  return {};
}

bool RoomState::carry_out(Choice choice, const std::vector<std::string>& offered, std::optional<Millis> spent,
                          Millis round_trip) {
  const auto pressed = press_clock(spent, round_trip);
  if (pressed) log_.choose(now_, choice, offered, pressed->clock, pressed->charge);
  return pressed.has_value();
}

}  // namespace server
