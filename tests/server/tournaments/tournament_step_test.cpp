#include "server/tournaments/tournament_step.h"

#include <gtest/gtest.h>

#include <set>

#include "server/match/decisions.h"
#include "tests/server/tournaments/club.h"

namespace server {
namespace {

using tournament::Format;
using tournament::GameId;

/// Two players of a tournament whose first round is paired.
class TournamentStepTest : public testing::Test {
 protected:
  void begin(tournament::Rules rules) {
    create_tournament(store, "t1", std::move(rules));
    for (const char* user : {"g_a", "g_b"}) ASSERT_EQ(club.join("t1", user), std::nullopt);
    ASSERT_EQ(club.start("t1"), std::nullopt);
    state = read_tournament(store, "t1")->state;
    game = playing(store, "t1").at(0).game.game;
  }
  const storage::Game& header() { return log().header(); }
  GameLog& log() {
    if (!log_) log_ = GameLog::replay(*store.load(game));
    return *log_;
  }

  MortalStore store;
  Club club{store};
  std::optional<tournament::TournamentState> state;
  std::string game;

 private:
  std::optional<GameLog> log_;
};

constexpr GameId kGame{1, 1, 1};

TEST_F(TournamentStepTest, BeginsAGameWithItsPlayersAndItsTime) {
  begin(club_rules(Format::round_robin));
  EXPECT_EQ(header().tournament, "t1");
  EXPECT_EQ(header().time.initial, 300'000);
  EXPECT_EQ(header().size, 8);
  EXPECT_TRUE(header().code.empty());
  EXPECT_NE(header().seats[0].user, header().seats[1].user);
  EXPECT_TRUE(log().playing());
}

TEST_F(TournamentStepTest, CountsTheDiscsOfABoardThatWasPlayedOut) {
  begin(club_rules(Format::round_robin));
  while (log().playing()) {
    const std::string move = log().legal_moves().front();
    ASSERT_TRUE(
        log().follow(*decide_move(log(), log().seat_to_move(), {log().plies(), move}, server_now()).event));
    auto end = end_by_rules(log(), server_now());
    ASSERT_TRUE(!end || log().follow(*std::move(end)));
  }
  const auto decision = decide_by_game(*state, kGame, log(), {});
  ASSERT_TRUE(decision.event);
  const auto& outcome = std::get<tournament::GameEnded>(decision.event->change).outcome;
  EXPECT_EQ(outcome.ending, tournament::Ending::on_board);
  EXPECT_EQ(outcome.plies, log().plies());
  EXPECT_GT(outcome.discs[0] + outcome.discs[1], 30);
  ASSERT_NE(outcome.discs[0], outcome.discs[1]);
  EXPECT_EQ(outcome.result == tournament::Result::first, outcome.discs[0] < outcome.discs[1]) << "fewer win";
}

TEST_F(TournamentStepTest, AResignationSaysNothingOfTheBoard) {
  begin(club_rules(Format::round_robin));
  ASSERT_TRUE(log().follow(
      end_event(log(), server_now(), Status::finished, engine::Side::second, "resign", Seat::a)));
  const auto decision = decide_by_game(*state, kGame, log(), {});
  const auto& outcome = std::get<tournament::GameEnded>(decision.event->change).outcome;
  EXPECT_EQ(outcome.result, tournament::Result::second);
  EXPECT_EQ(outcome.ending, tournament::Ending::off_board);
  EXPECT_EQ(outcome.discs, (std::array{0, 0}));
}

// Of a knock-out that is level.
TEST_F(TournamentStepTest, GamesOfATableFollowEachOther) {
  tournament::Rules rules = club_rules(Format::knockout);
  rules.legs = 2;
  rules.tie_breaks = {tournament::TieBreak::lot};
  rules.squares = 0;
  begin(rules);
  const std::string beginner = header().seats[0].user;
  std::vector<storage::Millis> times;
  for (int i = 0; i < 3; ++i) {
    const auto games = playing(store, "t1");
    ASSERT_EQ(games.size(), 1u);
    const auto record = store.load(games[0].game.game);
    times.push_back(record->game.time.initial);
    EXPECT_EQ(record->game.seats[i % 2 == 0 ? 0 : 1].user, beginner) << "seats are exchanged";
    store.commit_as_others(ending(store, games[0].game.game, Status::finished));
    club.look("t1");
  }
  EXPECT_EQ(times, (std::vector<storage::Millis>{300'000, 300'000, 150'000})) << "half the time decides";
}

TEST_F(TournamentStepTest, TheHostOfASimulHasABoardWithEachGuestAndMoreTime) {
  tournament::Rules rules = club_rules(Format::simul);
  rules.host_side = tournament::HostSide::second;
  rules.host_extra = std::chrono::minutes(10);
  create_tournament(store, "t1", rules);
  for (const char* user : {"g_host", "g_a", "g_b", "g_c"}) ASSERT_EQ(club.join("t1", user), std::nullopt);
  ASSERT_EQ(club.start("t1"), std::nullopt);
  EXPECT_EQ(club.first_begun.size(), 3u);
  std::set<std::string> guests;
  for (const auto& board : playing(store, "t1")) {
    const auto begun = GameLog::replay(*store.load(board.game.game));
    ASSERT_TRUE(begun);
    EXPECT_EQ(begun->holder(Seat::b).user, "g_host");
    EXPECT_TRUE(begun->is_host_of_simul(Seat::b));
    EXPECT_EQ(begun->clock().reading(Side::first).main, std::chrono::minutes(5));
    EXPECT_EQ(begun->clock().reading(Side::second).main, std::chrono::minutes(15));
    guests.insert(begun->holder(Seat::a).user);
  }
  EXPECT_EQ(guests, (std::set<std::string>{"g_a", "g_b", "g_c"}));
}

}  // namespace
}  // namespace server
