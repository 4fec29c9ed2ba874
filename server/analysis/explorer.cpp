#include "server/analysis/explorer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "server/bots/judgement.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using protocol::ErrorCode;

/// Less than this is no thought.
constexpr Millis kShortestThought{10};

void add(protocol::Explored& explored, const engine::Game& game, const engine::Thought& thought, int lines) {
  if (thought.lines.empty()) return;
  const auto told = [&](const engine::Line& line) {
    const protocol::Evaluation eval = for_first_side(line, explored.look.turn);
    return protocol::ExploredLine{eval, win_chance(game.id, eval), line.pv};
  };
  protocol::ExploredLine best = told(thought.lines.front());
  explored.eval = best.eval;
  explored.win = best.win;
  explored.line = std::move(best.moves);
  explored.depth = thought.depth;
  if (lines > 1) std::ranges::transform(thought.lines, std::back_inserter(explored.lines), told);
}

}  // namespace

void Explorer::explore(const Subscriber& who, const protocol::Explore& explore, Answer answer) {
  auto variation = play_variation(explore);
  if (!variation) return answer(engine::Unexpected(variation.error()));
  if (!explore.think) return answer(std::move(variation->explored));
  if (variation->explored.outcome) {
    variation->explored.eval = evaluation_of(*variation->explored.outcome);
    variation->explored.win = win_chance(variation->game->id, *variation->explored.eval);
    return answer(std::move(variation->explored));
  }
  think(who, explore, *std::move(variation), std::move(answer));
}

void Explorer::think(const Subscriber& who, const protocol::Explore& explore, Variation variation,
                     Answer answer) {
  forget(who);  // A newer question makes the older one idle.
  const auto ticket = admit(who.origin().address);
  if (!ticket) return answer(engine::Unexpected(error(ErrorCode::busy, "Too many think at the moment.")));
  const int number = ++last_number_;
  BotRequest request;
  // One page goes from variation to variation of one game: what was thought of one helps with the next.
  request.room = "explore " + who.user()->id + ' ' + explore.rule + std::to_string(explore.size);
  request.game = variation.game;
  request.match = std::move(variation.match);
  request.limits.time = std::max(*explore.think, kShortestThought);
  request.limits.multipv = explore.lines;
  request.urgency = Urgency::background;
  auto done = [this, who = &who, number, lines = explore.lines, game = variation.game,
               explored = std::move(variation.explored),
               answer = std::move(answer)](BotAnswer thought) mutable {
    ended(who, number);
    add(explored, *game, thought.thought, lines);
    answer(std::move(explored));
  };
  thinking_[&who] = {bots_.think(std::move(request), std::move(done)), *ticket, number};
}

std::optional<KeyedCounts::Ticket> Explorer::admit(const std::string& address) {
  if (thinking_.size() >= options_.thinking) return std::nullopt;
  if (address.empty()) return KeyedCounts::Ticket();
  KeyedCounts::Ticket ticket = addresses_.admit(address, options_.thinking_of_one_address);
  return ticket ? std::optional(ticket) : std::nullopt;
}

void Explorer::forget(const Subscriber& who) {
  const auto found = thinking_.find(&who);
  if (found == thinking_.end()) return;
  found->second.stop.request_stop();
  thinking_.erase(found);
}

void Explorer::ended(const Subscriber* who, int number) {
  const auto found = thinking_.find(who);
  if (found != thinking_.end() && found->second.number == number) thinking_.erase(found);
}

}  // namespace server
