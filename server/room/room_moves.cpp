#include <algorithm>
#include <utility>

#include "server/room/room_state.h"

// Moves, of people and of bots.
namespace server {
namespace {

using protocol::ErrorCode;
using std::chrono::hours;

/// For a bot's moves all delay is ours: queue and dispatch are given back as far as the quota goes.
constexpr Millis kBotRoundTrip = hours(1);

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
  if (log_.status() == Status::waiting) return error(ErrorCode::not_allowed, "The game has not begun.");
  if (sent.ply != log_.plies()) return error(ErrorCode::stale_ply, "That is not the move to be made now.");
  if (log_.paused()) return error(ErrorCode::not_allowed, "The game is paused.");
  if (seat != log_.seat_to_move()) return error(ErrorCode::not_your_turn, "It is not your turn.");
  return std::nullopt;
}

bool RoomState::play(const std::string& move, std::optional<Millis> spent, Millis round_trip) {
  const Seat mover = log_.seat_to_move();
  log_.clock().note_round_trip(log_.side_of(mover), round_trip);
  GameClock clock = log_.clock();
  GameClock::Charge charge;
  if (clock.running()) charge = clock.press(now_, spent, round_trip);
  if (charge.flagged) {
    log_.flag(now_);
    return false;
  }
  log_.move(now_, move, clock, charge);
  judge(mover);
  return true;
}

/// Whether the rules end the game after the move of `mover`.
void RoomState::judge(Seat mover) {
  const std::optional<engine::Outcome> outcome = log_.match().outcome();
  if (outcome) log_.end(now_, Status::finished, outcome->winner, outcome->reason, mover);
}

void RoomState::on(const BotMoved& moved) {
  if (!thinking_ || thinking_->epoch != moved.epoch || thinking_->ply != moved.ply) return;
  thinking_.reset();
  auto move = log_.match().read_move(moved.move);
  play(move ? *move : log_.match().legal_moves().front(), moved.thought, kBotRoundTrip);
}

/// Asks the bot whose turn it is, and stops the one whose turn it no longer is.
void RoomState::settle_bot() {
  const bool wanted = log_.playing() && !log_.paused() && log_.is_bot(log_.seat_to_move());
  if (thinking_ && (!wanted || thinking_->ply != log_.plies())) {
    thinking_.reset();
    effects_.emplace_back(CancelBot{});
  }
  if (due(bot_rests_until_)) bot_rests_until_.reset();
  if (wanted && !thinking_ && !bot_rests_until_) ask_bot();
}

void RoomState::ask_bot() {
  const Seat seat = log_.seat_to_move();
  thinking_ = Thinking{++epoch_, log_.plies()};
  log_.clock().note_round_trip(log_.side_of(seat), kBotRoundTrip);
  AskBot ask{.epoch = epoch_,
             .ply = log_.plies(),
             .level = log_.holder(seat).level,
             .clock = {},
             .match = log_.match().clone()};
  if (!log_.clock().unlimited()) ask.clock = bot_clock();
  effects_.emplace_back(std::move(ask));
}

engine::search::Clock RoomState::bot_clock() const {
  const TimeControl time = to_time_control(log_.header().time);
  const GameClock::Reading left = log_.clock().reading(log_.turn());
  const Millis used = log_.clock().running() ? log_.clock().spent(now_) : Millis(0);
  engine::search::Clock clock;
  clock.remaining = std::max(left.main - used, Millis(0));
  clock.increment = time.increment;
  if (left.periods > 0) clock.byoyomi = time.byoyomi;
  if (time.per_move > Millis(0)) clock.per_move = std::max(time.per_move - used, Millis(0));
  clock.ply = log_.plies();
  return clock;
}

}  // namespace server
