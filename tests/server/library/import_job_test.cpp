#include "server/library/import_job.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "server/formats/game_file.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/server/formats/binary_writers.h"
#include "tests/server/library/random_games.h"

namespace server {
namespace {

class ImportJobTest : public testing::Test {
 protected:
  ImportJobTest() {
    write(storage::CreateUser{{"u_lin", "Lin", false, 1}, "hash"});
    write(storage::CreateCollection{
        {.id = "aaaaaaaa", .owner = "u_lin", .name = "n", .visibility = "private"}, 10});
  }

  storage::LibraryReader& library() { return reader_->library(); }
  bool write(storage::Write write) {
    return store_.commit(std::span(&write, 1)).front() == storage::WriteResult::done;
  }
  void receive(const std::string& bytes, const std::string& choice = "") {
    write(storage::BeginImport{{.id = "imp",
                                .collection = library().collection("aaaaaaaa")->number,
                                .owner = "u_lin",
                                .bytes = static_cast<std::int64_t>(bytes.size())}});
    for (std::size_t at = 0; at < bytes.size(); at += kBytesOfPart)
      write(storage::KeepPart{"imp", static_cast<int>(at / kBytesOfPart), {bytes.substr(at, kBytesOfPart)}});
    write(storage::StartImport{"imp", choice});
  }
  /// Until it has ended; with a new job for each batch, as after a restart each time.
  void run(bool restarts, const LibraryLimits& limits = {}) {
    auto job = std::make_unique<ImportJob>("imp");
    while (auto next = job->next(library(), limits)) {
      ASSERT_TRUE(write(*std::move(next)));
      if (restarts) job = std::make_unique<ImportJob>("imp");
    }
  }
  storage::LibraryImport import() { return library().library_import("imp").value(); }
  /// By game and message.
  std::vector<std::string> problems() {
    std::vector<std::string> told;
    const auto notes = nlohmann::json::parse(import().notes);
    for (const auto& one : notes)
      told.push_back(std::to_string(one["game"].get<int>()) + ": " + one["message"].get<std::string>());
    return told;
  }
  int games() { return library().collection("aaaaaaaa")->games; }

  storage::SqliteStore store_;
  std::shared_ptr<storage::Reader> reader_ = store_.open_reader();
};

std::string some_pgn(int games) {
  std::string text;
  for (int i = 0; i < games; ++i) {
    PlayedGame game = random_game({engine::find_game("xiangqi"), "standard"}, 40);
    game.names[0] = "Lin " + std::to_string(i);
    text += write_game("pgn", game)->text + "\n";
  }
  return text;
}

TEST_F(ImportJobTest, AddsAllGamesOfAFile) {
  receive(some_pgn(150));
  run(false);
  EXPECT_EQ(import().status, "done");
  EXPECT_EQ(import().next, 150);
  EXPECT_EQ(import().total, 150);
  EXPECT_EQ(import().added, 150);
  EXPECT_EQ(games(), 150);
  EXPECT_GT(library().collection("aaaaaaaa")->bytes, 150 * kBytesOfGame);
}

// A page showed a bar without an end, and so for the minute that a large file takes.
TEST_F(ImportJobTest, KnowsFromItsFirstBatchOnHowManyGamesThereAre) {
  receive(some_pgn(150));
  EXPECT_EQ(import().total, 0);
  ASSERT_TRUE(write(*ImportJob("imp").next(library(), {})));
  EXPECT_EQ(import().total, 150);
  EXPECT_LT(import().next, 150);
}

TEST_F(ImportJobTest, GoesOnAfterEachRestart) {
  receive(some_pgn(200));
  run(true);
  EXPECT_EQ(import().status, "done");
  EXPECT_EQ(games(), 200);
}

TEST_F(ImportJobTest, FindsWhatIsThere) {
  const std::string file = some_pgn(70);
  receive(file + file);
  run(false);
  EXPECT_EQ(import().next, 140);
  EXPECT_EQ(import().added, 70);
}

TEST_F(ImportJobTest, AddsTheChosenGames) {
  receive(some_pgn(10), "2,9");
  run(false);
  EXPECT_EQ(games(), 2);
  EXPECT_EQ(library().library_game(1, 2)->names[0], "Lin 8");
}

TEST_F(ImportJobTest, SaysWhichGamesAreBadAndTakesTheOthers) {
  receive(some_pgn(2) + "[Game \"Chinese Chess\"]\n\n1. a0a9 *\n\n" + some_pgn(1));
  run(false);
  EXPECT_EQ(import().bad, 1);
  EXPECT_EQ(games(), 3);
  EXPECT_NE(import().notes.find("\"game\":3"), std::string::npos) << import().notes;
}

// "New: 500, unreadable: 0", and the variations were gone.
TEST_F(ImportJobTest, TellsWhatGamesLose) {
  std::string text;
  for (int i = 0; i < 70; ++i)
    text += "[Game \"Chinese Chess\"]\n[Red \"Lin " + std::to_string(i) +
            "\"]\n\n1. h2e2 {good} (1. b2e2 h9g7) 1... h9g7 {bad} *\n\n";
  receive(text);
  run(true);
  EXPECT_EQ(games(), 70);
  EXPECT_EQ(problems(), (std::vector<std::string>{"0: 140 moves of variations are left out",
                                                  "0: 140 comments are left out"}));
}

// What a note of a game says was not told of games that went into collections.
TEST_F(ImportJobTest, TellsWhatIsDoubtfulOfGamesOnceForEachKind) {
  std::string text;
  for (int i = 0; i < 70; ++i)
    text +=
        "(;GM[4]SZ[15]PB[Lin " + std::to_string(i) + "]RE[some];B[hh];W[ii]" + (i == 3 ? ";B[]" : "") + ")\n";
  receive(text);
  run(true);
  EXPECT_EQ(games(), 70);
  EXPECT_EQ(problems(), (std::vector<std::string>{"4: line 4: move 3 pass: a pass at the end is left out",
                                                  "1: line 1: some tells no result (and so in all: 70)"}));
}

TEST_F(ImportJobTest, ASumIsNoNoteOfTheSameKind) {
  receive(write_zip({{"a.ggf", "(;GM[Othello]TY[8a];B[f5](;W[d6])(;W[f6]))"},
                     {"b.sgf", "(;GM[4]SZ[15];B[hh](;W[ii])(;W[jj]))"}}));
  run(false);
  EXPECT_EQ(games(), 2);
  EXPECT_EQ(problems(), (std::vector<std::string>{"0: 1 moves of variations are left out",
                                                  "1: line 1: variations are left out"}));
}

// Only tests filled these fields.
TEST_F(ImportJobTest, KeepsWhenAndWhereAndHowStrongItWas) {
  receive(
      "[Game \"Chinese Chess\"]\n[Site \"广州\"]\n[Round \"3\"]\n[Date \"1982.05.??\"]\n[RedElo \"2400\"]\n"
      "[BlackElo \"2350.5\"]\n\n1. h2e2 *\n");
  run(false);
  const auto game = library().library_game(1, 1);
  ASSERT_TRUE(game);
  EXPECT_EQ(game->site, "广州");
  EXPECT_EQ(game->round, "3");
  EXPECT_EQ(game->date, "1982-05-??");
  EXPECT_EQ(game->ratings, (std::array{2400, 2350}));
}

TEST_F(ImportJobTest, KeepsThoseOfBlackWhoBegins) {
  receive("(;GM[4]SZ[15]BR[1900]WR[2d]PC[Tallinn]RO[1]DT[1996-05];B[hh])");
  run(false);
  const auto game = library().library_game(1, 1);
  ASSERT_TRUE(game);
  EXPECT_EQ(game->ratings, (std::array{1900, 0}));
  EXPECT_EQ(game->site + game->round + game->date, "Tallinn11996-05-??");
}

TEST_F(ImportJobTest, TellsWhatOfAFileIsNoGame) {
  receive(write_zip({{"a.pgn", some_pgn(1)}, {"b.rar", "Rar!\x1A\x07"}}));
  run(false);
  EXPECT_EQ(games(), 1);
  ASSERT_EQ(problems().size(), 1u);
  EXPECT_EQ(problems()[0].find("0: b.rar: "), 0u) << problems()[0];
}

// It was kept as a game without moves.
TEST_F(ImportJobTest, ABinaryGameIsKeptAsFarAsItGoes) {
  const auto xqf = [](std::vector<FileNode> nodes) { return write_xqf({.version = 0x0A, .nodes = nodes}); };
  const FileNode start{}, good{.move = "h2e2"}, bad{.move = "a0a9", .goes_on = false};
  receive(write_zip({{"a.xqf", xqf({start, bad})}, {"b.xqf", xqf({start, good, bad})}}));
  run(false);
  EXPECT_EQ(import().bad, 1);
  ASSERT_EQ(games(), 1);
  EXPECT_EQ(library().library_game(1, 1)->plies, 1);
  ASSERT_EQ(problems().size(), 2u);
  EXPECT_EQ(problems()[1].find("2: "), 0u) << problems()[1];
}

TEST_F(ImportJobTest, EndsWhenItIsCancelled) {
  receive(some_pgn(100));
  ImportJob job("imp");
  auto batch = job.next(library(), {});
  ASSERT_TRUE(write(storage::EndImport{"imp", "cancelled"}));
  EXPECT_FALSE(write(*batch)) << "what was read meanwhile";
  EXPECT_EQ(games(), 0);
  EXPECT_FALSE(job.next(library(), {}));
  EXPECT_FALSE(write(storage::EndImport{"imp", "done"}));
}

TEST_F(ImportJobTest, OfTwoServersOneGoesOn) {
  receive(some_pgn(100));
  ImportJob one("imp"), other("imp");
  const auto first = one.next(library(), {}), second = other.next(library(), {});
  EXPECT_TRUE(write(*first));
  EXPECT_FALSE(write(*second));
  run(false);
  EXPECT_EQ(games(), 100);
}

TEST_F(ImportJobTest, EndsWhereTheUserHasNoRoomLeft) {
  receive(some_pgn(200));
  run(false, {.bytes_of_user = 64 * kBytesOfGame});
  EXPECT_EQ(import().status, "full");
  EXPECT_EQ(games(), 64);
}

// "No room for more" sent people to collections in which there was room.
TEST_F(ImportJobTest, SaysThatItIsTheAddressWhichHasHadEnough) {
  receive(some_pgn(200));
  int batches = 0;
  const auto admit = [&](const storage::LibraryImport&, std::int64_t) { return batches++ == 0; };
  // With a new job for each batch, as after a restart each time.
  while (auto next = ImportJob("imp").next(library(), {}, admit)) ASSERT_TRUE(write(*std::move(next)));
  EXPECT_EQ(import().status, "full");
  EXPECT_EQ(games(), 64);
  EXPECT_EQ(problems(),
            std::vector<std::string>{
                "0: your network has imported what it may in a day: import the file again tomorrow"});
}

// The sizes of all collections there are were added up for each 64 games.
TEST_F(ImportJobTest, LooksForRoomOnTheServerWhenItsTurnBegins) {
  receive(some_pgn(150));
  const LibraryLimits limits{.bytes_of_server = 1};
  ImportJob job("imp");
  for (const int added : {64, 128}) {
    ASSERT_TRUE(write(*job.next(library(), limits)));
    EXPECT_EQ(games(), added);
  }
  job.begin_turn();
  ASSERT_TRUE(write(*job.next(library(), limits)));
  EXPECT_EQ(import().status, "full");
  EXPECT_EQ(games(), 128);
}

TEST_F(ImportJobTest, FailsForWhatIsNoGameWithAReason) {
  receive("SQLite format 3" + std::string(100, '\0'));
  run(false);
  EXPECT_EQ(import().status, "failed");
  EXPECT_NE(import().notes.find("message"), std::string::npos);
}

TEST(Choice, IsAListOfNumbers) {
  EXPECT_EQ(read_choice(""), std::vector<int>());
  EXPECT_EQ(read_choice("9,2"), (std::vector{1, 8}));
  for (const char* text : {"0", "a", "1,", ",1", "1;2", "1,,2", "-1", "99999999999"})
    EXPECT_FALSE(read_choice(text)) << text;
}

}  // namespace
}  // namespace server
