#include "server/tournament/decisions.h"

#include <gtest/gtest.h>

#include "tests/server/tournament/hall.h"

namespace server::tournament {
namespace {

using namespace std::chrono_literals;

Rules round_robin() {
  return {.game = "gomoku", .format = Format::round_robin};
}

Hall started(Rules rules, int players) {
  Hall hall(std::move(rules), players);
  EXPECT_FALSE(hall.start());
  return hall;
}

void play_round(Hall& hall) {
  ASSERT_FALSE(hall.pair());
  hall.win_all_by_number();
}

// ---- people ---------------------------------------------------------------------------------------------

TEST(Joining, HappensOnce) {
  Hall hall(swiss_rules(), 2);
  EXPECT_EQ(hall.join("P1"), Refusal::already_done);
}

TEST(Joining, EndsWhenItIsFull) {
  Hall hall(round_robin(), max_players(Format::round_robin));
  EXPECT_EQ(hall.join("one more"), Refusal::full);
}

TEST(Joining, LateIsPossibleInASwissUntilHalfOfTheRounds) {
  Hall hall = started(swiss_rules(4), 6);
  play_round(hall);
  play_round(hall);
  EXPECT_FALSE(hall.join("late"));
  play_round(hall);
  EXPECT_EQ(hall.join("too late"), Refusal::too_late);
}

TEST(Joining, LateGivesHalfAPointForTheFirstMissedRoundOnly) {
  Hall hall = started(swiss_rules(4), 6);
  play_round(hall);
  play_round(hall);
  hall.join("late");
  EXPECT_EQ(hall.points_of(7), kDraw);
  ASSERT_EQ(hall.score_of(7).lines.size(), 2U);
  EXPECT_EQ(hall.score_of(7).lines[1].kind, LineKind::late);
  EXPECT_EQ(hall.score_of(7).lines[1].points, 0);
}

TEST(Joining, LateIsNotPossibleWhereTheTablesAreMade) {
  Hall hall = started(round_robin(), 4);
  EXPECT_EQ(hall.join("late"), Refusal::not_open);
}

TEST(Withdrawing, TakesOutOfTheNextPairingAndLeavesResults) {
  Hall hall = started(swiss_rules(3), 6);
  play_round(hall);
  const int points = hall.points_of(1);
  EXPECT_FALSE(hall.perform(decide_withdraw(hall.state(), 1, hall.order())));
  play_round(hall);
  EXPECT_EQ(hall.points_of(1), points);
  EXPECT_FALSE(hall.perform(decide_come_back(hall.state(), 1, hall.order())));
  hall.pair();
  EXPECT_TRUE(hall.state().playing().contains(1));
}

TEST(Withdrawing, AndComingBackHasAnEndForEachPlayer) {
  Hall hall(swiss_rules(3), 4);
  std::optional<Refusal> refusal;
  while (!refusal && hall.events().size() < 1'000) {
    EXPECT_FALSE(hall.perform(decide_withdraw(hall.state(), 1, hall.order())));
    refusal = hall.perform(decide_come_back(hall.state(), 1, hall.order()));
  }
  EXPECT_EQ(refusal, Refusal::too_late);
  EXPECT_FALSE(hall.perform(decide_withdraw(hall.state(), 2, hall.order()))) << "others go on as before";
}

TEST(Withdrawing, ASubstituteMayComeBackThemselves) {
  Hall hall(swiss_rules(3), 4);
  const auto come_and_go = [&] {
    hall.perform(decide_withdraw(hall.state(), 1, hall.order()));
    return hall.perform(decide_come_back(hall.state(), 1, hall.order()));
  };
  while (!come_and_go()) ASSERT_LT(hall.events().size(), 1'000U);
  hall.perform(decide_substitute(hall.state(), {.player = 1, .user = "S", .name = "S"}, hall.order()));
  EXPECT_FALSE(come_and_go());
}

TEST(Withdrawing, FromARoundRobinEarlyCancelsAllResults) {
  Hall hall = started(round_robin(), 6);
  play_round(hall);
  play_round(hall);
  hall.perform(decide_withdraw(hall.state(), 1, hall.order()));
  EXPECT_EQ(hall.points_of(1), 0);
  for (const Line& line : hall.score_of(1).lines) EXPECT_EQ(line.kind, LineKind::cancelled);
  while (!hall.pair()) hall.win_all_by_number();
  for (Number n = 2; n <= 6; ++n)
    EXPECT_EQ(std::ranges::count(hall.score_of(n).lines, LineKind::cancelled, &Line::kind), 1);
}

TEST(Withdrawing, FromARoundRobinLateGivesTheRestToTheOthers) {
  Hall hall = started(round_robin(), 6);
  for (int round = 0; round < 3; ++round) play_round(hall);
  const int points = hall.points_of(1);
  hall.perform(decide_withdraw(hall.state(), 1, hall.order()));
  EXPECT_EQ(hall.perform(decide_come_back(hall.state(), 1, hall.order())), Refusal::not_in_format);
  while (!hall.pair()) hall.win_all_by_number();
  EXPECT_EQ(hall.points_of(1), points);
  int walkovers = 0;
  for (Number n = 2; n <= 6; ++n)
    walkovers +=
        static_cast<int>(std::ranges::count(hall.score_of(n).lines, LineKind::walkover, &Line::kind));
  EXPECT_EQ(walkovers, 2);
}

TEST(Withdrawing, BeforeTheStartLeavesNoTrace) {
  Hall hall(swiss_rules(), 4);
  hall.perform(decide_withdraw(hall.state(), 2, hall.order()));
  hall.start();
  play_round(hall);
  EXPECT_EQ(standings_of(hall.state()).size(), 3U);
}

TEST(AskingForABye, GivesHalfAPointOnce) {
  Hall hall = started(swiss_rules(4), 6);
  EXPECT_FALSE(hall.perform(decide_ask_bye(hall.state(), 3, hall.order())));
  hall.pair();
  EXPECT_FALSE(hall.state().playing().contains(3));
  EXPECT_EQ(hall.points_of(3), kDraw);
  hall.win_all_by_number();
  EXPECT_EQ(hall.perform(decide_ask_bye(hall.state(), 3, hall.order())), Refusal::already_done);
}

// Two who have met are left, or one alone.
TEST(AskingForABye, NeverEndsTheTournament) {
  for (const bool all_but_one : {false, true}) {
    Hall hall = started(swiss_rules(4), 5);
    hall.perform(decide_withdraw(hall.state(), 5, hall.order()));
    ASSERT_FALSE(hall.pair());
    const Number opponent = hall.opponent_of(1);
    hall.win_all_by_number();
    std::vector<Number> asked;
    for (Number n = 2; n <= 4; ++n)
      if (all_but_one || n != opponent) asked.push_back(n);
    for (const Number n : asked) EXPECT_FALSE(hall.perform(decide_ask_bye(hall.state(), n, hall.order())));
    EXPECT_EQ(hall.finish(), Refusal::rounds_left);
    ASSERT_FALSE(hall.pair());
    EXPECT_EQ(hall.state().running_games().size(), 2U);
    EXPECT_EQ(hall.state().last_round()->denied, asked) << "and it is told who did not get it";
    EXPECT_FALSE(hall.perform(decide_ask_bye(hall.state(), asked[0], hall.order()))) << "for another round";
    hall.win_all_by_number();
    ASSERT_FALSE(hall.pair());
    EXPECT_FALSE(hall.state().playing().contains(asked[0])) << "where a pairing is left";
    EXPECT_TRUE(hall.state().last_round()->denied.empty());
  }
}

TEST(AskingForABye, IsTooLateForTheLastRound) {
  Hall hall = started(swiss_rules(2), 4);
  play_round(hall);
  EXPECT_EQ(hall.perform(decide_ask_bye(hall.state(), 3, hall.order())), Refusal::too_late);
}

TEST(AskingForABye, IsForSwissTournaments) {
  Hall hall(round_robin(), 4);
  EXPECT_EQ(hall.perform(decide_ask_bye(hall.state(), 3, hall.order())), Refusal::not_in_format);
}

// ---- rounds ---------------------------------------------------------------------------------------------

TEST(Starting, NeedsTwo) {
  Hall hall(swiss_rules(), 1);
  EXPECT_EQ(hall.start(), Refusal::too_few);
  hall.join("second");
  EXPECT_FALSE(hall.start());
  EXPECT_EQ(hall.start(), Refusal::already_done);
}

TEST(Starting, WithMoreRoundsThanOpponentsIsRefused) {
  Hall hall(swiss_rules(4), 4);
  EXPECT_EQ(hall.start(), Refusal::too_many);
}

TEST(Pairing, WaitsForAllGames) {
  Hall hall = started(swiss_rules(), 4);
  hall.pair();
  EXPECT_EQ(hall.pair(), Refusal::games_left);
}

TEST(Pairing, OfAnotherStateIsRefused) {
  Hall hall = started(swiss_rules(), 4);
  const Plan plan = plan_round(hall.state());
  hall.perform(decide_withdraw(hall.state(), 4, hall.order()));
  EXPECT_EQ(hall.perform(decide_round(hall.state(), plan, hall.order())), Refusal::stale);
}

TEST(Pairing, RestsWhileTheTournamentIsPaused) {
  Hall hall = started(swiss_rules(), 4);
  EXPECT_FALSE(hall.perform(decide_pause(hall.state(), hall.order())));
  EXPECT_EQ(hall.perform(decide_pause(hall.state(), hall.order())), Refusal::already_done);
  EXPECT_EQ(hall.pair(), Refusal::paused);
  EXPECT_FALSE(hall.perform(decide_resume(hall.state(), hall.order())));
  EXPECT_FALSE(hall.pair());
}

TEST(Pairing, TheSameTwoCannotFollow) {
  Hall hall = started(swiss_rules(2), 4);
  play_round(hall);
  const Table& met = hall.state().last_round()->tables[0];
  RoundPaired again{.tables = {{.first = met.first, .second = met.second}}, .rests = {}};
  const Plan plan{.version = hall.state().version(), .round = again};
  EXPECT_EQ(hall.perform(decide_round(hall.state(), plan, hall.order())), Refusal::stale);
}

TEST(Finishing, ComesAfterTheLastRound) {
  Hall hall = started(swiss_rules(2), 4);
  EXPECT_EQ(hall.finish(), Refusal::rounds_left);
  play_round(hall);
  play_round(hall);
  EXPECT_EQ(hall.pair(), Refusal::too_few);
  EXPECT_FALSE(hall.finish());
  EXPECT_EQ(hall.state().phase(), Phase::finished);
  EXPECT_EQ(hall.finish(), Refusal::over);
}

// ---- games ----------------------------------------------------------------------------------------------

TEST(Results, AreTakenOnce) {
  Hall hall = started(swiss_rules(), 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  EXPECT_FALSE(hall.end(id, {.result = Result::draw}));
  EXPECT_EQ(hall.end(id, {.result = Result::first}), Refusal::already_done);
  EXPECT_EQ(hall.end({1, 9, 1}, {}), Refusal::unknown_game);
}

TEST(NoShow, LosesAndIsAwayUntilBack) {
  Hall hall = started(swiss_rules(3), 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  const std::array came{!hall.begins(1), hall.begins(1)};  // The opponent of 1 has come.
  const Number opponent = hall.opponent_of(1);
  EXPECT_FALSE(hall.perform(decide_no_show(hall.state(), id, came, hall.order())));
  EXPECT_EQ(hall.points_of(1), 0);
  EXPECT_EQ(hall.points_of(opponent), kWin);
  EXPECT_EQ(hall.state().player(1).attendance, Attendance::away);
  hall.win_all_by_number();
  hall.pair();
  EXPECT_FALSE(hall.state().playing().contains(1));
  EXPECT_FALSE(hall.perform(decide_come_back(hall.state(), 1, hall.order())));
}

TEST(NoShow, OfBothIsNothingForBoth) {
  Hall hall = started(swiss_rules(3), 4);
  hall.pair();
  const Number opponent = hall.opponent_of(1);
  EXPECT_EQ(hall.perform(decide_no_show(hall.state(), hall.game_of(1), {true, true}, hall.order())),
            Refusal::begun);
  hall.perform(decide_no_show(hall.state(), hall.game_of(1), {false, false}, hall.order()));
  EXPECT_EQ(hall.points_of(1) + hall.points_of(opponent), 0);
  EXPECT_FALSE(hall.state().is_here(opponent));
}

// ---- the director ---------------------------------------------------------------------------------------

TEST(Correcting, ChangesTheStandingAndIsOnRecord) {
  Hall hall = started(swiss_rules(3), 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  hall.win(1);
  hall.win_all_by_number();
  hall.pair();
  Order order = hall.order();
  order.by = "director";
  order.note = "slips exchanged";
  EXPECT_FALSE(hall.perform(decide_correct(hall.state(), id, Result::draw, order)));
  EXPECT_EQ(hall.points_of(1), kDraw);
  EXPECT_EQ(hall.events().back().note, "slips exchanged");
  EXPECT_EQ(hall.perform(decide_correct(hall.state(), id, Result::draw, order)), Refusal::already_done);
}

TEST(Correcting, IsPossibleAfterTheEndButNotOfWhatWasCancelled) {
  Hall hall = started(swiss_rules(1), 2);
  hall.pair();
  hall.win(1);
  hall.finish();
  const TimePoint last_day = hall.state().played_at();
  hall.wait(std::chrono::hours(48));
  EXPECT_FALSE(hall.perform(decide_correct(hall.state(), {1, 1, 1}, Result::draw, hall.order())));
  EXPECT_EQ(hall.state().played_at(), last_day) << "which reports tell";
  Hall other = started(swiss_rules(1), 2);
  other.pair();
  other.win(1);
  other.perform(decide_cancel(other.state(), other.order()));
  EXPECT_EQ(other.perform(decide_correct(other.state(), {1, 1, 1}, Result::draw, other.order())),
            Refusal::over);
}

// Of two games the first was lost by who did not come, so that there was no second.
TEST(Correcting, BeginsNoGameInARoundThatIsPast) {
  Rules rules = swiss_rules(3);
  rules.legs = 2;
  Hall hall = started(rules, 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  hall.perform(decide_no_show(hall.state(), id, {true, false}, hall.order()));
  while (!hall.state().running_games().empty()) hall.win_all_by_number();
  EXPECT_FALSE(
      hall.perform(decide_come_back(hall.state(), hall.state().find_table(id)->second, hall.order())));
  hall.pair();
  const auto running = hall.state().running_games();
  EXPECT_EQ(hall.perform(decide_correct(hall.state(), id, Result::draw, hall.order())), Refusal::built_on);
  EXPECT_EQ(hall.state().running_games(), running);
}

TEST(Correcting, OfAFinalIsPossibleAfterTheEnd) {
  Hall hall = started({.game = "xiangqi", .format = Format::knockout}, 2);
  hall.pair();
  const GameId id = hall.game_of(1);
  const Result other = hall.begins(1) ? Result::second : Result::first;
  hall.win(1);
  hall.finish();
  EXPECT_EQ(hall.perform(decide_correct(hall.state(), id, Result::draw, hall.order())), Refusal::built_on)
      << "it needs a winner";
  EXPECT_FALSE(hall.perform(decide_correct(hall.state(), id, other, hall.order())));
  EXPECT_EQ(hall.points_of(2), kWin);
}

// Back and forth, or to what it was.
TEST(Correcting, LeavesTheBoardThatWasPlayedOut) {
  Rules rules = swiss_rules(1);
  rules.game = "antireversi";
  rules.squares = 64;
  rules.tie_breaks = {};
  Hall hall = started(rules, 2);
  hall.pair();
  const GameId id = hall.state().running_games().at(0);
  const Outcome played{.result = Result::first, .plies = 60, .discs = {24, 40}};
  hall.perform(decide_result(hall.state(), id, played, hall.order()));
  EXPECT_EQ(hall.perform(decide_correct(hall.state(), id, Result::first, hall.order())),
            Refusal::already_done);
  EXPECT_FALSE(hall.perform(decide_correct(hall.state(), id, Result::second, hall.order())));
  EXPECT_EQ(discs_of(*hall.state().find_table(id), 64), (std::array{0, 64})) << "not by the board";
  EXPECT_FALSE(hall.perform(decide_correct(hall.state(), id, Result::first, hall.order())));
  EXPECT_EQ(discs_of(*hall.state().find_table(id), 64), (std::array{40, 24}));
}

TEST(Replaying, GivesANewGameInPlaceOfTheOld) {
  Hall hall = started(swiss_rules(3), 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  hall.win(1);
  EXPECT_FALSE(hall.perform(decide_replay(hall.state(), id, hall.order())));
  EXPECT_EQ(hall.points_of(1), 0);
  EXPECT_EQ(hall.game_of(1), (GameId{id.round, id.table, 2})) << "the old number is not given again";
  EXPECT_EQ(hall.perform(decide_replay(hall.state(), id, hall.order())), Refusal::already_done);
  hall.win_all_by_number();
  hall.pair();
  EXPECT_EQ(hall.perform(decide_replay(hall.state(), {1, id.table, 2}, hall.order())), Refusal::built_on);
}

TEST(Replaying, IsOfAGameThatRunsToo) {
  Hall hall = started(swiss_rules(3), 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  const bool began = hall.begins(1);
  EXPECT_FALSE(hall.perform(decide_replay(hall.state(), id, hall.order())));
  EXPECT_EQ(hall.state().running_games().size(), 2U) << "one a table";
  EXPECT_EQ(hall.begins(1), began);
  EXPECT_EQ(hall.end(id, {}), Refusal::already_done) << "the old one counts no more";
}

TEST(Replaying, NeedsBothPlayers) {
  Hall hall = started(swiss_rules(3), 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  hall.win(1);
  hall.perform(decide_withdraw(hall.state(), 1, hall.order()));
  EXPECT_EQ(hall.perform(decide_replay(hall.state(), id, hall.order())), Refusal::too_few);
}

// The second of two cannot be left to stand on a first that is played again.
TEST(Replaying, IsOfTheLastGameOfATable) {
  Rules rules = swiss_rules(3);
  rules.legs = 2;
  Hall hall = started(rules, 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  hall.win(1);
  EXPECT_EQ(hall.perform(decide_replay(hall.state(), id, hall.order())), Refusal::built_on);
}

TEST(ExchangingSeats, IsPossibleBeforeTheFirstMove) {
  Hall hall = started(swiss_rules(3), 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  const bool began = hall.begins(1);
  EXPECT_EQ(hall.perform(decide_exchange_seats(hall.state(), id, true, hall.order())), Refusal::begun);
  EXPECT_FALSE(hall.perform(decide_exchange_seats(hall.state(), id, false, hall.order())));
  EXPECT_NE(hall.begins(1), began);
  EXPECT_EQ(hall.game_of(1), (GameId{id.round, id.table, 2})) << "another game, so that no room has to turn";
  EXPECT_EQ(hall.perform(decide_exchange_seats(hall.state(), id, false, hall.order())), Refusal::already_done)
      << "said twice it is not exchanged back";
  hall.win(1);
  EXPECT_EQ(hall.points_of(1), kWin);
  EXPECT_EQ(hall.perform(decide_exchange_seats(hall.state(), {1, id.table, 2}, false, hall.order())),
            Refusal::begun);
}

TEST(ExchangingSeats, IsOfPlayersWhoHaveNotLeft) {
  Hall hall = started(swiss_rules(3), 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  hall.perform(decide_withdraw(hall.state(), 1, hall.order()));
  EXPECT_EQ(hall.perform(decide_exchange_seats(hall.state(), id, false, hall.order())), Refusal::too_few);
}

// Each begins a game, and calls both players to its room.
TEST(PlayingAgain, HasAnEndForEachTable) {
  for (const bool exchanges : {false, true}) {
    Hall hall = started(swiss_rules(3), 4);
    hall.pair();
    const GameId other = hall.game_of(2);
    const auto again = [&](GameId id) {
      return hall.perform(exchanges ? decide_exchange_seats(hall.state(), id, false, hall.order())
                                    : decide_replay(hall.state(), id, hall.order()));
    };
    for (int i = 0; i < kMaxAnnulledGames; ++i) EXPECT_FALSE(again(hall.game_of(1)));
    EXPECT_EQ(again(hall.game_of(1)), Refusal::full);
    EXPECT_EQ(hall.table_of(1).games.size(), 6U);
    EXPECT_FALSE(again(other)) << "of another table";
    hall.win(1);
    EXPECT_EQ(hall.points_of(1), kWin) << "the last one counts";
  }
}

// From won to level a game begins, back again it is annulled.
TEST(Correcting, BackAndForthBeginsNoGamesWithoutEnd) {
  Hall hall = started({.game = "xiangqi", .format = Format::knockout}, 2);
  hall.pair();
  const GameId id = hall.game_of(1);
  const Result won = hall.begins(1) ? Result::first : Result::second;
  hall.win(1);
  std::optional<Refusal> refusal;
  for (int i = 0; !refusal && i < 100; ++i)
    refusal = hall.perform(decide_correct(hall.state(), id, i % 2 == 0 ? Result::draw : won, hall.order()));
  EXPECT_EQ(refusal, Refusal::full);
  EXPECT_EQ(hall.state().find_table(id)->games.size(), static_cast<std::size_t>(kMaxAnnulledGames) + 1);
}

TEST(ExchangingSeats, OfTheFirstOfTwoGamesTurnsTheSecondToo) {
  Rules rules = swiss_rules(3);
  rules.legs = 2;
  Hall hall = started(rules, 4);
  hall.pair();
  const bool began = hall.begins(1);
  hall.perform(decide_exchange_seats(hall.state(), hall.game_of(1), false, hall.order()));
  hall.win(1);
  EXPECT_EQ(hall.begins(1), began);
  hall.win(1);
  EXPECT_EQ(hall.score_of(1).games, 2 * kWin);
  EXPECT_FALSE(hall.state().playing().contains(1)) << "two games count";
}

TEST(AnnullingARound, LetsItBePairedAnewUnderNewNumbers) {
  Hall hall = started(swiss_rules(2), 4);
  hall.pair();
  const auto annul = [&](int round, bool has_moves = false) {
    return hall.perform(decide_annul_round(hall.state(), round, has_moves, hall.order()));
  };
  EXPECT_EQ(annul(1, true), Refusal::begun);
  EXPECT_EQ(annul(0), Refusal::unknown_game);
  EXPECT_EQ(annul(2), Refusal::unknown_game);
  EXPECT_FALSE(annul(1));
  EXPECT_EQ(annul(1), Refusal::already_done);
  EXPECT_EQ(hall.state().rounds_paired(), 0);
  EXPECT_FALSE(hall.state().find_game({1, 1, 1}));
  EXPECT_FALSE(hall.pair());
  EXPECT_EQ(annul(1), Refusal::already_done) << "said twice, it is not of the round in its place";
  EXPECT_EQ(hall.game_of(1).round, 2);
  hall.win_all_by_number();
  EXPECT_EQ(annul(2), Refusal::begun);
  EXPECT_FALSE(hall.pair()) << "the second of two rounds";
  EXPECT_EQ(annul(2), Refusal::built_on);
}

TEST(AnnullingARound, HasAnEnd) {
  Hall hall = started(swiss_rules(2), 4);
  for (int round = 1; round <= kMaxAnnulled; ++round) {
    hall.pair();
    EXPECT_FALSE(hall.perform(decide_annul_round(hall.state(), round, false, hall.order())));
  }
  hall.pair();
  EXPECT_EQ(hall.perform(decide_annul_round(hall.state(), kMaxAnnulled + 1, false, hall.order())),
            Refusal::full);
}

TEST(Pausing, HasAnEnd) {
  Hall hall = started(swiss_rules(2), 4);
  std::optional<Refusal> refusal;
  for (int i = 0; !refusal && i <= kMaxPauses; ++i) {
    refusal = hall.perform(decide_pause(hall.state(), hall.order()));
    hall.perform(decide_resume(hall.state(), hall.order()));
  }
  EXPECT_EQ(refusal, Refusal::full);
  EXPECT_EQ(hall.state().pauses(), kMaxPauses);
}

TEST(Rulings, AreToldWithTheirReason) {
  Hall hall = started(swiss_rules(3), 4);
  const auto because = [&](const char* note) {
    Order order = hall.order();
    order.note = note;
    return order;
  };
  hall.perform(decide_join(hall.state(), {.user = "L", .name = "L"}, because("came late")));
  hall.perform(decide_substitute(hall.state(), {.player = 1, .user = "S", .name = "Sub"}, because("ill")));
  hall.pair();
  const GameId game = hall.game_of(2);
  hall.perform(decide_exchange_seats(hall.state(), game, false, because("slip")));
  hall.perform(decide_annul_round(hall.state(), 1, false, because("one more came")));
  const auto& rulings = hall.state().rulings();
  ASSERT_EQ(rulings.size(), 4U);
  EXPECT_EQ(rulings[0].kind, EventKind::joined);
  EXPECT_EQ(rulings[0].player, 5);
  EXPECT_EQ(rulings[1].note, "ill");
  EXPECT_EQ(rulings[1].was, "P1");
  EXPECT_EQ(rulings[2].game, game);
  EXPECT_EQ(rulings[3].game.round, 1);
  EXPECT_EQ(TournamentState::replay(hall.events())->rulings(), rulings);
}

TEST(Rulings, HaveAnEnd) {
  Hall hall = started(swiss_rules(1), 2);
  hall.pair();
  hall.win(1);
  Order order = hall.order();
  order.note = "back and forth";
  std::optional<Refusal> refusal;
  for (std::size_t i = 0; !refusal && i <= kMaxRulings; ++i)
    refusal = hall.perform(
        decide_correct(hall.state(), {1, 1, 1}, i % 2 == 0 ? Result::draw : Result::nobody, order));
  EXPECT_EQ(refusal, Refusal::full);
  EXPECT_EQ(hall.state().rulings().size(), kMaxRulings);
}

// They have not been asked.
TEST(Inviting, PairsNobodyWhoHasNotComeThemselves) {
  for (const Rules& rules :
       {swiss_rules(2), round_robin(), Rules{.game = "gomoku", .format = Format::knockout}}) {
    Hall hall(rules, 4);
    EXPECT_FALSE(
        hall.perform(decide_join(hall.state(), {.user = "I", .name = "I", .invited = true}, hall.order())));
    Hall with = hall;
    EXPECT_FALSE(hall.start());
    EXPECT_EQ(hall.state().entrants().size(), 4U);
    EXPECT_FALSE(hall.pair());
    EXPECT_EQ(hall.state().last_round()->tables.size(), 2U);
    EXPECT_EQ(standings_of(hall.state()).size(), 4U) << "nor are they in the table";
    EXPECT_FALSE(with.perform(decide_come_back(with.state(), 5, with.order())));
    with.start();
    EXPECT_EQ(with.state().entrants().size(), 5U);
  }
}

// They would stand in the table, and never be paired.
TEST(Inviting, WhoComesAfterTheStartIsTakenInWhereOneMayJoinLate) {
  for (const Rules& rules :
       {swiss_rules(2), round_robin(), Rules{.game = "gomoku", .format = Format::knockout}}) {
    Hall hall(rules, 4);
    hall.perform(decide_join(hall.state(), {.user = "I", .name = "I", .invited = true}, hall.order()));
    hall.perform(decide_substitute(hall.state(), {.player = 1, .user = "S", .name = "S"}, hall.order()));
    ASSERT_FALSE(hall.start());
    ASSERT_FALSE(hall.pair());
    const bool is_late_possible = rules.format == Format::swiss;
    const auto expected = is_late_possible ? std::nullopt : std::optional(Refusal::not_in_format);
    Hall in_their_place = hall;
    EXPECT_EQ(hall.perform(decide_come_back(hall.state(), 5, hall.order())), expected);
    EXPECT_EQ(standings_of(hall.state()).size(), is_late_possible ? 5U : 4U);
    EXPECT_EQ(in_their_place.perform(decide_substitute(
                  in_their_place.state(), {.player = 5, .user = "T", .name = "T"}, in_their_place.order())),
              expected)
        << "nor another one";
    hall.win_all_by_number();
    hall.perform(decide_substitute(hall.state(), {.player = 2, .user = "U", .name = "U", .invited = true},
                                   hall.order()));
    EXPECT_FALSE(hall.perform(decide_come_back(hall.state(), 2, hall.order())))
        << "who was invited into a place of the table has it";
  }
}

TEST(Substituting, KeepsThePlace) {
  Hall hall = started(swiss_rules(2), 4);
  play_round(hall);
  const int points = hall.points_of(1);
  EXPECT_FALSE(
      hall.perform(decide_substitute(hall.state(), {.player = 1, .user = "S", .name = "Sub"}, hall.order())));
  EXPECT_EQ(hall.state().find("S"), 1);
  EXPECT_EQ(hall.state().find("P1"), 0);
  EXPECT_EQ(hall.points_of(1), points);
  EXPECT_EQ(
      hall.perform(decide_substitute(hall.state(), {.player = 1, .user = "P2", .name = ""}, hall.order())),
      Refusal::already_done);
}

TEST(Substituting, WaitsForTheGameOfThePlayer) {
  Hall hall = started(swiss_rules(2), 4);
  hall.pair();
  const auto substitute = [&] {
    return hall.perform(
        decide_substitute(hall.state(), {.player = 1, .user = "S", .name = "S"}, hall.order()));
  };
  EXPECT_EQ(substitute(), Refusal::begun);
  hall.win(1);
  EXPECT_FALSE(substitute());
}

TEST(Substituting, WhoWasInvitedGivesTheirGamesAwayUntilTheyCome) {
  Hall hall = started(round_robin(), 4);
  hall.perform(decide_substitute(hall.state(), {.player = 1, .user = "S", .name = "S", .invited = true},
                                 hall.order()));
  play_round(hall);
  EXPECT_EQ(hall.points_of(1), 0);
  EXPECT_FALSE(hall.perform(decide_come_back(hall.state(), 1, hall.order())));
  hall.pair();
  EXPECT_TRUE(hall.state().playing().contains(1));
}

// The game that the old player did not come to is played by the new one.
TEST(Substituting, AndAReplayLetALateSubstitutePlay) {
  Hall hall = started(swiss_rules(2), 4);
  hall.pair();
  const GameId id = hall.game_of(1);
  hall.perform(decide_no_show(hall.state(), id, {!hall.begins(1), hall.begins(1)}, hall.order()));
  EXPECT_FALSE(
      hall.perform(decide_substitute(hall.state(), {.player = 1, .user = "S", .name = "S"}, hall.order())));
  EXPECT_TRUE(hall.state().is_here(1));
  EXPECT_FALSE(hall.perform(decide_replay(hall.state(), id, hall.order())));
  hall.win(1);
  EXPECT_EQ(hall.points_of(1), kWin);
}

TEST(Substituting, IsNotForSimuls) {
  Hall hall({.game = "xiangqi", .format = Format::simul}, 3);
  EXPECT_EQ(
      hall.perform(decide_substitute(hall.state(), {.player = 1, .user = "S", .name = "S"}, hall.order())),
      Refusal::not_in_format);
}

TEST(Forbidding, IsOfTwoWhoAreThere) {
  Hall hall(swiss_rules(), 2);
  EXPECT_EQ(hall.perform(decide_forbid(hall.state(), 1, 1, hall.order())), Refusal::unknown_player);
  EXPECT_EQ(hall.perform(decide_forbid(hall.state(), 1, 3, hall.order())), Refusal::unknown_player);
  EXPECT_FALSE(hall.perform(decide_forbid(hall.state(), 1, 2, hall.order())));
  EXPECT_EQ(hall.perform(decide_forbid(hall.state(), 2, 1, hall.order())), Refusal::already_done);
}

TEST(Cancelling, EndsEverything) {
  Hall hall = started(swiss_rules(2), 4);
  hall.pair();
  EXPECT_FALSE(hall.perform(decide_cancel(hall.state(), hall.order())));
  EXPECT_EQ(hall.join("late"), Refusal::over);
  EXPECT_EQ(hall.end({1, 1, 1}, {}), Refusal::over);
  EXPECT_EQ(hall.perform(decide_cancel(hall.state(), hall.order())), Refusal::over);
}

// ---- simul ----------------------------------------------------------------------------------------------

Rules simul_rules(HostSide side = HostSide::alternating) {
  Rules rules{.game = "xiangqi", .format = Format::simul};
  rules.host_side = side;
  return rules;
}

TEST(Simul, IsOfTheHostAgainstEachGuestAtOnce) {
  Hall hall = started(simul_rules(), 4);
  EXPECT_FALSE(hall.pair());
  EXPECT_EQ(hall.state().running_games().size(), 3U);
  for (const Table& table : hall.state().last_round()->tables) EXPECT_TRUE(table.has(kHost));
  EXPECT_EQ(hall.join("late"), Refusal::too_late);
  hall.win_all_by_number();
  EXPECT_EQ(hall.points_of(kHost), 3 * kWin);
  EXPECT_EQ(hall.pair(), Refusal::too_few);
  EXPECT_FALSE(hall.finish());
  EXPECT_EQ(hall.standing_of(kHost).rank, 1);
  for (Number n = 2; n <= 4; ++n) EXPECT_EQ(hall.standing_of(n).rank, 2) << "what is equal is equal";
}

TEST(Simul, TheHostBeginsWhereThatWasChosen) {
  const std::vector<std::pair<HostSide, std::vector<bool>>> rows{
      {HostSide::first, {true, true, true}},
      {HostSide::second, {false, false, false}},
      {HostSide::alternating, {true, false, true}}};
  for (const auto& [side, expected] : rows) {
    Hall hall = started(simul_rules(side), 4);
    EXPECT_FALSE(hall.pair());
    std::vector<bool> begins;
    for (const Table& table : hall.state().last_round()->tables) begins.push_back(table.first == kHost);
    EXPECT_EQ(begins, expected);
  }
}

TEST(Simul, NeedsItsHostAndTwoGuests) {
  Hall hall(simul_rules(), 2);
  EXPECT_EQ(hall.start(), Refusal::too_few);
  EXPECT_FALSE(hall.join("one more"));
  EXPECT_FALSE(hall.join("and another"));
  EXPECT_FALSE(hall.perform(decide_withdraw(hall.state(), kHost, hall.order())));
  EXPECT_EQ(hall.start(), Refusal::too_few) << "whom would they play?";
  EXPECT_FALSE(hall.perform(decide_come_back(hall.state(), kHost, hall.order())));
  EXPECT_FALSE(hall.start());
}

TEST(Simul, HasFortyBoards) {
  Hall hall(simul_rules(), 41);
  EXPECT_EQ(hall.join("one more"), Refusal::full);
  EXPECT_FALSE(hall.start());
  EXPECT_FALSE(hall.pair());
  EXPECT_EQ(hall.state().running_games().size(), 40U);
}

TEST(Simul, WhoDoesNotComeLosesThatBoardAlone) {
  Hall hall = started(simul_rules(HostSide::first), 3);
  EXPECT_FALSE(hall.pair());
  EXPECT_FALSE(hall.perform(decide_no_show(hall.state(), {1, 1, 1}, {false, true}, hall.order())));
  EXPECT_FALSE(hall.perform(decide_no_show(hall.state(), {1, 2, 1}, {true, false}, hall.order())));
  EXPECT_EQ(hall.points_of(kHost), kWin);
  EXPECT_TRUE(hall.state().is_here(kHost)) << "who is at other boards";
  EXPECT_FALSE(hall.state().is_here(3));
}

}  // namespace
}  // namespace server::tournament
