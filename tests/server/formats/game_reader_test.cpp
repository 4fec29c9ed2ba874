#include "server/formats/game_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/formats/add_game.h"
#include "server/formats/pgn.h"
#include "tests/server/formats/binary_writers.h"

namespace server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

GameReader open_file(std::string bytes, const ReadChoice& choice = {}) {
  auto reader = GameReader::open(std::move(bytes), choice);
  if (reader) return *std::move(reader);
  ADD_FAILURE() << reader.error().message;
  return *GameReader::open("h8");
}

std::vector<std::string> moves_of(const GameReader& reader, std::size_t game = 0) {
  const auto read = reader.read(game);
  return read ? read->game.moves : std::vector{read.error().message};
}

TEST(GameReaderTest, GivesEachGameOfAFile) {
  const GameReader reader =
      open_file("[Red \"a\"]\n1. C2=5 *\n\n[Red \"b\"]\n[Site \"x\"]\n1. C2=4\n2. e0e9 *\n");
  ASSERT_EQ(reader.games(), 2U);
  EXPECT_EQ(reader.format(1), "pgn");
  EXPECT_EQ(reader.encoding(1), Encoding::utf8);
  EXPECT_THAT(reader.notes(), IsEmpty());
  const auto header = reader.header(1);
  ASSERT_TRUE(header);
  EXPECT_EQ(header->game.names[0], "b");
  EXPECT_THAT(header->tags, ElementsAre(std::pair("Site", "x")));
  EXPECT_THAT(header->game.moves, IsEmpty()) << "nothing has been played";
  const auto game = reader.read(1);
  ASSERT_TRUE(game);
  EXPECT_THAT(game->game.moves, ElementsAre("h2f2"));
  ASSERT_TRUE(game->broken);
  EXPECT_EQ(game->broken->line, 7) << "of the file";
  EXPECT_THAT(moves_of(reader, 0), ElementsAre("h2e2"));
}

// All behind the first result was left out: 1 game of 3.
TEST(GameReaderTest, GamesMayStandInOneLine) {
  const std::string one = "[Event \"x\"][Red \"a\"] 1. C2=5 {[Event \"no\"]} H8+7 1-0 ";
  const GameReader reader = open_file(one + "[Event \"y\"] [Red \"b\"] 1. C2=4 * [Red \"c\"]1. C2=6 0-1\n");
  ASSERT_EQ(reader.games(), 3U);
  EXPECT_THAT(moves_of(reader, 0), ElementsAre("h2e2", "h9g7"));
  EXPECT_THAT(moves_of(reader, 1), ElementsAre("h2f2"));
  EXPECT_THAT(moves_of(reader, 2), ElementsAre("h2d2"));
  EXPECT_EQ(reader.header(1)->game.event, "y");
  EXPECT_EQ(reader.header(2)->game.names[0], "c");
  for (std::size_t game = 0; game < 3; ++game) EXPECT_THAT(reader.read(game)->notes, IsEmpty()) << game;
  EXPECT_EQ(open_file("[Red \"a\"] 1. C2=5 [Result \"1-0\"]\n").games(), 1U) << "a tag of the same game";
  EXPECT_EQ(open_file("[Red \"a\"] 1. C2=5 1-0 [Result \"1-0\"]\n").games(), 1U) << "behind its result";
  const GameReader parted = open_file("[Event \"x\"]\n1. C2=5 1-0 [Red \"b\"]\n1. C2=4 *\n");
  ASSERT_EQ(parted.games(), 2U);
  EXPECT_EQ(parted.header(1)->game.names[0], "b") << "its moves stand in the next line";
  EXPECT_EQ(open_file("[Red \"a\"] 1. C2=5 (as in [Red \"b\"]) H8+7\n").games(), 1U) << "in brackets";
  EXPECT_EQ(open_file("[Red \"a\"]\n1. C2=5 ; * [Red \"b\"]\n").games(), 1U) << "a comment";
  EXPECT_EQ(open_file("[Red \"a\"]\n% * [Red \"b\"]\n1. C2=5\n").games(), 1U) << "an escape";
}

// All of the line was looked at again for each game, or each tag, in it: minutes of work, which time out.
TEST(GameReaderTest, ALineOfManyGamesIsLookedAtOnce) {
  std::string games;
  for (std::size_t i = 0; i < kMostGames; ++i) games += "[R \"\"]C2=5 * ";
  EXPECT_EQ(split_pgn(games).size(), kMostGames);
  constexpr std::size_t kMany = 400'000;
  std::string tags = '[' + std::string(kMany, 'a') + " \"\"] C2=5 ";
  for (std::size_t i = 0; i < kMany; ++i) tags += "[R \"\"] ";
  EXPECT_EQ(split_pgn(tags).size(), 1U);
}

TEST(GameReaderTest, WhatStandsBetweenGamesIsTold) {
  const GameReader reader =
      open_file("Some words\n(;GM[4]SZ[15];B[hh])\n\nand more\n(;GM[4]SZ[15];B[ii])\nbye\n");
  ASSERT_EQ(reader.games(), 2U);
  std::vector<int> lines;
  for (const BadText& note : reader.notes()) lines.push_back(note.line);
  EXPECT_THAT(lines, ElementsAre(1, 4, 6));
  EXPECT_EQ(reader.notes()[1].message, "line 4: these words are of no game: and more");
}

TEST(GameReaderTest, TheEncodingIsThatInWhichMovesAreLegal) {
  const std::string gb = "1. \xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5", big5 = "1. \xAC\xB6\xA4\x47\xA5\xAD\xA4\xAD";
  EXPECT_EQ(open_file(gb).encoding(0), Encoding::gb18030);
  EXPECT_EQ(open_file(big5).encoding(0), Encoding::big5);
  EXPECT_THAT(moves_of(open_file(big5)), ElementsAre("h2e2"));
  // The name is of signs that both have, most of them rarer in Big5; the move is legal in Big5 alone.
  EXPECT_EQ(open_file("[Red \"\xB0\xA1\xB0\xA1\xB0\xA1\xB0\xA1\xB0\xA1\"]\n" + big5).encoding(0),
            Encoding::big5);
  EXPECT_EQ(open_file(big5, {.encoding = Encoding::gb18030}).encoding(0), Encoding::gb18030)
      << "somebody knows better";
}

// In a game of one move P can be a pawn: the others of the file say that it is a cannon.
TEST(GameReaderTest, LettersMeanTheSameInTheWholeFile) {
  const std::string game = "[Red \"a\"]\n1. P2-5 M8.7 2. M2.3 X9-8 *\n\n",
                    short_game = "[Red \"b\"]\n1. P3.1 *\n\n";
  const GameReader reader = open_file(game + game + short_game);
  const auto read = reader.read(2);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->broken || read->game.moves != std::vector<std::string>{"g3g4"}) << "no pawn";
  EXPECT_THAT(moves_of(reader, 0), SizeIs(4));
}

TEST(GameReaderTest, AnArchiveIsAllOfItsFiles) {
  const std::string xqf = write_xqf({.nodes = {{}, {.move = "h2e2", .goes_on = false}}});
  const std::string name = "\xC6\xE5\xC6\xD7.xqf";  // 棋谱 in GBK.
  const GameReader reader =
      open_file(write_zip({{name, xqf},
                           {"two.pgn", "[Red \"a\"]\n1. C2=5 *\n\n[Red \"b\"]\n1. C2=4 *\n"},
                           {"x.sgf", "(;GM[4]SZ[15];B[hh])"},
                           {"readme", "what this is"},
                           {"more.zip", write_zip({{"a", "f5"}})}}));
  ASSERT_EQ(reader.games(), 4U);
  EXPECT_EQ(reader.file_name(0), "棋谱.xqf");
  EXPECT_EQ(reader.format(0), "xqf");
  EXPECT_THAT(moves_of(reader, 2), ElementsAre("h2f2"));
  EXPECT_EQ(reader.file_name(3), "x.sgf");
  std::vector<std::string> messages;
  for (const BadText& note : reader.notes()) messages.push_back(note.message);
  EXPECT_THAT(messages, ElementsAre("readme: these are moves of none of our games: say which game it is",
                                    "more.zip: this is an archive in an archive"));
  EXPECT_EQ(GameReader::open(write_zip({})).error().reason, "no_games");
}

TEST(GameReaderTest, FilesOfSystemsAreNoneOfPeople) {
  const std::string game = "[Red \"a\"]\n1. C2=5 *\n", other("\0\5\x16\7\0\2\0\0Mac OS X", 16);
  const GameReader reader = open_file(write_zip({{"games/a.pgn", game},
                                                 {"__MACOSX/games/._a.pgn", other},
                                                 {"games/.DS_Store", other},
                                                 {"games/Thumbs.db", other}}));
  EXPECT_EQ(reader.games(), 1U);
  ASSERT_THAT(reader.notes(), SizeIs(1));
  EXPECT_EQ(reader.notes()[0].message, "3 files that an operating system added are left out");
}

TEST(GameReaderTest, AnArchiveOfLockedFilesSaysSo) {
  std::string bytes = write_zip({{"a.pgn", "1. C2=5"}, {"b.pgn", "1. C2=5"}});
  for (std::size_t row = bytes.find("PK\1\2"); row != bytes.npos; row = bytes.find("PK\1\2", row + 1))
    bytes[row + 8] = 1;
  EXPECT_EQ(GameReader::open(bytes).error().message, "the files of this archive are locked by a password");
}

// With the keys of another version all moves are noise: that was a game without moves.
TEST(GameReaderTest, AFileOfWhichNoMoveIsLegalIsNoGame) {
  const auto read = [](std::vector<FileNode> nodes) {
    return open_file(write_xqf({.nodes = std::move(nodes)})).read(0);
  };
  EXPECT_THAT(read({{}, {.move = "h2i9", .goes_on = false}}).error().message, HasSubstr("move 1 h2i9"));
  EXPECT_TRUE(read({{}, {.move = "h2e2"}, {.move = "h2i9", .goes_on = false}}));
  const FileNode bad{.move = "h2i9", .goes_on = false, .has_variation = true};
  EXPECT_TRUE(read({{}, bad, {.move = "h2e2", .goes_on = false}})) << "a variation is";
  EXPECT_TRUE(read({{.goes_on = false}})) << "a position is";
}

TEST(GameReaderTest, WhatIsTriedOfAnArchiveHasABound) {
  constexpr std::size_t kMost = 160 << 10;  // Bytes: some 400 moves.
  std::string moves;
  for (int i = 0; i < 25; ++i) moves += "b0c2 b9c7 c2b0 c7b9 ";
  std::vector<ZippedFile> files;
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"}) files.push_back({name, moves});
  const std::string archive = write_zip(files);
  EXPECT_EQ(open_file(archive).games(), 8U);
  const auto few = GameReader::open(archive, {}, kMost);
  ASSERT_TRUE(few);
  EXPECT_GT(few->games(), 2U);
  EXPECT_LT(few->games(), 6U);
  ASSERT_THAT(few->notes(), testing::Not(IsEmpty()));
  EXPECT_NE(few->notes().back().message.find("too much to try"), std::string::npos);
  EXPECT_EQ(GameReader::open(archive, {.game = "xiangqi"}, kMost)->games(), 8U) << "nothing is to be tried";
}

TEST(GameReaderTest, LibrariesOfAnArchiveAreUnpackedOutOfOneBound) {
  constexpr std::size_t kMost = 1 << 20;
  const std::string library =
      write_cbl2({{.remark = std::string(kMost / 5 * 2, 'x'), .moves = {{1, "h2e2", ""}}}}, true);
  const std::string archive = write_zip({{"a", library}, {"b", library}, {"c", library}});
  EXPECT_EQ(open_file(archive).games(), 3U);
  const auto two = GameReader::open(archive, {}, kMost);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->games(), 2U);
  ASSERT_THAT(two->notes(), SizeIs(3)) << "what the libraries say of themselves, too";
  EXPECT_EQ(two->notes()[2].reason, "too_long");
  EXPECT_EQ(GameReader::open(write_zip({{"a", std::string(kMost + 1, ' ')}}), {}, kMost).error().reason,
            "too_long");
}

TEST(GameReaderTest, JsonMayBeAListOfGames) {
  const GameReader reader =
      open_file("[{\"game\":\"gomoku\",\"moves\":\"h8 h9\"},\n{\"game\":\"xiangqi\",\"moves\":\"h2e2\"}]\n");
  ASSERT_EQ(reader.games(), 2U);
  EXPECT_THAT(reader.notes(), IsEmpty());
  EXPECT_EQ(reader.read(0)->game.game, "gomoku");
  EXPECT_THAT(moves_of(reader, 1), ElementsAre("h2e2"));
}

TEST(GameReaderTest, NumbersDoNotMakeMovesXiangqi) {
  EXPECT_EQ(open_file("1. f5 d6 2. c3 d3").read(0)->game.game, "antireversi");
  EXPECT_EQ(open_file("1. h8 i9\n2. i7 g9 3. h10").read(0)->game.game, "gomoku");
  EXPECT_EQ(open_file("1. h2e2 h9g7").format(0), "pgn");
}

TEST(GameReaderTest, AChoiceIsTakenAtItsWord) {
  EXPECT_EQ(open_file("a1b1", {.game = "gomoku"}).read(0)->game.game, "gomoku");
  EXPECT_EQ(GameReader::open("a1", {.format = "xyz"}).error().reason, "unknown_format");
  EXPECT_EQ(GameReader::open("(;GM[4];B[hh])", {.game = "xiangqi"}).error().reason, "unknown_format");
  const std::string xqf = write_xqf({.nodes = {{.goes_on = false}}});
  EXPECT_EQ(GameReader::open(xqf, {.game = "gomoku"}).error().message, "this is a file of xiangqi");
}

// A game of chess became one of Gomoku, without a word.
TEST(GameReaderTest, MovesThatMayBeOfPawnsNameNoGame) {
  for (const char* text : {"1. d4 d5 2. e3 e6 3. f4", "d4 d5 f3 f6", "1. e4 e5 2. c4 c5 1-0"}) {
    const auto reader = GameReader::open(text);
    ASSERT_FALSE(reader) << text;
    EXPECT_EQ(reader.error().message, "these may be moves of pawns in chess: say which game it is") << text;
  }
  EXPECT_EQ(open_file("1. d4 d5 2. e3 e6", {.game = "gomoku"}).read(0)->game.game, "gomoku");
  EXPECT_EQ(open_file("1. d4 d5 2. d5").read(0)->game.game, "xiangqi")
      << "of neither: it is refused as before";
  for (const char* text : {"1. d4 e4 2. d5 e5", "1. d4 d5 2. d3 d6", "d4", "1. d4 d6 2. d5 d7"})
    EXPECT_EQ(open_file(text).read(0)->game.game, "gomoku") << text;
}

// Each square was a stone of Gomoku, without a word: of chess, and of Xiangqi where black begins.
TEST(GameReaderTest, MovesOfTwoSquaresAreNoStones) {
  for (const char* text : {"e2e4 e7e5 g1f3 b8c6", "1. e2e4 e7e5\n2. g1f3 b8c6", "1.E2E4 c7c5 2.a2a3, a7a5",
                           "h9g7 h2e2", "h8i9 h10i7"}) {
    const auto reader = GameReader::open(text);
    ASSERT_FALSE(reader) << text;
    EXPECT_EQ(reader.error().message,
              "each move has two squares, which is legal in none of our games: say which game it is")
        << text;
  }
  EXPECT_EQ(open_file("e2e4 e7e5", {.game = "gomoku"}).read(0)->game.moves.size(), 4U);
  for (const char* text : {"e2 e4 e7 e5", "e2e4e7e5", "e2e4", "h8i9 j10", "h8 i9j10", "h8-i9 h10-g7",
                           "h8i9 j10k7", "h8i9\nh10h11\n"})
    EXPECT_EQ(open_file(text).read(0)->game.game, "gomoku") << text;
  EXPECT_EQ(open_file("h2e2 h9g7").read(0)->game.game, "xiangqi");
}

// With tags it was still read as Gomoku, if no code of an opening stood among them.
TEST(GameReaderTest, TagsThatNameNoGameLeaveMovesOfPawnsInDoubt) {
  const std::string tags = "[Event \"Club\"]\n[White \"A\"]\n[Black \"B\"]\n",
                    moves = "1. e4 e5 2. d4 d6 *\n";
  const GameReader untold = open_file("[Event \"Cup\"]\n1. h8 i9 2. i7 *\n\n" + tags + moves);
  ASSERT_EQ(untold.games(), 2U);
  EXPECT_TRUE(untold.read(0));
  EXPECT_EQ(untold.read(1).error().message,
            "line 4: these may be moves of pawns in chess: say which game it is");
  EXPECT_EQ(open_file(tags + moves, {.game = "gomoku"}).read(0)->game.game, "gomoku");
  EXPECT_EQ(open_file(tags + "[Game \"Gomoku\"]\n" + moves).read(0)->game.game, "gomoku");
  for (const char* short_game : {"1. d4 d5 *", "1. e4 d5 2. exd5 *"})
    EXPECT_EQ(open_file(tags + short_game).read(0).error().message, "line 1: this is a game of chess")
        << short_game;
}

// It was tried as all games, of which the first came out.
TEST(GameReaderTest, NumberedMovesAreOfTheGameThatIsChosen) {
  const std::string moves = "1. f5 d6 2. c3 d3";
  for (const char* game : {"gomoku", "antireversi"})
    EXPECT_EQ(open_file(moves, {.game = game}).read(0)->game.game, game);
  const auto broken = open_file("1. f5 d6 2. h8", {.game = "antireversi"}).read(0);
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->game.game, "antireversi") << "not Gomoku, of which all is legal";
  EXPECT_TRUE(broken->broken);
}

TEST(GameReaderTest, AGameHasABound) {
  const std::string comment = "{" + std::string(GameReader::kLongestGame, 'x') + "}";
  const GameReader reader = open_file("[Red \"a\"]\n1. C2=5 " + comment + " *\n[Red \"b\"]\n1. C2=5 *\n");
  EXPECT_EQ(reader.read(0).error().reason, "too_long");
  EXPECT_THAT(moves_of(reader, 1), ElementsAre("h2e2"));
}

TEST(GameReaderTest, AFileHasABound) {
  std::string text = "[";
  for (std::size_t i = 0; i < kMostGames; ++i) text += "{}";
  EXPECT_EQ(open_file(text + "]").games(), kMostGames);
  EXPECT_EQ(GameReader::open(text + "{}]").error().reason, "too_long");
}

// Each of them is looked for in six notations, and gets a sentence.
TEST(GameReaderTest, MistakesHaveAnEnd) {
  std::string text = "1. C2=5";
  for (int i = 0; i < 10'000; ++i) text += " (1. C2=5 R1+9)";
  const auto game = open_file(text).read(0);
  ASSERT_TRUE(game);
  EXPECT_GT(game->more_notes, 500U);
  EXPECT_LT(game->tree.size(), 5'000U);
}

TEST(ReadFormatsTest, AreNamedOnce) {
  auto words = read_formats();
  EXPECT_EQ(words.front(), "pgn");
  std::ranges::sort(words);
  EXPECT_EQ(std::ranges::adjacent_find(words), words.end());
}

// Behind a character that Big5 does not have it swallows a backslash, so that a comment ends and its words
// are moves.
TEST(GameReaderTest, AnEncodingInWhichMuchCannotBeReadIsNotTheOneWithMoreMoves) {
  const std::string ren = "\xC8\xCB";  // 人 in GB 2312.
  std::string text = "(;GM[4]SZ[15]C[" + std::string(2'000, 'x');
  for (int i = 0; i < 8; ++i) text += ren + ' ';
  text += "];B[hh]C[" + ren + "\\];W[ii];B[gg]C[" + ren + "\\];W[jj])";
  const auto reader = GameReader::open(text);
  ASSERT_TRUE(reader);
  EXPECT_EQ(reader->encoding(0), Encoding::gb18030);
}

}  // namespace
}  // namespace server
