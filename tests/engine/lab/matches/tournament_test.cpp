#include "engine/lab/matches/tournament.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>

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
  const Pairing three = pairing("name=a", "name=b", 6);
  ScoreBook book(three);
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

// Openings 0 and 1 lead to one position, 2 to another.
TEST(ScoreBook, CountsNoPairTwice) {
  Pairing one = pairing("name=a", "name=b", 12);
  one.openings = {{.setup = {}, .moves = {"d3", "c3", "c4"}},
                  {.setup = {}, .moves = {"c4", "c3", "d3"}},
                  {.setup = {}, .moves = {"d3", "c3", "c4", "e3"}}};
  ScoreBook book(one);
  const auto add_pair = [&](std::size_t pair, const std::string& move, std::optional<Side> winner) {
    for (const std::size_t number : {2 * pair + 1, 2 * pair}) {
      std::vector<std::string> moves = one.opening_of(number).moves;
      moves.push_back(move);
      book.add({number, {.moves = moves, .winner = winner, .reason = "fewest_discs"}});
    }
  };
  add_pair(0, "e3", Side::first);
  add_pair(1, "e3", Side::first);  // The same by another way,
  add_pair(3, "e3", Side::first);  // the same again,
  EXPECT_EQ(book.score().pairs.pairs(), 1u);
  EXPECT_EQ(book.score().repeated_pairs, 2u);
  add_pair(4, "f4", Side::first);   // another move,
  add_pair(2, "e3", Side::first);   // another position,
  add_pair(5, "e3", Side::second);  // and another result.
  EXPECT_EQ(book.score().pairs.pairs(), 4u);
  EXPECT_EQ(book.score().repeated_pairs, 2u);
  EXPECT_EQ(book.score().wins + book.score().losses, 12u) << "they were played";
}

TEST(Tournament, RefusesGamesThatWouldOnlyRepeat) {
  const auto go = [](const std::string& first, const std::string& second) {
    Pairing one = pairing(first, second, 4);
    one.openings.resize(1);
    ScoreBook book(one);
    play_pairing(one, book, 1, [](const NumberedGame&) { return false; });
  };
  EXPECT_THROW(go("depth=1", "nodes=10"), std::invalid_argument);
  EXPECT_THROW(go("level=2", "depth=1 network=0"), std::invalid_argument);
  EXPECT_NO_THROW(go("depth=1", "st=0.001"));
  EXPECT_NO_THROW(go("depth=1 threads=2", "depth=1"));
  EXPECT_NO_THROW(go("depth=1", "proto=beginner"));
}

TEST(Tournament, PlaysEveryGameOnceWhateverTheThreads) {
  const Pairing one = pairing("name=a depth=2", "name=b depth=1", 12);
  std::map<std::size_t, std::vector<std::string>> games[2];
  for (int run : {0, 1}) {
    ScoreBook book(one);
    play_pairing(one, book, run == 0 ? 1 : 3, [&](const NumberedGame& played) {
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
  ScoreBook book(one);
  for (std::size_t number : {0u, 1u, 2u, 5u}) book.add({number, {.winner = Side::first, .reason = "x"}});
  std::vector<std::size_t> calls;
  play_pairing(one, book, 1, [&](const NumberedGame& played) {
    calls.push_back(played.number);
    return calls.size() < 3;
  });
  EXPECT_EQ(calls, (std::vector<std::size_t>{3, 4, 6}));
}

TEST(Tournament, APlayerThatDoesNotStartEndsIt) {
  Pairing one = pairing("depth=1", "depth=1", 4);
  one.players[1].protocol = "telepathy";
  ScoreBook book(one);
  EXPECT_THROW(play_pairing(one, book, 2, [](const NumberedGame&) { return true; }), std::invalid_argument);
}

// Each game was a loss: a match against a misspelt path was a good result.
TEST(Tournament, AProgramThatIsNeverReadyEndsIt) {
  for (const char* protocol : {"uci", "nboard", "gtp"}) {
    const Pairing one =
        pairing("depth=1", std::string("name=ghost cmd=/no/such/program depth=1 proto=") + protocol, 4);
    ScoreBook book(one);
    try {
      play_pairing(one, book, 2, [](const NumberedGame&) { return true; });
      ADD_FAILURE() << protocol;
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(std::string(error.what()), "ghost does not start: The program has ended.") << protocol;
    }
    EXPECT_EQ(book.score().wins + book.score().losses, 0u) << protocol;
  }
}

// The other player may have brought it about.
TEST(Tournament, AProgramThatFailsLaterLoses) {
  const std::string script = testing::TempDir() + "sanqi_once.sh", mark = testing::TempDir() + "sanqi_once";
  std::remove(mark.c_str());
  // It ends when it is asked for a move, and at its second start.
  std::ofstream(script) << "if [ -e " << mark << " ]; then exit; fi\n: > " << mark
                        << "\nwhile read line; do\n"
                        << "  case $line in\n    uci) echo uciok;;\n    isready) echo readyok;;\n"
                        << "    go*) exit;;\n  esac\ndone\n";
  const Pairing one = pairing("depth=1", "name=once cmd=\"sh " + script + "\" depth=1 proto=uci", 2);
  ScoreBook book(one);
  play_pairing(one, book, 1, [](const NumberedGame&) { return true; });
  EXPECT_EQ(book.score().failures[1], 2u);
  std::remove(mark.c_str());
  std::remove(script.c_str());
}

}  // namespace
}  // namespace engine::lab
