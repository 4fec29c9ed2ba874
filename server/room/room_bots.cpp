#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

#include "server/bots/judgement.h"
#include "server/match/opening_bot.h"
#include "server/room/room_state.h"

// Bots: when they are asked, and what comes of their answers.
namespace server {
namespace {

using std::chrono::hours;

/// For a bot's moves all delay is ours: queue and dispatch are given back as far as the quota goes.
constexpr Millis kBotRoundTrip = hours(1);

// When a bot agrees to a draw, by what it thought of its last move: late in the game if neither side is
// better, or at any time if it is clearly worse. In hundredths of the game's unit.
constexpr int kLatePly = 80;
constexpr engine::Score kNeitherIsBetter = 25;
constexpr engine::Score kClearlyWorse = -300;

/// Of a line: what follows is guesswork.
constexpr std::size_t kToldPlies = 6;

}  // namespace

void RoomState::on(const BotMoved& moved) {
  if (!thinking_ || thinking_->epoch != moved.epoch || thinking_->ply != moved.ply) return;
  thinking_.reset();
  if (!moved.lines.empty()) opinion_ = Opinion{log_.plies(), points_of(moved.lines.front())};
  note_thought(moved);
  const Opening& opening = log_.opening();
  OpeningAct act = act_in(opening, log_.moves(), log_.look().turn, moved.lines, moved.move);
  if (act.choice) {
    carry_out(*act.choice, act.offered, moved.thought, kBotRoundTrip);
  } else {
    play(allowed(act.move), moved.thought, kBotRoundTrip);
  }
}

/// What it expects is advice for its opponent: not where ratings are at stake.
void RoomState::note_thought(const BotMoved& moved) {
  if (log_.header().rated || moved.lines.empty()) return;
  const engine::Line& best = moved.lines.front();
  protocol::Thought thought{.game_id = log_.header().id,
                            .ply = log_.plies(),
                            .depth = moved.depth,
                            .eval = for_first_side(best, log_.look().turn),
                            .line = {},
                            .notations = {}};
  const std::unique_ptr<engine::Match> match = log_.match().clone();
  for (const std::string& text : best.pv) {
    const auto move = match->read_move(text);
    if (!move || thought.line.size() == kToldPlies) break;
    thought.notations.push_back(match->notations(*move));
    thought.line.push_back(*move);
    (void)match->play(*move);
  }
  untold_thought_ = std::move(thought);
}

/// What the pool promises is a legal move; a room must not stand still if it is not.
std::string RoomState::allowed(const std::string& wanted) const {
  auto move = log_.match().read_move(wanted);
  return move && log_.opening().permits(*move) ? *std::move(move) : legal_moves().front();
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
  if (!log_.opening().done()) {
    // Rooms have random names, so no two of them open alike.
    OpeningQuestion question = ask_in(log_.opening(), log_.moves(), legal_moves(), log_.board_size(),
                                      std::hash<std::string>{}(log_.header().id));
    ask.lines = question.lines;
    ask.among = std::move(question.among);
  }
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

/// An opinion of before a takeback, or none since a restart, is no ground to agree to anything.
bool RoomState::bot_agrees_to_draw() const {
  if (!opinion_ || opinion_->ply > log_.plies() || log_.plies() - opinion_->ply > 2) return false;
  const bool even = std::abs(opinion_->points) <= kNeitherIsBetter;
  return (even && log_.plies() >= kLatePly) || opinion_->points <= kClearlyWorse;
}

}  // namespace server
