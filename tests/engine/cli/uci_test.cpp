#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <malloc.h>
#include <unistd.h>

#include <cstddef>
#include <fstream>
#include <sstream>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

#include "engine/cli/uci_options.h"
#include "engine/cli/uci_words.h"
#include "tests/engine/cli/talk.h"

namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(Uci, GreetsAndListsItsOptions) {
  const std::string said = talk("uci\nisready\nquit\n");
  EXPECT_THAT(said, HasSubstr("id name Sanqi"));
  EXPECT_THAT(
      said,
      HasSubstr("option name UCI_Variant type combo default xiangqi var xiangqi var gomoku var antireversi"));
  for (const char* option :
       {"GomokuRule", "AntireversiRule", "Hash", "Clear Hash", "Threads", "MultiPV", "Move Overhead",
        "Skill Level", "UCI_LimitStrength", "UCI_Elo", "Use Network", "OwnBook", "First Rank"})
    EXPECT_THAT(said, HasSubstr(std::string("option name ") + option));
  EXPECT_THAT(said, ContainsRegex("uciok\nreadyok\n$"));
}

// A tied input flushes the output before each line that it reads, and so from a second thread.
TEST(Uci, OnlyOneThreadAtATimeTouchesTheOutput) {
  std::istringstream in("uci\nquit\n");
  std::ostringstream out;
  in.tie(&out);
  engine::cli::speak(in, out);
  EXPECT_EQ(in.tie(), nullptr);
}

/// Of this process, in MiB.
std::size_t memory_in_use() {
  std::size_t size = 0, resident = 0;
  std::ifstream("/proc/self/statm") >> size >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) >> 20;
}

/// Lines that are given out one by one, and the memory in use when each was asked for.
class Watched : public std::streambuf {
 public:
  explicit Watched(std::vector<std::string> lines) : lines_(std::move(lines)) {}
  const std::vector<std::size_t>& memory() const { return memory_; }

 private:
  int_type underflow() override {
    memory_.push_back(memory_in_use());
    if (memory_.size() > lines_.size()) return traits_type::eof();
    std::string& line = lines_[memory_.size() - 1];
    setg(line.data(), line.data(), line.data() + line.size());
    return traits_type::to_int_type(line.front());
  }

  std::vector<std::string> lines_;
  std::vector<std::size_t> memory_;
};

// A table of 64 MiB that was made after `go` cost the first move 90 ms of its clock.
TEST(Uci, MakesItsMemoryBeforeItSaysThatItIsReady) {
  for (const char* game : {"xiangqi", "gomoku", "antireversi"}) {
    malloc_trim(0);  // A table in pages that an earlier test has left would add nothing to those in use.
    Watched lines({"uci\n", "setoption name UCI_Variant value " + std::string(game) + "\n",
                   "setoption name Hash value 64\n", "isready\n", "go depth 1\n", "quit\n"});
    std::istream in(&lines);
    std::ostringstream out;
    engine::cli::speak(in, out);
    ASSERT_GE(lines.memory().size(), 6u) << out.str();
    EXPECT_GE(lines.memory()[4], lines.memory()[3] + 60) << game;
    EXPECT_LE(lines.memory()[5], lines.memory()[4] + 30) << game;
  }
}

TEST(Uci, PlaysEveryGame) {
  EXPECT_THAT(talk("uci\nposition startpos moves h2e2\ngo depth 3\n"),
              ContainsRegex("bestmove [a-i][0-9][a-i][0-9]( ponder [a-i][0-9][a-i][0-9])?\n$"));
  EXPECT_THAT(
      talk("uci\nsetoption name UCI_Variant value gomoku\nposition startpos moves h8 i9\ngo depth 2\n"),
      ContainsRegex("bestmove [a-o][0-9]+( ponder [a-o][0-9]+)?\n$"));
  EXPECT_THAT(talk("uci\nsetoption name UCI_Variant value antireversi\ngo depth 7\n"),
              ContainsRegex("bestmove [a-h][1-8] ponder [a-h][1-8]\n$"));
}

// Pikafish counts Xiangqi's ranks from 0 as UCCI does, Fairy-Stockfish and cutechess count them from 1.
TEST(Uci, CountsRanksFromOneIfToldTo) {
  const std::string first = "uci\nsetoption name First Rank value 1\n";
  const std::string said = talk(first + "position startpos moves h3e3 h10g8\ngo depth 2 searchmoves h1g3\n");
  EXPECT_THAT(said, Not(HasSubstr("illegal")));
  EXPECT_THAT(said, ContainsRegex("info depth 2 .* pv h1g3 [a-i][0-9]+[a-i][0-9]+"));
  EXPECT_THAT(said, ContainsRegex("bestmove h1g3 ponder [a-i]([7-9]|10)[a-i][0-9]+\n$"));
  EXPECT_THAT(talk(first + "position startpos moves h2e2\n"), HasSubstr("illegal move h2e2"));
  for (const char* move : {"h3e3x", "h3e3e", "h-2147483648e3", "h99999999999e3"})
    EXPECT_THAT(talk(first + "position startpos moves " + move + "\n"),
                HasSubstr("illegal move " + std::string(move)));
  EXPECT_THAT(talk(first + "setoption name UCI_Variant value gomoku\ngo depth 1 searchmoves i9\n"),
              HasSubstr("bestmove i9"))
      << "whose rows begin with 1 anyway";
  engine::Thought looking;
  looking.best = "b9c7";
  looking.current = "a0a9";
  EXPECT_EQ(engine::cli::in_ranks(looking, 1).best, "b10c8");
  EXPECT_EQ(engine::cli::in_ranks(looking, 1).current, "a1a10");
}

TEST(Uci, ThinksWithoutTheNetworkIfToldTo) {
  const auto thought = [](const std::string& options) {
    const std::string said = talk("uci\n" + options + "position startpos moves h2e2 h9g7\ngo depth 5\n");
    const auto last = said.rfind("info depth 5 ");
    return said.substr(said.find(" score ", last), said.find(" nps ", last) - said.find(" score ", last));
  };
  const std::string on = "setoption name Use Network value true\n",
                    off = "setoption name Use Network value false\n";
  EXPECT_EQ(thought(on), thought(""));
  EXPECT_NE(thought(off), thought(""));
  EXPECT_EQ(thought(off + on), thought(""));
}

TEST(Uci, PlaysFromTheBookIfToldTo) {
  const std::string on = "uci\nsetoption name OwnBook value true\n";
  EXPECT_THAT(talk(on + "go depth 1\n"), HasSubstr("info depth 0 "));
  EXPECT_THAT(talk("uci\ngo depth 1\n"), Not(HasSubstr("info depth 0 ")));
  EXPECT_THAT(talk(on + "setoption name MultiPV value 2\ngo depth 1\n"), Not(HasSubstr("info depth 0 ")));
}

// A line with a move that is not legal leaves the position as it was: nothing half-played is thought about.
TEST(Uci, APositionWithAnIllegalMoveChangesNothing) {
  const auto turn_after = [](const std::string& lines) {
    const std::string said = talk(lines + "d\n");
    return said.substr(said.find("\npos ") + 1, said.find("\nlegal") - said.find("\npos "));
  };
  EXPECT_EQ(turn_after("uci\nposition startpos moves h2e2 h9g7\n"),
            turn_after("uci\nposition startpos moves h2e2 h9g7\nposition startpos moves b2e2 a0a0 b9c7\n"));
  EXPECT_EQ(turn_after("uci\nposition startpos moves h2e2 h9g7\n"),
            turn_after("uci\nposition startpos moves h2e2 h9g7\nposition fen\nposition fen moves b2e2\n"));
}

TEST(Uci, TakesTheOverheadFromItsClock) {
  const auto ms = [](const std::string& overhead) {
    const std::string said = talk("setoption name Move Overhead value " + overhead +
                                  "\nposition startpos\ngo wtime 5600 btime 5600 movestogo 1\n");
    const auto at = said.rfind(" time ");
    return std::stoi(said.substr(at + 6));
  };
  EXPECT_LE(ms("5000"), 2500) << "of 5,600 ms 560 are a reserve and 5,000 lost on the way: 40 are left";
}

TEST(Uci, TellsAMateInMoves) {
  const std::string said = talk("uci\nposition fen 4k4/4aR3/4N4/P8/9/9/9/3K5/9/9 w - - 0 1\ngo depth 5\n");
  EXPECT_THAT(said, HasSubstr("score mate 1 "));
  EXPECT_THAT(said, HasSubstr("bestmove e7c8"));
}

TEST(Uci, AnswersAnInfiniteSearchWhenStopped) {
  const std::string said = talk("position startpos\ngo infinite\nisready\nstop\nisready\n");
  EXPECT_THAT(said, ContainsRegex("readyok\n(info.*\n)*bestmove .*\nreadyok\n$"));
  EXPECT_THAT(talk("position startpos\ngo infinite\n"), HasSubstr("bestmove")) << "the end of input stops it";
  EXPECT_THAT(talk("position startpos\ngo infinite\nquit\n"), HasSubstr("bestmove"));
}

TEST(Uci, CountsPerft) {
  EXPECT_THAT(talk("position startpos\ngo perft 2\n"),
              ContainsRegex("h2e2: 45\n(.*\n)*Nodes searched: 1920\n$"));
}

TEST(Uci, PlaysWithAClock) {
  EXPECT_THAT(talk("position startpos\ngo wtime 200 btime 200 winc 0 binc 0 movestogo 40\n"),
              HasSubstr("bestmove"));
  EXPECT_THAT(talk("position startpos\ngo wtime -5 btime 0\n"), HasSubstr("bestmove"));
  EXPECT_THAT(talk("position startpos\ngo movetime 1\n"), HasSubstr("bestmove"));
}

TEST(Uci, ObeysItsOptions) {
  const std::string said = talk(
      "setoption name Hash value 1\nsetoption name Threads value 2\nsetoption name MultiPV value 3\n"
      "setoption name Skill Level value 1\nposition startpos\ngo depth 9\n");
  EXPECT_THAT(said, HasSubstr("multipv 3"));
  EXPECT_THAT(said, Not(HasSubstr("info depth 2 "))) << "level 1 looks one ply ahead";
  EXPECT_THAT(talk("setoption name UCI_Variant value gomoku\nsetoption name GomokuRule value renju\n"
                   "position startpos moves h7 a1 h9 o1 g8 a15 i8 o15 h8\n"),
              HasSubstr("illegal move h8"));
  EXPECT_THAT(talk("setoption name AntireversiRule value 4x4\nsetoption name UCI_Variant value antireversi\n"
                   "position startpos\ngo depth 12\n"),
              ContainsRegex("info .*score cp 300 .*\nbestmove"))
      << "a small board, solved";
}

TEST(Uci, SearchesTheMovesThatItIsGivenOnly) {
  EXPECT_THAT(talk("position startpos\ngo depth 3 searchmoves a0a1 i0i1\n"),
              ContainsRegex("bestmove (a0a1|i0i1)( ponder ....)?\n$"));
  EXPECT_THAT(talk("position startpos\ngo searchmoves a0a1 depth 2\n"), HasSubstr("bestmove a0a1"));
}

TEST(Uci, PondersUntilItIsToldThatItWasRight) {
  const std::string hit = talk("position startpos moves h2e2 h9g7\ngo ponder nodes 300\nponderhit\n");
  const auto first = hit.find("bestmove");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(hit.find("bestmove", first + 1), std::string::npos) << "one answer to one question";
  EXPECT_THAT(talk("position startpos\ngo ponder wtime 1 btime 1\nstop\nponderhit\n"),
              ContainsRegex("bestmove [^\n]*\n$"));
}

/// The depth of the last finished iteration.
int depth_of(const std::string& said) {
  const auto at = said.rfind("info depth ");
  return at == std::string::npos ? -1 : std::stoi(said.substr(at + 11));
}

std::string last_line(const std::string& said) {
  return said.substr(said.rfind('\n', said.size() - 2) + 1);
}

// The hit ends the search that had no limit, and its own limits hold from then on.
TEST(Uci, KeepsTheLimitsOfAPonderedMoveForTheHit) {
  const std::string said =
      talk("position startpos moves h2e2 h9g7\ngo ponder depth 3 searchmoves a0a1\nponderhit\n");
  EXPECT_EQ(depth_of(said), 3) << said;
  EXPECT_THAT(last_line(said), HasSubstr("bestmove a0a1"));
}

TEST(Uci, AMissedPonderIsStoppedAndAnotherPositionAskedAbout) {
  const std::string said = talk(
      "position startpos moves h2e2 h9g7\ngo ponder wtime 60000 btime 60000\nstop\n"
      "position startpos moves h2e2 b9c7\ngo depth 2 searchmoves a0a1\nponderhit\n");
  const auto first = said.find("bestmove");
  ASSERT_NE(first, std::string::npos);
  EXPECT_NE(said.find("bestmove a0a1", first + 1), std::string::npos) << said;
  EXPECT_EQ(said.find("bestmove", said.find("bestmove", first + 1) + 1), std::string::npos)
      << "a hit that comes when nobody ponders is no question";
}

TEST(Uci, TellsHowFullItsTableIs) {
  const std::string said = talk("setoption name Hash value 1\nposition startpos\ngo nodes 60000\n");
  const auto at = said.rfind(" hashfull ");
  ASSERT_NE(at, std::string::npos);
  const int permille = std::stoi(said.substr(at + 10));
  EXPECT_GT(permille, 150) << "60,000 positions, some of them met again, for 65,536 places";
  EXPECT_LE(permille, 1000);
  EXPECT_THAT(talk("position startpos\ngo depth 1\n"), ContainsRegex(" hashfull [0-9] "))
      << "one of a million";
}

// The position has 11 empty squares: each line is solved, and both values are exact.
TEST(Uci, TellsExactScoresOfSeveralLines) {
  const std::string said = talk(
      "setoption name UCI_Variant value antireversi\nsetoption name MultiPV value 2\nposition fen "
      "-OXOOO--X-OXOOOOX-OOXOXXXO-OXXXXOOOOOXXXXOXOOXX-XOOXXXXX-O-XXXO- X\ngo nodes 400000\n");
  EXPECT_THAT(said, ContainsRegex("multipv 1 score cp 600 [^\n]* pv a8")) << said;
  EXPECT_THAT(last_line(said), HasSubstr("bestmove a8 ponder "));
}

TEST(Uci, FindsAMateInSoManyMoves) {
  const std::string said = talk("position fen 4k4/4aR3/4N4/P8/9/9/9/3K5/9/9 w - - 0 1\ngo mate 2\n");
  EXPECT_THAT(said, HasSubstr("score mate 1 "));
  EXPECT_LE(depth_of(said), 3) << "two moves of the winner are three plies";
}

TEST(Uci, SurvivesBadInput) {
  const std::string said = talk(
      "what is this\nuci\nposition\nposition fen\nposition fen rubbish w\nposition startpos moves h2e2 a0a0 "
      "b2b3\n"
      "position startpos extra\nsetoption\nsetoption name\nsetoption name UCI_Variant value chess\nsetoption "
      "name Hash "
      "value x\nsetoption name GomokuRule value none\ngo depth x nodes\nsetoption name Threads value "
      "99999999999999999999\nsetoption name Threads value 1\ngo depth "
      "-3\nd\nnonsense\n\n\xff\xfe\nstop\nstop\nquit\n");
  EXPECT_THAT(said, HasSubstr("unknown command: what"));
  EXPECT_THAT(said, HasSubstr("illegal move a0a0"));
  EXPECT_THAT(said, HasSubstr("unknown variant chess"));
  EXPECT_THAT(said, HasSubstr("unknown command: nonsense"));
}

TEST(Uci, HasNoMoveWhenTheGameIsOver) {
  EXPECT_THAT(talk("setoption name UCI_Variant value gomoku\nposition startpos moves a1 a2 b1 b2 c1 c2 d1 d2 "
                   "e1\ngo depth 3\n"),
              HasSubstr("bestmove (none)"));
}

// Other programs go on where our rules see a draw, and take "no move" for resignation.
TEST(Uci, MovesWhereOnlyOurRulesSeeADraw) {
  const std::pair<const char*, const char*> kDraws[] = {
      {"repetition", "startpos moves a0a1 a9a8 a1a0 a8a9 a0a1 a9a8 a1a0 a8a9"},
      {"move_limit", "fen 4k4/9/9/9/9/4p4/9/9/4R4/3K5 w - - 120 80"},
      {"insufficient_material", "fen 3aka3/9/4b4/9/9/9/9/4B4/4A4/3AK4 w - - 0 1"}};
  for (const auto& [reason, position] : kDraws) {
    const std::string start = "position " + std::string(position) + "\n";
    ASSERT_THAT(talk("uci\n" + start + "d\n"), HasSubstr(std::string("over ") + reason));
    EXPECT_THAT(talk("uci\n" + start + "go depth 5\n"), ContainsRegex("bestmove [a-i][0-9][a-i][0-9]"))
        << reason;
    EXPECT_THAT(talk("ucci\n" + start + "go depth 5\n"), ContainsRegex("\nbestmove [a-i][0-9][a-i][0-9]"))
        << reason;
    EXPECT_THAT(talk("uci\nsetoption name Skill Level value 1\n" + start + "go depth 5\n"),
                ContainsRegex("bestmove [a-i][0-9][a-i][0-9]"))
        << reason;
  }
}

// Were every move a draw, any would be as good as the one that wins.
TEST(Uci, PlaysToWinPastADraw) {
  const std::string said = talk("position fen 4k4/9/9/p8/9/9/9/9/7R1/3K5 w - - 120 80\ngo depth 6\n");
  EXPECT_THAT(said, ContainsRegex("info depth 6 [^\n]* score (cp [1-9][0-9][0-9]|mate)"));
}

// Beyond 64 bits a number is as good as the highest, not none.
TEST(UciWords, TakeTheBoundForNumbersOfAnySize) {
  const std::string high = " 99999999999999999999", low = " -99999999999999999999";
  const auto read = [](const std::string& text) {
    std::istringstream words(text);
    return engine::cli::read_go(words, engine::cli::Dialect::uci);
  };
  const engine::cli::Go go = read("nodes" + high + " depth" + high + " movetime" + high + " wtime" + high +
                                  " btime" + low + " movestogo" + high);
  EXPECT_EQ(go.limits.nodes, std::uint64_t{INT64_MAX});
  EXPECT_EQ(go.limits.depth, engine::kMaxPly);
  EXPECT_GT(go.limits.time, std::chrono::hours(24));
  EXPECT_GT(go.clocks[0].remaining, std::chrono::hours(24));
  EXPECT_EQ(go.clocks[1].remaining.count(), 0);
  EXPECT_GT(go.clocks[0].moves_to_go, 100);
  EXPECT_EQ(read("depth" + low).limits.depth, 1);
  EXPECT_FALSE(read("depth infinite").limits.depth);
}

// Taken for 1, a move spent nearly the whole clock of a game without a next time control.
TEST(UciWords, TakeNoMovesToGoForTheRestOfTheGame) {
  for (const auto dialect : {engine::cli::Dialect::uci, engine::cli::Dialect::ucci}) {
    const auto moves_to_go = [dialect](const std::string& text) {
      std::istringstream words(text);
      return engine::cli::read_go(words, dialect).clocks[1].moves_to_go;
    };
    EXPECT_FALSE(moves_to_go("movestogo 0"));
    EXPECT_FALSE(moves_to_go("movestogo -1"));
    EXPECT_FALSE(moves_to_go("movestogo x"));
    EXPECT_EQ(moves_to_go("movestogo 1"), 1);
  }
}

TEST(UciWords, TellTheMoveThatIsBeingLookedAt) {
  engine::Thought thought{.best = "h2e2", .lines = {{.pv = {"h2e2", "h9g7"}}}, .depth = 12};
  EXPECT_EQ(engine::cli::bestmove_text(thought), "bestmove h2e2 ponder h9g7");
  thought.current = "b0c2";
  thought.current_number = 7;
  EXPECT_EQ(engine::cli::info_text(thought, engine::cli::Dialect::uci),
            "info depth 12 currmove b0c2 currmovenumber 7");
  thought.best = "b0c2";
  EXPECT_EQ(engine::cli::bestmove_text(thought), "bestmove b0c2")
      << "a low level plays what no line begins with";
}

TEST(UciOptions, PlayAtTheLevelWhoseRatingIsNearest) {
  engine::cli::UciOptions options;
  const auto level = [&](const std::string& game, const std::string& elo) {
    EXPECT_TRUE(options.set("UCI_Variant", game));
    EXPECT_TRUE(options.set("UCI_Elo", elo));
    return options.level();
  };
  EXPECT_EQ(level("xiangqi", "1000"), 8) << "strength is not limited yet";
  EXPECT_TRUE(options.set("Skill Level", "2"));
  EXPECT_EQ(level("xiangqi", "1000"), 2);
  EXPECT_TRUE(options.set("UCI_LimitStrength", "true"));
  for (const engine::Game& game : engine::games()) {
    EXPECT_EQ(level(std::string(game.id), "-5"), 1);
    EXPECT_EQ(level(std::string(game.id), "99999"), 7) << "nobody has measured the eighth";
    for (int wanted = 1; wanted < 8; ++wanted)
      EXPECT_EQ(level(std::string(game.id), std::to_string(game.rating(wanted) + 3)), wanted) << game.id;
  }
  EXPECT_TRUE(options.set("UCI_LimitStrength", "false"));
  EXPECT_EQ(options.level(), 2);
}

}  // namespace
