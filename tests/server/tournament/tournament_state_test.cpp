#include "server/tournament/tournament_state.h"

#include <gtest/gtest.h>

#include "tests/server/tournament/hall.h"

namespace server::tournament {
namespace {

Hall whole_swiss() {
  Hall hall(swiss_rules(3), 6);
  hall.start();
  while (!hall.pair()) hall.win_all_by_number();
  hall.finish();
  return hall;
}

TEST(TournamentState, IsTheSameWhenReplayed) {
  const Hall hall = whole_swiss();
  const auto replayed = TournamentState::replay(hall.events());
  ASSERT_TRUE(replayed);
  EXPECT_EQ(*replayed == hall.state(), true);
}

TEST(TournamentState, EveryPrefixOfItsEventsIsATournament) {
  const Hall hall = whole_swiss();
  for (std::size_t size = 1; size <= hall.events().size(); ++size)
    EXPECT_TRUE(TournamentState::replay(std::span(hall.events()).first(size))) << size;
}

TEST(TournamentState, BeginsWithItsCreationAlone) {
  EXPECT_FALSE(TournamentState::replay({}));
  const Event started{.v = 1, .change = Started{}};
  EXPECT_FALSE(TournamentState::begin(started));
  const Event second{.v = 2, .change = Created{swiss_rules(3)}};
  EXPECT_FALSE(TournamentState::begin(second));
  const Event invalid{.v = 1, .change = Created{swiss_rules(kMaxRounds + 1)}};
  EXPECT_FALSE(TournamentState::begin(invalid));
}

TEST(TournamentState, TakesNoEventOutOfOrder) {
  const Hall hall = whole_swiss();
  auto events = hall.events();
  std::swap(events[3], events[4]);
  EXPECT_FALSE(TournamentState::replay(events));
  events = hall.events();
  events.erase(events.begin() + 2);
  EXPECT_FALSE(TournamentState::replay(events));
}

/// Each names something that is not there, or comes at the wrong time.
TEST(TournamentState, IsUnchangedByWhatCannotFollow) {
  Hall hall(swiss_rules(3), 4);
  hall.start();
  hall.pair();
  TournamentState state = hall.state();
  const RoundPaired round{.tables = {{.first = 1, .second = 2}}, .rests = {}};
  const std::vector<Change> changes = {
      Created{swiss_rules(3)},
      Joined{.user = "P1"},
      Withdrew{0},
      Withdrew{5},
      CameBack{1},
      AskedBye{-1},
      Started{},
      Resumed{},
      round,
      GameEnded{.game = {}},
      GameEnded{.game = {1, 1, 2}},
      NotPlayed{{1, 1, 1}, {true, true}},
      Corrected{{1, 1, 1}, {}},
      Replayed{{2, 1, 1}},
      SeatsExchanged{{1, 0, 1}},
      PairForbidden{1, 1},
      Substituted{1, "P2"},
      Finished{},
  };
  for (const Change& change : changes) {
    const Event event{.v = state.version() + 1, .change = change};
    EXPECT_FALSE(state.follow(event)) << change.index();
    EXPECT_EQ(state == hall.state(), true) << change.index();
  }
}

TEST(TournamentState, NamesNobodyTwiceInARound) {
  Hall hall(swiss_rules(3), 4);
  hall.start();
  TournamentState state = hall.state();
  const auto fits = [&](RoundPaired round) {
    return state.can_follow({.v = state.version() + 1, .change = std::move(round)});
  };
  EXPECT_TRUE(fits({.tables = {{.first = 1, .second = 2}}, .rests = {{.player = 3}}}));
  EXPECT_FALSE(fits({.tables = {{.first = 1, .second = 1}}, .rests = {}}));
  EXPECT_FALSE(fits({.tables = {{.first = 1, .second = 2}, {.first = 3, .second = 1}}, .rests = {}}));
  EXPECT_FALSE(fits({.tables = {{.first = 1, .second = 2}}, .rests = {{.player = 2}}}));
  EXPECT_FALSE(fits({.tables = {}, .rests = {}}));
}

TEST(TournamentState, ASecondByeCannotFollow) {
  Hall hall(swiss_rules(3), 5);
  hall.start();
  hall.pair();
  const Number had_bye = hall.state().last_round()->rests.at(0).player;
  hall.win_all_by_number();
  const Event again{.v = hall.state().version() + 1, .change = RoundPaired{{}, {{.player = had_bye}}}};
  EXPECT_FALSE(hall.state().can_follow(again));
}

}  // namespace
}  // namespace server::tournament
