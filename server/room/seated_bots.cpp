#include "server/room/seated_bots.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

#include "engine/core/points.h"
#include "server/bots/judgement.h"
#include "server/match/opening_bot.h"

namespace server {
namespace {

using std::chrono::seconds;

// When a bot agrees to a draw: late in the game if neither side is better, or at any time if it is clearly
// worse. In hundredths of the game's unit.
constexpr int kLatePly = 80;
constexpr engine::Score kNeitherIsBetter = 25;
constexpr engine::Score kClearlyWorse = -300;

/// Between the moves of bots among themselves: about three a second.
constexpr Millis kExhibitionPause{300};
/// Of a clock, that such a pause may take.
constexpr int kShareOfPause = 100;

/// Of a line: what follows is guesswork.
constexpr std::size_t kToldPlies = 6;

/// What a turn that has used so much beyond the main time has of the period that runs. Of little it takes the
/// next period as well, where there is one: better a period less than no thought.
Millis time_for_move(Millis byoyomi, int periods, Millis beyond) {
  const Millis all = periods * byoyomi - beyond;
  if (all <= Millis(0)) return Millis(0);
  const Millis rest = byoyomi - beyond % byoyomi;
  return rest < byoyomi / 2 && rest < all ? rest + byoyomi : rest;
}

/// Of the side to move, as the engine plans its time.
engine::search::Clock clock_of(const GameLog& log, TimePoint now) {
  const TimeControl time = to_time_control(log.header().time);
  const GameClock::Reading left = log.clock().reading(log.turn());
  const Millis used = log.clock().running() ? log.clock().spent(now) : Millis(0);
  // What was used of this turn is charged when it ends; here it is taken off by hand.
  engine::search::Clock clock;
  clock.remaining = std::max(left.main - used, Millis(0));
  clock.increment = time.increment;
  clock.byoyomi = time_for_move(time.byoyomi, left.periods, std::max(used - left.main, Millis(0)));
  if (time.per_move > Millis(0)) {
    clock.per_move = std::max(time.per_move - used, Millis(0));
    // The reading is the time of one move then, which each turn has anew: none of it is to be saved.
    if (!log.clock().has_main_time()) {
      clock.remaining = Millis(0);
      clock.byoyomi = *clock.per_move;
    }
  }
  clock.ply = log.plies();
  return clock;
}

/// Before a turn of bots among themselves. No clock of theirs falls by it.
Millis pause_in(const GameLog& log, TimePoint now) {
  if (log.clock().unlimited()) return kExhibitionPause;
  const engine::search::Clock clock = clock_of(log, now);
  const Millis time = clock.per_move ? *clock.per_move : clock.remaining + clock.byoyomi;
  return std::min(kExhibitionPause, time / kShareOfPause);
}

}  // namespace

// The order of the cases: stop what is no longer wanted, then ask what is, or wait.
void SeatedBots::settle(GameLog& log, TimePoint turn_since, TimePoint now, std::vector<Effect>& effects,
                        bool room_rests) {
  const bool wanted = log.playing() && !log.paused() && log.is_bot(log.seat_to_move());
  // A takeback or an end made its question void.
  if (asked_ && (!wanted || asked_->ply != log.plies())) {
    asked_.reset();
    effects.emplace_back(CancelBot{});
  }
  // Other moves may lead to as many plies again, and it was not asked about them.
  if (opinion_ && opinion_->ply > log.plies()) opinion_.reset();
  if (pause_until_ && now >= *pause_until_) pause_until_.reset();
  // While the room rests after a failed commit nothing is asked: its answer could not be written.
  if (!wanted || asked_ || room_rests || pause_until_) return;
  const TimePoint earliest = turn_since + (log.is_exhibition() ? pause_in(log, now) : Millis(0));
  if (now >= earliest) return ask(log, now, effects);
  pause_until_ = earliest;
}

void SeatedBots::ask(GameLog& log, TimePoint now, std::vector<Effect>& effects) {
  const Seat seat = log.seat_to_move();
  asked_ = Question{++epoch_, log.plies()};
  log.clock().note_round_trip(log.side_of(seat), kBotRoundTrip);
  AskBot ask{.epoch = epoch_,
             .ply = log.plies(),
             .level = log.holder(seat).level,
             .clock = {},
             .match = log.match().clone()};
  if (!log.opening().done()) {
    // Rooms have random names, so no two of them open alike.
    // In an opening the engine is asked for several moves, or for one of a few.
    OpeningQuestion question = ask_in(log.opening(), log.moves(), log.match().legal_moves(), log.board_size(),
                                      std::hash<std::string>{}(log.header().id));
    ask.lines = question.lines;
    ask.among = std::move(question.among);
  }
  // Unlimited games give it the level's own time.
  if (!log.clock().unlimited()) ask.clock = clock_of(log, now);
  // What reply_time() looks at.
  ask.moment = {log.plies(), log.legal_moves().size(), log.look().check};
  effects.emplace_back(std::move(ask));
}

std::optional<Decision> SeatedBots::answer(const GameLog& log, const BotMoved& moved, TimePoint now) {
  if (!asked_ || asked_->epoch != moved.epoch || asked_->ply != moved.ply) return std::nullopt;
  asked_.reset();
  if (!moved.lines.empty())
    opinion_ = Opinion{log.plies(), log.look().turn, engine::points_of(moved.lines.front())};
  note_thought(log, moved);
  const OpeningAct act = act_in(log.opening(), log.look().turn, moved.lines, moved.move);
  if (act.choice) return decide_bot_choice(log, *act.choice, moved.thought, now);
  return decide_bot_move(log, act.move, moved.thought, now);
}

/// What it expects is advice for its opponent: not where ratings are at stake.
// Rated games tell nothing: a hint would be worth rating points.
void SeatedBots::note_thought(const GameLog& log, const BotMoved& moved) {
  if (log.header().rated || moved.lines.empty()) return;
  const engine::Line& best = moved.lines.front();
  protocol::Thought thought{.game_id = log.header().id,
                            .ply = log.plies(),
                            .depth = moved.depth,
                            .eval = for_first_side(best, log.look().turn),
                            .line = {},
                            .notations = {}};
  const std::unique_ptr<engine::Match> match = log.match().clone();
  for (const std::string& text : best.pv) {
    const auto move = match->read_move(text);
    if (!move || thought.line.size() == kToldPlies) break;
    thought.notations.push_back(match->notations(*move));
    thought.line.push_back(*move);
    (void)match->play(*move);
  }
  thought_ = std::move(thought);
}

std::optional<protocol::Thought> SeatedBots::take_thought() {
  return std::exchange(thought_, std::nullopt);
}

// A draw offered long after its last move says nothing of this position.
bool SeatedBots::agree_to_draw(const GameLog& log) const {
  if (!opinion_ || opinion_->ply > log.plies() || log.plies() - opinion_->ply > 2) return false;
  const bool is_its = log.is_bot(log.seat_of(opinion_->turn));
  const engine::Score points = is_its ? opinion_->points : -opinion_->points;
  const bool even = std::abs(points) <= kNeitherIsBetter;
  return (even && log.plies() >= kLatePly) || points <= kClearlyWorse;
}

}  // namespace server
