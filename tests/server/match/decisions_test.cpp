#include "server/match/decisions.h"

#include <gmock/gmock.h>

#include <functional>

#include "engine/games/registry.h"
#include "server/match/game_events.h"
#include "server/protocol/words.h"

namespace server {
namespace {

using namespace std::chrono_literals;
using protocol::ErrorCode;
using testing::AllOf;
using testing::Field;
using testing::Optional;

constexpr TimePoint kMorning{1'700'000'000'000ms};
constexpr Seat kFirst = Seat::a, kSecond = Seat::b;

struct Terms {
  TimeControl time = {.initial = 5min, .increment = 3s};
  bool rated = false;
  int second_level = 0;  ///< Of a bot; 0: a person.
  std::string opening = "";
  std::string rule = "freestyle";
  std::string tournament = "";
};

/// A game of Gomoku between two seats, without a room around it: what is decided happens at once.
class Played {
 public:
  explicit Played(const Terms& terms = {}) : log(begin(terms)) {}
  Played(const Played& other)
      : now(other.now),
        around(other.around),
        log(*GameLog::replay(other.log.game(), {other.log.header(), other.log.events()},
                             other.log.version())) {}
  static Played started(const Terms& terms = {}) {
    Played game(terms);
    game.happen(start_event(game.log, game.now));
    return game;
  }

  void happen(storage::Event event) {
    ASSERT_TRUE(log.follow(std::move(event)));
    if (auto end = end_by_rules(log, now)) {
      ASSERT_TRUE(log.follow(*std::move(end)));
    }
  }
  /// Each by whose turn it is; takes no time.
  Played& moves(const std::vector<std::string>& moves) {
    for (const std::string& move : moves) {
      Decision decision = decide_move(log, log.seat_to_move(), {log.plies(), move}, now);
      EXPECT_TRUE(decision.event) << move;
      if (decision.event) happen(*std::move(decision.event));
    }
    return *this;
  }
  Played& acts(Seat seat, ActionKind kind, bool on = true) {
    Decision decision = act(seat, kind, on);
    EXPECT_FALSE(decision.refusal) << decision.refusal->message;
    if (decision.event) happen(*std::move(decision.event));
    return *this;
  }
  Decision move(Seat seat, const std::string& move) const {
    return decide_move(log, seat, {log.plies(), move}, now);
  }
  Decision act(Seat seat, ActionKind kind, bool on = true, std::optional<int> seen = {}) const {
    return decide_action(log, seat, {.kind = kind, .on = on, .seen = seen}, around, now);
  }
  Decision choose(Seat seat, const OpeningChoice& choice) const {
    return decide_choice(log, seat, choice, 0ms, now);
  }

  TimePoint now = kMorning;
  DecisionContext around;
  GameLog log;

 private:
  static GameLog begin(const Terms& terms) {
    storage::Game header;
    header.id = "aB3dE9xQ";
    header.game = "gomoku";
    header.rule = terms.rule;
    header.size = 15;
    header.opening = terms.opening;
    header.time = to_record(terms.time);
    header.rated = terms.rated;
    header.tournament = terms.tournament;
    header.seats[0].user = "u_lin";
    header.seats[1].level = terms.second_level;
    if (terms.second_level == 0) header.seats[1].user = "u_wang";
    return *GameLog::begin(*engine::find_game("gomoku"), header);
  }
};

// What came of it, in a word: the kind of event, the code of the error, or "granted".
std::string outcome(const Decision& decision) {
  const std::string refusal = decision.refusal ? std::string(word(decision.refusal->code)) : "";
  if (decision.event && decision.refusal) return std::string(word(decision.event->kind)) + ", " + refusal;
  if (decision.event) return std::string(word(decision.event->kind));
  return decision.refusal ? refusal : decision.rematch ? "rematch" : "granted";
}

const std::vector<std::string> kFiveInARow{"h8", "a1", "i8", "a2", "j8", "a3", "k8", "a4", "l8"};
const TimeControl kUnlimited{};

// ---- moves -----------------------------------------------------------------------------------------------

TEST(DecideMove, answers_by_the_next_event_and_changes_nothing) {
  const Played game = Played::started();
  const Decision decision = game.move(kFirst, "h8");
  EXPECT_FALSE(decision.refusal);
  EXPECT_THAT(decision.event,
              Optional(AllOf(Field(&storage::Event::v, 2), Field(&storage::Event::ply, 1),
                             Field(&storage::Event::by, "first"), Field(&storage::Event::move, "h8"))));
  EXPECT_EQ(game.log.version(), 1);
  EXPECT_EQ(game.log.plies(), 0);
}

TEST(DecideMove, says_why_not) {
  struct Row {
    const char* what;
    Played game;
    Seat seat;
    MoveRequest request;
    const char* outcome;
  };
  const std::vector<Row> rows{
      {"the first", Played::started(), kFirst, {0, "h8"}, "move"},
      {"before the game", Played(), kFirst, {0, "h8"}, "not_allowed"},
      {"after the game", Played::started().moves(kFiveInARow), kSecond, {9, "a5"}, "game_over"},
      {"of the other", Played::started(), kSecond, {0, "h8"}, "not_your_turn"},
      {"twice in turn", Played::started().moves({"h8"}), kFirst, {1, "i8"}, "not_your_turn"},
      {"too early", Played::started(), kFirst, {1, "h8"}, "stale_ply"},
      {"too late", Played::started().moves({"h8", "i8"}), kFirst, {1, "j8"}, "stale_ply"},
      {"said again", Played::started().moves({"h8", "i8"}), kFirst, {0, "h8"}, "granted"},
      {"said again after the end", Played::started().moves(kFiveInARow), kFirst, {8, "l8"}, "granted"},
      {"where a stone stands", Played::started().moves({"h8"}), kSecond, {1, "h8"}, "illegal_move"},
      {"off the board", Played::started(), kFirst, {0, "p16"}, "illegal_move"},
      {"no move at all", Played::started(), kFirst, {0, "\xff"}, "illegal_move"},
      {"of a negative ply", Played::started(), kFirst, {-1, "h8"}, "stale_ply"},
      {"within the zone", Played::started({.opening = "pro"}), kFirst, {0, "h8"}, "move"},
      {"outside the zone", Played::started({.opening = "pro"}), kFirst, {0, "h9"}, "illegal_move"},
      {"in a pause",
       Played::started().acts(kFirst, ActionKind::pause).acts(kSecond, ActionKind::pause),
       kFirst,
       {0, "h8"},
       "not_allowed"},
      {"instead of a choice",
       Played::started({.opening = "swap"}).moves({"h8", "i8", "j8"}),
       kSecond,
       {3, "k8"},
       "not_allowed"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(outcome(decide_move(row.game.log, row.seat, row.request, row.game.now)), row.outcome)
        << row.what;
  }
}

// Lin has five minutes, and both have moved: her clock runs.
TEST(DecideMove, ends_the_game_when_its_time_was_over) {
  Played game = Played::started({.time = {.initial = 5min}}).moves({"h8", "i8"});
  game.now += 5min - 1ms;
  EXPECT_EQ(outcome(game.move(kFirst, "j8")), "move");
  game.now += 1ms;
  const Decision late = game.move(kFirst, "j8");
  EXPECT_EQ(outcome(late), "end, game_over");
  EXPECT_EQ(late.event->detail, "finished second timeout");
  EXPECT_EQ(late.event->clock[0], 0);
}

TEST(DecideMove, gives_back_what_the_network_took_but_no_more_than_was_measured) {
  Played game = Played::started({.time = {.initial = 5min}}).moves({"h8", "i8"});
  game.now += 10s;
  const auto decide = [&](std::optional<Millis> spent, Millis round_trip) {
    return *decide_move(game.log, kFirst, {2, "j8", spent, round_trip}, game.now).event;
  };
  EXPECT_EQ(decide({}, 0ms).lag, 0);
  EXPECT_EQ(decide({}, 80ms).lag, 80);
  EXPECT_EQ(decide(9'950ms, 80ms).lag, 50) << "the client says what it spent";
  EXPECT_EQ(decide(0ms, 80ms).lag, 80) << "and is believed up to the measured way";
  EXPECT_EQ(decide({}, 80ms).spent, 9'920);
}

// ---- choices of an opening -------------------------------------------------------------------------------

TEST(DecideChoice, is_for_whoever_is_to_choose_among_what_there_is) {
  const Played swap = Played::started({.opening = "swap"}).moves({"h8", "i8", "j8"});
  EXPECT_EQ(outcome(swap.choose(kSecond, Choice::keep)), "opening");
  EXPECT_EQ(outcome(swap.choose(kSecond, Choice::swap)), "swap");
  EXPECT_EQ(outcome(swap.choose(kSecond, Choice::more)), "not_allowed") << "that is swap2";
  EXPECT_EQ(outcome(swap.choose(kFirst, Choice::swap)), "not_your_turn");
  EXPECT_EQ(outcome(Played::started({.opening = "swap"}).choose(kFirst, Choice::keep)), "not_allowed");
  EXPECT_EQ(outcome(Played::started().choose(kFirst, Choice::keep)), "not_allowed") << "no opening at all";
  EXPECT_EQ(outcome(swap.act(kSecond, ActionKind::swap)), "swap") << "it is an action like others";
}

TEST(DecideChoice, waits_for_the_end_of_a_pause) {
  Played game = Played::started({.opening = "swap"}).moves({"h8", "i8", "j8"});
  game.acts(kFirst, ActionKind::pause).acts(kSecond, ActionKind::pause);
  EXPECT_EQ(outcome(game.choose(kSecond, Choice::keep)), "not_allowed");
}

TEST(DecideChoice, comes_too_late_like_a_move) {
  Played game = Played::started({.time = {.initial = 1min}, .opening = "swap2"}).moves({"h8", "i8", "j8"});
  game.happen(*game.choose(kSecond, Choice::more).event);
  ASSERT_TRUE(game.log.clock().running());
  game.moves({"k8", "l9"});
  game.now += 1min - 1ms;
  EXPECT_EQ(outcome(game.choose(kFirst, Choice::keep)), "opening");
  game.now += 1ms;
  EXPECT_EQ(outcome(game.choose(kFirst, Choice::keep)), "end, game_over");
}

TEST(DecideChoice, of_ten_moves_takes_ten_that_are_legal_and_different) {
  Played game = Played::started({.opening = "taraguchi10", .rule = "renju"});
  const auto keep = [&] { game.happen(*game.choose(game.log.seat_to_move(), Choice::keep).event); };
  game.moves({"h8"});
  keep();
  game.moves({"h9"});
  keep();
  game.moves({"i10"});
  keep();
  game.moves({"k9"});
  const Seat black = game.log.seat_to_move();
  const std::vector<std::string> ten{"a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "a9", "a10"};
  const auto reason = [&](const std::vector<std::string>& moves) {
    return game.choose(black, {Choice::offer, moves}).refusal.value_or(protocol::Error()).reason;
  };
  const auto with = [&](const std::string& last) {
    std::vector<std::string> moves = ten;
    moves.back() = last;
    return moves;
  };
  EXPECT_EQ(outcome(game.choose(black, {Choice::offer, ten})), "opening");
  EXPECT_EQ(outcome(game.choose(black, {Choice::offer, {"a1"}})), "illegal_move");
  EXPECT_EQ(reason(with("a1")), "symmetric") << "twice the same";
  EXPECT_EQ(reason(with("A10")), "syntax");
  EXPECT_EQ(outcome(game.choose(black, {Choice::offer, with("h8")})), "illegal_move")
      << "a stone stands there";
}

TEST(DecideChoice, declares_from_one_to_eight_and_offers_so_many) {
  Played game = Played::started({.opening = "soosyrv8", .rule = "renju"}).moves({"h8", "i9", "j8"});
  game.acts(kSecond, ActionKind::keep).moves({"h11"});
  const auto declare = [](int count) { return OpeningChoice(Choice::declare, {}, count); };
  EXPECT_EQ(outcome(game.choose(kSecond, declare(1))), "opening");
  EXPECT_EQ(outcome(game.choose(kSecond, declare(8))), "opening");
  for (const int count : {-1, 0, 9}) EXPECT_EQ(outcome(game.choose(kSecond, declare(count))), "illegal_move");
  EXPECT_EQ(outcome(game.choose(kFirst, declare(3))), "not_your_turn");
  for (const Choice choice : {Choice::keep, Choice::swap, Choice::more, Choice::offer})
    EXPECT_EQ(outcome(game.choose(kSecond, choice)), "not_allowed") << protocol::word(choice);
  EXPECT_EQ(outcome(game.move(kFirst, "a1")), "not_your_turn") << "no fifth stone before";
  EXPECT_EQ(outcome(game.move(kSecond, "a1")), "not_allowed");

  const Decision three =
      decide_action(game.log, kSecond, {.kind = ActionKind::declare, .count = 3}, {}, game.now);
  ASSERT_EQ(outcome(three), "opening") << "it is an action like others";
  EXPECT_EQ(three.event->detail, "declare 3");
  game.happen(*three.event);
  EXPECT_EQ(outcome(game.choose(kFirst, declare(3))), "not_allowed") << "once";
  EXPECT_EQ(outcome(game.choose(kFirst, {Choice::offer, {"a1", "a2", "a3"}})), "not_allowed");
  game.acts(kFirst, ActionKind::swap);
  const Seat black = kSecond;
  EXPECT_EQ(outcome(game.choose(black, Choice::swap)), "not_allowed") << "one swap";
  for (const std::vector<std::string>& moves : {std::vector<std::string>{},
                                                {"a1", "a2"},
                                                {"a1", "a2", "a3", "a4"},
                                                {"a1", "a2", "a2"},
                                                {"a1", "a2", "h8"}})
    EXPECT_EQ(outcome(game.choose(black, {Choice::offer, moves})), "illegal_move") << moves.size();
  EXPECT_EQ(outcome(game.choose(kFirst, {Choice::offer, {"a1", "a2", "a3"}})), "not_your_turn");
  game.happen(*game.choose(black, {Choice::offer, {"a1", "a2", "a3"}}).event);
  EXPECT_EQ(outcome(game.move(black, "a1")), "not_your_turn") << "white picks";
  EXPECT_EQ(outcome(game.move(kFirst, "b1")), "illegal_move");
  EXPECT_EQ(outcome(game.move(kFirst, "a2")), "move");
}

// ---- the end ---------------------------------------------------------------------------------------------

TEST(DecideAction, resigning_loses_once_the_game_has_begun) {
  EXPECT_EQ(outcome(Played().act(kFirst, ActionKind::resign)), "not_allowed");
  const Decision decision = Played::started().act(kSecond, ActionKind::resign);
  ASSERT_EQ(outcome(decision), "end");
  EXPECT_EQ(decision.event->detail, "finished first resign");
  EXPECT_EQ(decision.event->by, "second");
  EXPECT_EQ(outcome(Played::started().moves(kFiveInARow).act(kFirst, ActionKind::resign)), "game_over");
}

TEST(DecideAction, aborting_is_over_when_both_have_moved) {
  EXPECT_EQ(outcome(Played().act(kFirst, ActionKind::abort)), "end") << "nobody came";
  EXPECT_EQ(outcome(Played::started().moves({"h8"}).act(kSecond, ActionKind::abort)), "end");
  EXPECT_EQ(outcome(Played::started().moves({"h8", "i8"}).act(kSecond, ActionKind::abort)), "not_allowed");
}

TEST(DecideAction, a_claim_waits_until_the_very_moment) {
  Played game = Played::started().moves({"h8", "i8"});
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::claim_win)), "not_allowed") << "nobody is away";
  game.around.claimable_at = game.now + 10s;
  game.now += 10s - 1ms;
  const Decision early = game.act(kSecond, ActionKind::claim_win);
  EXPECT_EQ(outcome(early), "not_allowed");
  EXPECT_EQ(early.refusal->retry, 1ms);
  game.now += 1ms;
  EXPECT_EQ(game.act(kSecond, ActionKind::claim_win).event->detail, "finished second abandoned");
  EXPECT_EQ(game.act(kSecond, ActionKind::claim_draw).event->detail, "finished draw abandoned");
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::claim_win)), "not_allowed")
      << "who is to move waits for nobody";
}

// ---- offers ----------------------------------------------------------------------------------------------

TEST(DecideAction, an_offer_is_answered_by_the_same) {
  struct Row {
    ActionKind kind;
    const char* agreed;
  };
  for (const Row& row : {Row{ActionKind::draw, "end"}, Row{ActionKind::takeback, "takeback"},
                         Row{ActionKind::pause, "pause"}}) {
    Played game = Played::started().moves({"h8", "i8"});
    EXPECT_EQ(outcome(game.act(kFirst, row.kind, false)), "no_offer");
    EXPECT_EQ(outcome(game.act(kFirst, row.kind)), "offer");
    game.acts(kFirst, row.kind);
    EXPECT_EQ(outcome(game.act(kFirst, row.kind)), "granted") << "it is open already";
    EXPECT_EQ(outcome(game.act(kSecond, row.kind)), row.agreed);
    game.acts(kSecond, row.kind, false);
    EXPECT_EQ(outcome(game.act(kFirst, row.kind)), "not_allowed") << "declined";
    EXPECT_EQ(outcome(game.act(kSecond, row.kind)), "offer") << "the other has not asked yet";
    game.moves({"j8"});
    EXPECT_EQ(outcome(game.act(kFirst, row.kind)), "offer") << "a move was played since";
  }
}

TEST(DecideAction, an_offer_that_came_and_went_is_not_the_one_that_was_answered) {
  for (const ActionKind kind : {ActionKind::draw, ActionKind::takeback, ActionKind::pause}) {
    Played game = Played::started().moves({"h8", "i8"}).acts(kFirst, kind);
    const int seen = game.log.version();
    const auto answer = [&](bool on) { return outcome(game.act(kSecond, kind, on, seen)); };
    EXPECT_EQ(answer(false), "offer");
    EXPECT_EQ(outcome(game.act(kFirst, kind, false, seen)), "offer");
    game.acts(kFirst, kind, false);
    EXPECT_EQ(answer(true), "no_offer") << "it is not made in the name of who agreed to it";
    EXPECT_EQ(answer(false), "no_offer");
    EXPECT_EQ(outcome(game.act(kSecond, kind, true, game.log.version())), "offer") << "having seen that";
    game.acts(kFirst, kind);
    EXPECT_EQ(answer(true), "no_offer") << "another one";
    EXPECT_EQ(answer(false), "no_offer") << "another one";
  }
}

TEST(DecideAction, who_asks_for_what_the_other_has_just_offered_agrees) {
  struct Row {
    ActionKind kind;
    const char* outcome;
  };
  for (const Row& row : {Row{ActionKind::draw, "end"}, Row{ActionKind::pause, "pause"},
                         Row{ActionKind::takeback, "no_offer"}}) {
    Played game = Played::started().moves({"h8", "i8"});
    const int seen = game.log.version();
    game.acts(kFirst, row.kind);
    EXPECT_EQ(outcome(game.act(kSecond, row.kind, true, seen)), row.outcome)
        << "a takeback is of one's own turn";
    EXPECT_EQ(outcome(game.act(kSecond, row.kind, false, seen)), "no_offer") << "that was not declined";
  }
  Played over = Played::started().acts(kFirst, ActionKind::resign).acts(kFirst, ActionKind::rematch);
  EXPECT_EQ(outcome(over.act(kSecond, ActionKind::rematch, true, over.log.version() - 1)), "rematch");
  const int seen = over.log.version();
  over.acts(kFirst, ActionKind::rematch, false);
  EXPECT_EQ(outcome(over.act(kSecond, ActionKind::rematch, true, seen)), "no_offer");
}

// A move ends what can no longer be meant: a page that has not heard of it answers what is gone.
TEST(DecideAction, what_a_move_ended_is_not_answered_any_more) {
  Played game = Played::started().moves({"h8", "i8"}).acts(kSecond, ActionKind::takeback);
  game.acts(kSecond, ActionKind::draw);
  const int seen = game.log.version();
  game.moves({"j8"});
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::takeback, true, seen)), "no_offer");
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::draw, true, seen)), "no_offer");
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::pause, true, seen)), "offer")
      << "there was none of this kind";
}

TEST(DecideAction, a_choice_is_of_the_turn_that_was_seen) {
  Played game = Played::started({.opening = "taraguchi10", .rule = "renju"}).moves({"h8"});
  const int seen = game.log.version();
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::swap, true, seen)), "swap");
  game.acts(kSecond, ActionKind::keep).moves({"i9"}).acts(kFirst, ActionKind::keep).moves({"j9"});
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::swap, true, seen)), "stale_ply");
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::swap, true, game.log.version())), "swap");
}

// Two pages of one player, or a press that nothing seemed to come of.
TEST(DecideAction, a_turn_is_taken_back_once) {
  Played game = Played::started({.second_level = 3}).moves({"h8", "i8", "j8"});
  const int seen = game.log.version();
  game.moves({"k8"});
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::takeback, true, seen)), "takeback") << "the bot has moved";
  game.acts(kFirst, ActionKind::takeback);
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::takeback, true, seen)), "stale_ply");
  const int after = game.log.version();
  game.moves({"l8"});
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::takeback, true, after)), "takeback")
      << "the move was on its way";
}

TEST(DecideAction, a_claim_is_of_the_turn_that_was_seen) {
  Played game = Played::started().moves({"h8", "i8"});
  game.around.claimable_at = game.now;
  const int seen = game.log.version();
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::claim_win, true, seen)), "end");
  game.moves({"j8", "k8"});
  for (const ActionKind kind : {ActionKind::claim_win, ActionKind::claim_draw})
    EXPECT_EQ(outcome(game.act(kSecond, kind, true, seen)), "stale_ply");
  for (const ActionKind kind : {ActionKind::resign, ActionKind::add_time})
    EXPECT_FALSE(game.act(kSecond, kind, true, seen).refusal) << "means the same in any turn";
}

TEST(DecideAction, a_bot_agrees_to_all_but_a_draw_that_it_does_not_like) {
  Played game = Played::started({.second_level = 3}).moves({"h8", "i8"});
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::draw)), "not_allowed");
  game.around.bot_agrees_to_draw = true;
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::draw)), "end");
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::takeback)), "takeback");
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::pause)), "pause");
  EXPECT_EQ(outcome(game.acts(kFirst, ActionKind::resign).act(kFirst, ActionKind::rematch)), "rematch");
}

TEST(DecideAction, a_takeback_reaches_to_ones_own_last_move) {
  const auto plies = [](const Played& game, Seat seat) { return game.act(seat, ActionKind::takeback).event; };
  const Terms alone{.second_level = 3};
  EXPECT_EQ(plies(Played::started(alone).moves({"h8", "i8"}), kFirst)->ply, 0);
  EXPECT_EQ(plies(Played::started(alone).moves({"h8", "i8", "j8"}), kFirst)->ply, 2);
  EXPECT_EQ(outcome(Played::started(alone).act(kFirst, ActionKind::takeback)), "not_allowed");
  EXPECT_EQ(outcome(Played::started().moves({"h8"}).act(kSecond, ActionKind::takeback)), "not_allowed")
      << "the second has not moved";
}

TEST(DecideAction, a_takeback_stops_at_a_choice) {
  Played game = Played::started({.opening = "swap"}).moves({"h8", "i8", "j8"});
  game.happen(*game.choose(kSecond, Choice::keep).event);
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::takeback)), "not_allowed");
  game.moves({"k8"});
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::takeback)), "offer") << "that stone was placed after it";
}

TEST(DecideAction, ratings_are_not_to_be_bargained_with) {
  const Played rated = Played::started({.rated = true}).moves({"h8", "i8"});
  EXPECT_EQ(outcome(rated.act(kFirst, ActionKind::takeback)), "not_allowed");
  EXPECT_EQ(outcome(rated.act(kFirst, ActionKind::pause)), "not_allowed");
  EXPECT_EQ(outcome(rated.act(kFirst, ActionKind::draw)), "offer") << "a draw is a result like others";
}

TEST(DecideAction, a_game_of_a_tournament_is_played_to_its_end) {
  Played game = Played::started({.tournament = "t1"});
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::abort)), "not_allowed");
  game.moves({"h8", "i8"});
  for (const ActionKind kind : {ActionKind::takeback, ActionKind::pause, ActionKind::add_time})
    EXPECT_EQ(outcome(game.act(kFirst, kind)), "not_allowed");
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::draw)), "offer");
  game.acts(kFirst, ActionKind::resign);
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::rematch)), "not_allowed");
}

// Clients say it in the words of their reader.
TEST(DecideAction, a_refusal_names_what_is_in_the_way) {
  const auto obstacle = [](const Decision& decision) { return decision.refusal->reason; };
  const Played rated = Played::started({.rated = true}).moves({"h8", "i8"});
  EXPECT_EQ(obstacle(rated.act(kFirst, ActionKind::takeback)), "rated");
  const Played paired = Played::started({.tournament = "t1"}).moves({"h8", "i8"});
  for (const ActionKind kind : {ActionKind::takeback, ActionKind::pause, ActionKind::add_time})
    EXPECT_EQ(obstacle(paired.act(kFirst, kind)), "tournament");
  EXPECT_EQ(obstacle(decide_abort_by_host(paired.log, "closed", kMorning)), "tournament");
  Played swap = Played::started({.opening = "swap"}).moves({"h8", "h9", "h10"});
  EXPECT_EQ(obstacle(decide_move(swap.log, kSecond, {3, "a1"}, swap.now)), "choose");
  Played declined = Played::started().moves({"h8", "i8"}).acts(kFirst, ActionKind::draw);
  declined.acts(kSecond, ActionKind::draw, false);
  EXPECT_EQ(obstacle(declined.act(kFirst, ActionKind::draw)), "declined");
}

TEST(DecideAction, a_rematch_is_for_two_whose_game_is_over) {
  Played game = Played::started();
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::rematch)), "not_allowed");
  game.acts(kFirst, ActionKind::resign);
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::rematch, false)), "no_offer");
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::rematch)), "offer");
  game.acts(kFirst, ActionKind::rematch);
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::rematch)), "rematch");
  game.around.rematch_is_coming = true;
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::rematch)), "not_allowed");
  for (const Seat seat : kSeats)
    EXPECT_EQ(outcome(game.act(seat, ActionKind::rematch, false)), "no_offer") << "what is agreed stands";
  game.around.rematch_is_coming = false;
  game.happen(rematch_event(game.log, game.now, kSecond, "zZ9yY8xX"));
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::rematch)), "not_allowed") << "there is one";
}

TEST(DecideAction, a_rematch_can_be_asked_for_five_times) {
  Played game = Played::started().acts(kFirst, ActionKind::resign);
  for (int time = 0; time < 5; ++time) {
    game.acts(kFirst, ActionKind::rematch).acts(kSecond, ActionKind::rematch, false);
  }
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::rematch)), "not_allowed");
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::rematch)), "offer") << "the other may still ask";
}

// ---- time ------------------------------------------------------------------------------------------------

TEST(DecideAction, a_pause_ends_by_the_word_of_either) {
  Played game = Played::started().moves({"h8", "i8"});
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::resume)), "not_allowed");
  game.acts(kFirst, ActionKind::pause).acts(kSecond, ActionKind::pause);
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::pause)), "not_allowed") << "it is paused";
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::resume)), "resume");
  EXPECT_EQ(outcome(game.act(kSecond, ActionKind::resume)), "resume");
}

TEST(DecideAction, time_is_given_to_the_other_up_to_two_hours) {
  const Decision gift = Played::started().act(kFirst, ActionKind::add_time);
  ASSERT_EQ(outcome(gift), "clock");
  EXPECT_EQ(gift.event->clock[1] - gift.event->clock[0], 15'000);
  const auto with = [](Millis initial) { return Played::started({.time = {.initial = initial}}); };
  EXPECT_EQ(outcome(with(2h - 15s).act(kFirst, ActionKind::add_time)), "clock");
  EXPECT_EQ(outcome(with(2h - 15s + 1ms).act(kFirst, ActionKind::add_time)), "not_allowed");
  EXPECT_EQ(outcome(Played::started({.time = kUnlimited}).act(kFirst, ActionKind::add_time)), "not_allowed");
}

TEST(DecideAction, who_plays_alone_gives_time_to_himself) {
  const Decision gift = Played::started({.second_level = 3}).act(kFirst, ActionKind::add_time);
  EXPECT_EQ(gift.event->clock[0] - gift.event->clock[1], 15'000);
  const Played rated = Played::started({.rated = true, .second_level = 3});
  EXPECT_EQ(outcome(rated.act(kFirst, ActionKind::add_time)), "not_allowed");
}

// A record of 4,000 events takes no more of them, but the game can be played and ended.
TEST(DecideAction, a_record_has_its_limit) {
  Played game = Played::started().moves({"h8", "i8"});
  for (bool on = true; game.log.version() < 4000; on = !on) {
    game.happen(offer_event(game.log, game.now, kSecond, OfferKind::draw, on));
  }
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::pause)), "offer");
  game.happen(offer_event(game.log, game.now, kSecond, OfferKind::pause, true));
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::pause)), "rate_limited");
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::keep)), "rate_limited");
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::resume)), "not_allowed") << "it is not paused";
  EXPECT_EQ(outcome(game.move(kFirst, "j8")), "move");
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::resign)), "end");
  game.around.claimable_at = game.now;
  for (const auto claim : {ActionKind::claim_win, ActionKind::claim_draw})
    EXPECT_EQ(outcome(game.act(kSecond, claim)), "end") << "who leaves is not waited for";
}

TEST(DecideAction, a_pause_at_the_limit_of_the_record_has_an_end) {
  Played game = Played::started().moves({"h8", "i8"});
  for (bool on = true; game.log.version() < 4000; on = !on) {
    game.happen(offer_event(game.log, game.now, kSecond, OfferKind::draw, on));
  }
  game.happen(pause_event(game.log, game.now, kSecond));
  EXPECT_EQ(outcome(game.act(kFirst, ActionKind::resume)), "resume");
}

TEST(DecideAction, a_hint_is_no_event) {
  EXPECT_EQ(outcome(Played::started().act(kFirst, ActionKind::hint)), "unsupported");
}

// ---- hints -----------------------------------------------------------------------------------------------

TEST(RefuseHint, unless_one_plays_for_nothing_against_a_bot_and_is_to_move) {
  const auto refusal = [](const Played& game, Seat seat) {
    const auto refused = refuse_hint(game.log, seat);
    return refused ? std::string(word(refused->code)) : "-";
  };
  const Terms alone{.second_level = 3};
  EXPECT_EQ(refusal(Played::started(alone), kFirst), "-");
  EXPECT_EQ(refusal(Played(alone), kFirst), "not_allowed") << "it has not begun";
  EXPECT_EQ(refusal(Played::started(alone).moves({"h8"}), kFirst), "not_your_turn");
  EXPECT_EQ(refusal(Played::started(alone).acts(kFirst, ActionKind::pause), kFirst), "not_allowed");
  EXPECT_EQ(refusal(Played::started(alone).acts(kFirst, ActionKind::resign), kFirst), "game_over");
  EXPECT_EQ(refusal(Played::started(), kFirst), "not_allowed") << "against a person";
  EXPECT_EQ(refusal(Played::started({.rated = true, .second_level = 3}), kFirst), "not_allowed");
  const Played choosing = Played::started({.second_level = 3, .opening = "swap2"}).moves({"h8", "i8", "j8"});
  EXPECT_EQ(refusal(choosing, kSecond), "not_allowed") << "a bot advises nobody, and there is no move";
}

// ---- bots ------------------------------------------------------------------------------------------------

TEST(DecideBotMove, never_lets_the_game_stand_still) {
  const Played game = Played::started({.second_level = 3}).moves({"h8"});
  EXPECT_EQ(decide_bot_move(game.log, "i9", 0ms, game.now).event->move, "i9");
  const std::string first = game.log.legal_moves().front();
  EXPECT_EQ(decide_bot_move(game.log, "h8", 0ms, game.now).event->move, first);
  EXPECT_EQ(decide_bot_move(game.log, "", 0ms, game.now).event->move, first);
}

TEST(DecideBotMove, charges_what_it_thought_and_not_how_long_it_waited) {
  Played game = Played::started({.second_level = 3}).moves({"h8", "i8", "j8"});
  game.now += 1s;
  EXPECT_EQ(decide_bot_move(game.log, "i9", 200ms, game.now).event->spent, 200);
}

TEST(DecideBotMove, comes_too_late_as_anybody_elses) {
  Played game = Played::started({.time = {.initial = 1min}, .second_level = 3}).moves({"h8", "i8", "j8"});
  game.now += 5min;
  EXPECT_EQ(outcome(decide_bot_move(game.log, "i9", 5min, game.now)), "end, game_over");
}

TEST(DecideBotChoice, is_a_choice_like_a_persons) {
  const Played game = Played::started({.second_level = 3, .opening = "swap"}).moves({"h8", "i8", "j8"});
  EXPECT_EQ(outcome(decide_bot_choice(game.log, Choice::swap, 0ms, game.now)), "swap");
}

TEST(DecideBotChoice, never_lets_the_game_stand_still) {
  Played game = Played::started({.opening = "soosyrv8", .rule = "renju"}).moves({"h8", "h9", "h7"});
  const auto detail = [&](const OpeningChoice& choice) {
    const Decision decision = decide_bot_choice(game.log, choice, 0ms, game.now);
    EXPECT_TRUE(decision.event);
    return decision.event ? decision.event->detail : "";
  };
  EXPECT_EQ(detail(Choice::more), "keep");
  game.acts(kSecond, ActionKind::keep).moves({"h6"});
  EXPECT_EQ(detail(Choice::keep), "declare 1") << "there is nothing to keep";
  EXPECT_EQ(detail({Choice::declare, {}, 9}), "declare 1");
  game.happen(*game.choose(kSecond, {Choice::declare, {}, 8}).event);
  game.acts(kFirst, ActionKind::keep);
  const std::vector<std::string> alike{"g8", "i8", "g7", "i7", "a1", "a2", "a3", "a4"};
  EXPECT_EQ(detail(Choice::keep), "offer a1 a10 a11 a12 a13 a15 a6 a7");
  EXPECT_EQ(detail({Choice::offer, alike}), "offer a1 a10 a11 a12 a13 a15 a6 a7");
  EXPECT_EQ(detail({Choice::offer, {"a1", "b2"}}), "offer a1 a10 a11 a12 a13 a15 a6 a7");
}

// ---- the host --------------------------------------------------------------------------------------------

TEST(DecideByHost, decides_no_game) {
  const Decision closed = decide_abort_by_host(Played::started().log, "closed", kMorning);
  EXPECT_EQ(closed.event->detail, "aborted - closed");
  EXPECT_EQ(closed.event->by, "");
  EXPECT_EQ(outcome(decide_abort_by_host(Played().log, "closed", kMorning)), "end") << "nobody came";
  const Played over = Played::started().acts(kFirst, ActionKind::resign);
  EXPECT_EQ(outcome(decide_abort_by_host(over.log, "closed", kMorning)), "game_over");
}

TEST(DecideByHost, a_rated_game_that_counts_is_out_of_reach) {
  const Played early = Played::started({.rated = true}).moves({"h8"});
  EXPECT_EQ(outcome(decide_abort_by_host(early.log, "closed", kMorning)), "end");
  const Played counts = Played::started({.rated = true}).moves({"h8", "i8"});
  EXPECT_EQ(outcome(decide_abort_by_host(counts.log, "closed", kMorning)), "not_allowed");
  EXPECT_EQ(outcome(decide_pause_by_host(early.log, kMorning)), "not_allowed");
}

TEST(DecideByHost, a_game_of_a_tournament_is_out_of_reach) {
  const Played game = Played::started({.tournament = "t1"}).moves({"h8", "i8"});
  EXPECT_EQ(outcome(decide_abort_by_host(game.log, "kicked", kMorning)), "not_allowed");
  EXPECT_EQ(outcome(decide_pause_by_host(game.log, kMorning)), "not_allowed");
}

TEST(DecideByHost, a_pause_needs_a_running_game) {
  EXPECT_EQ(outcome(decide_pause_by_host(Played().log, kMorning)), "not_allowed");
  EXPECT_EQ(outcome(decide_resume_by_host(Played::started().log, kMorning)), "not_allowed");
  Played game = Played::started();
  game.happen(*decide_pause_by_host(game.log, kMorning).event);
  EXPECT_TRUE(game.log.paused());
  EXPECT_EQ(outcome(decide_pause_by_host(game.log, kMorning)), "not_allowed");
  EXPECT_EQ(outcome(decide_resume_by_host(game.log, kMorning)), "resume");
}

// ---- the rules -------------------------------------------------------------------------------------------

TEST(EndByRules, follows_the_move_that_ends_the_game) {
  Played game = Played::started().moves({kFiveInARow.begin(), kFiveInARow.end() - 1});
  EXPECT_FALSE(end_by_rules(game.log, game.now));
  ASSERT_TRUE(game.log.follow(*game.move(kFirst, "l8").event));
  const auto end = end_by_rules(game.log, game.now);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->kind, EventKind::end);
  EXPECT_EQ(end->by, "first");
  EXPECT_EQ(end->v, game.log.version() + 1);
}

TEST(EndByRules, comes_once) {
  const Played game = Played::started().moves(kFiveInARow);
  ASSERT_TRUE(game.log.over());
  EXPECT_FALSE(end_by_rules(game.log, game.now));
  EXPECT_FALSE(end_by_rules(Played().log, kMorning)) << "nothing has happened";
}

TEST(EndWithoutStart, is_nobodys_win) {
  EXPECT_EQ(end_without_start(Played::started().log, kMorning).detail, "aborted - no_start");
}

}  // namespace
}  // namespace server
