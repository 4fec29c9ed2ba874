#include "server/room/hints.h"

#include <utility>

#include "server/bots/judgement.h"
#include "server/match/decisions.h"
#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"

namespace server {
namespace {

using engine::Unexpected;
using protocol::ErrorCode;

constexpr Millis kBetweenHints = std::chrono::seconds(2);

}  // namespace

engine::Expected<AskHint, protocol::Error> Hints::ask(const GameLog& log, Seat seat, const ReplyTo& reply_to,
                                                      TimePoint now) {
  if (auto refusal = refuse_hint(log, seat)) return Unexpected(*std::move(refusal));
  if (now < next_at_)
    return Unexpected(
        because(protocol::Obstacle::hint,
                protocol::retry_after(next_at_ - now, ErrorCode::rate_limited, "One hint after the other.")));
  next_at_ = now + kBetweenHints;
  // A clone, for the thought runs on another thread and the game goes on here; with the position's text, for
  // after a takeback the same ply may be another position.
  AskHint ask{reply_to, log.plies(), log.look().pos, log.match().clone()};
  // The engine knows nothing of where an opening permits a stone.
  if (!log.opening().done()) ask.among = log.legal_moves();
  return ask;
}

engine::Expected<protocol::Hint, protocol::Error> Hints::answer(const GameLog& log, const HintFound& found) {
  if (found.ply != log.plies() || found.pos != log.look().pos)
    return Unexpected(error(ErrorCode::stale_ply, "The game has gone on."));
  protocol::Hint hint{
      .game_id = log.header().id, .ply = found.ply, .move = found.thought.best, .eval = {}, .line = {}};
  if (!found.thought.lines.empty()) {
    // The value is of the side to move; clients are told it for the first side.
    hint.eval = for_first_side(found.thought.lines.front(), log.look().turn);
    hint.line = found.thought.lines.front().pv;
  }
  return hint;
}

}  // namespace server
