#include "server/analysis/explorer.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "server/base/attempt.h"
#include "server/bots/judgement.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using protocol::ErrorCode;

protocol::Error busy() {
  return error(ErrorCode::busy, "Too many think at the moment.");
}

/// Less than this is no thought.
constexpr Millis kShortestThought{10};
/// Of a variation: read, played, and at its end described.
constexpr Cost kCostOfMove = 0.05;
/// Moves; beyond it a variation takes milliseconds.
constexpr std::size_t kLongForALookUp = 40;

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

// Paid by the length alone: whether a move is legal is known only afterwards.
void Explorer::explore(Subscriber& who, const protocol::Explore& explore, Answer answer) {
  const std::size_t moves = explore.moves.size();
  if (const auto wait = who.refuse(kCostOfMove * static_cast<Cost>(moves))) {
    return answer(engine::Unexpected(
        protocol::retry_after(*wait, ErrorCode::rate_limited, "Not so many variations at once.")));
  }
  Question question{&who, who.user()->id, who.origin().address, explore, 0};
  // Before the variation is played: a newer question of the same page is what counts.
  if (explore.think) {
    forget(who);  // A newer question makes the older one idle.
    auto ticket = addresses_.admit(question.address, options_.thinking_of_one_address);
    if (!ticket) return answer(engine::Unexpected(busy()));
    question.number = ++last_number_;
    thinking_[&who] = {std::stop_source(), std::move(ticket), question.number};
  }
  const auto lane = moves > kLongForALookUp ? WorkPool::Lane::slow : WorkPool::Lane::quick;
  using Played = engine::Expected<Variation, protocol::Error>;
  work_.run(
      {lane, who.origin().address}, [explore] { return play_variation(explore); },
      [this, question, answer = std::move(answer)](std::optional<Played> variation) mutable {
        if (variation && *variation) return played({question, **std::move(variation), std::move(answer)});
        ended(question);
        if (variation) return answer(engine::Unexpected(variation->error()));
        answer(engine::Unexpected(error(ErrorCode::busy, "Too many look at variations.")));
      });
}

void Explorer::played(Waiting waiting) {
  auto& [question, variation, answer] = waiting;
  // A position where the game is over is worth what its end is worth, without a thought.
  if (is_wanted(question) && !variation.explored.outcome) return wait(std::move(waiting));
  ended(question);
  if (question.explore.think && variation.explored.outcome) {
    variation.explored.eval = evaluation_of(*variation.explored.outcome);
    variation.explored.win = win_chance(variation.game->id, *variation.explored.eval);
  }
  answer(std::move(variation.explored));
}

void Explorer::wait(Waiting waiting) {
  const std::string network = network_key(waiting.question.address);
  // A full queue drops the newest of the network that waits for most (FairQueue).
  const auto dropped = waiting_.push(network, std::move(waiting));
  if (dropped) ended(dropped->question);
  if (dropped) attempt("answer", [&] { dropped->answer(engine::Unexpected(busy())); });
  hand_out();
}

void Explorer::hand_out() {
  while (handed_out_ < std::min(bots_.threads(), options_.at_once)) {
    auto next = waiting_.pop();
    if (!next) return;
    think(*std::move(next));
  }
}

void Explorer::think(Waiting next) {
  auto& [question, variation, answer] = next;
  const protocol::Explore& explore = question.explore;
  BotRequest request;
  // One page goes from variation to variation of one game: what was thought of one helps with the next.
  request.room = "explore " + question.user + ' ' + explore.rule + std::to_string(explore.size);
  request.game = variation.game;
  request.match = std::move(variation.match);
  request.limits.time = std::max(*explore.think, kShortestThought);
  request.limits.multipv = explore.lines;
  request.urgency = Urgency::background;
  Thinking& thinking = thinking_.at(question.who);
  auto done = [this, question, game = variation.game, explored = std::move(variation.explored),
               answer = std::move(answer)](BotAnswer thought) mutable {
    --handed_out_;
    ended(question);
    add(explored, *game, thought.thought, question.explore.lines);
    // Those behind it wait for the thread, whatever becomes of this answer.
    attempt("answer", [&] { answer(std::move(explored)); });
    hand_out();
  };
  ++handed_out_;
  thinking.stop = bots_.think(std::move(request), std::move(done));
}

// What waits is answered without a thought: a page that waits would hang.
void Explorer::forget(const Subscriber& who) {
  const auto found = thinking_.find(&who);
  if (found == thinking_.end()) return;
  found->second.stop.request_stop();
  thinking_.erase(found);
  const auto is_its = [&who](const Waiting& waiting) { return waiting.question.who == &who; };
  for (Waiting& late : waiting_.take_out(network_key(who.origin().address), is_its))
    late.answer(std::move(late.variation.explored));
}

bool Explorer::is_wanted(const Question& question) const {
  const auto found = thinking_.find(question.who);
  return question.number != 0 && found != thinking_.end() && found->second.number == question.number;
}

void Explorer::ended(const Question& question) {
  if (is_wanted(question)) thinking_.erase(question.who);
}

}  // namespace server
