#include "engine/lab/tournament.h"

#include <gtest/gtest.h>

#include <map>

#include "engine/games/registry.h"

namespace engine::lab {
namespace {

Pairing pairing(const std::string& first, const std::string& second, std::size_t games) {
  const Game& game = *find_game("antireversi");
  return {.game = &game,
          .players = {read_player(first), read_player(second)},
          .openings = random_openings(game, {}, 6, games / 2, 5),
          .games = games,
          .rules = {}};
}

TEST(ScoreBook, CountsGamesAndPairs) {
  ScoreBook book(6);
  const auto add = [&book](std::size_t number, std::optional<Side> winner,
                           const char* reason = "fewest_discs") {
    book.add({number, {.winner = winner, .reason = reason}});
  };
  add(0, Side::first);           // The first player has the first side in even games,
  add(1, Side::first);           // and the second in odd ones: it loses this.
  add(3, Side::second);          // A win,
  add(2, std::nullopt, "draw");  // and a draw: three half points.
  add(4, Side::second, "time");
  EXPECT_EQ(book.score().wins, 2u);
  EXPECT_EQ(book.score().draws, 1u);
  EXPECT_EQ(book.score().losses, 2u);
  EXPECT_EQ(book.score().pairs.of, (std::array<std::uint64_t, 5>{0, 0, 1, 1, 0}));
  EXPECT_EQ(book.score().failures[0], 1u);
  EXPECT_EQ(book.score().failures[1], 0u);
  EXPECT_TRUE(book.has(4));
  EXPECT_FALSE(book.has(5));
}

TEST(Tournament, PlaysEveryGameOnceWhateverTheThreads) {
  const Pairing one = pairing("name=a depth=2", "name=b depth=1", 12);
  std::map<std::size_t, std::vector<std::string>> games[2];
  for (int run : {0, 1}) {
    ScoreBook book(one.games);
    play_pairing(one, book, run == 0 ? 1 : 3, [&](const Numbered& played) {
      EXPECT_TRUE(games[run].emplace(played.number, played.game.moves).second);
      return true;
    });
    EXPECT_EQ(games[run].size(), 12u);
    EXPECT_EQ(book.score().pairs.pairs(), 6u);
  }
  EXPECT_EQ(games[0], games[1]) << "players of depth are the same on every thread";
}

TEST(Tournament, SkipsWhatIsPlayedAndStopsWhenTold) {
  const Pairing one = pairing("depth=1", "depth=1", 8);
  ScoreBook book(one.games);
  for (std::size_t number : {0u, 1u, 2u, 5u}) book.add({number, {.winner = Side::first, .reason = "x"}});
  std::vector<std::size_t> heard;
  play_pairing(one, book, 1, [&](const Numbered& played) {
    heard.push_back(played.number);
    return heard.size() < 3;
  });
  EXPECT_EQ(heard, (std::vector<std::size_t>{3, 4, 6}));
}

TEST(Tournament, APlayerThatDoesNotStartEndsIt) {
  Pairing one = pairing("depth=1", "depth=1", 4);
  one.players[1].protocol = "telepathy";
  ScoreBook book(one.games);
  EXPECT_THROW(play_pairing(one, book, 2, [](const Numbered&) { return true; }), std::invalid_argument);
}

}  // namespace
}  // namespace engine::lab
