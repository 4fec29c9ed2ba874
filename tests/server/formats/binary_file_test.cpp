#include "server/formats/binary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "engine/core/zobrist.h"
#include "server/base/utf8.h"
#include "server/formats/ccbridge2.h"
#include "server/formats/renlib.h"
#include "tests/seed.h"
#include "tests/server/formats/binary_writers.h"

/// Files that are not text, and what is wrong with some.
namespace server {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// The only game of the file, which must be one of `format`.
TreeGame read_file(const std::string& bytes, std::string_view format) {
  const auto file = find_binary(bytes);
  if (!file || !*file || (*file)->format != format || (*file)->games.size() != 1) {
    ADD_FAILURE() << "is no file of " << format;
    return {};
  }
  auto game = read_binary(format, (*file)->games.front());
  if (game) game = play_tree(*std::move(game));
  if (game) return *std::move(game);
  ADD_FAILURE() << game.error().message;
  return {};
}

/// All moves in the order of the tree, a variation in brackets, comments after their moves.
std::string told(const GameTree& tree, GameTree::Id id = GameTree::kRoot) {
  std::string text = tree[id].move.text;
  if (!tree[id].comment.empty()) text += "{" + tree[id].comment + "}";
  const GameTree::Id main = tree[id].first_child;
  if (main == GameTree::kNone) return text;
  for (GameTree::Id next = tree[main].next_sibling; next != GameTree::kNone; next = tree[next].next_sibling)
    text += " (" + told(tree, next) + ")";
  return text + " " + told(tree, main);
}

/// A main line of four moves; another second move with two answers to it, and another first one.
std::vector<FileNode> some_nodes(const std::string& comment) {
  return {{.comment = comment},
          {.move = "h2e2", .has_variation = true},
          {.move = "h9g7", .comment = comment, .has_variation = true},
          {.move = "h0g2"},
          {.move = "i9h9", .goes_on = false},
          {.move = "b7e7"},
          {.move = "h0g2", .goes_on = false, .has_variation = true},
          {.move = "e2e6", .goes_on = false},
          {.move = "c3c4", .comment = comment, .goes_on = false}};
}
constexpr std::string_view kTold = "{好} (c3c4{好}) h2e2 (b7e7 (e2e6) h0g2) h9g7{好} h0g2 i9h9";
const std::string kGood = "\xBA\xC3";  // 好 in GB18030.

// ---- XQF -------------------------------------------------------------------------------------------------

class XqfTest : public testing::TestWithParam<int> {};

TEST_P(XqfTest, ReadsAllLinesAndComments) {
  const XqfFile file{.version = GetParam(),
                     .keys = {0x7d, 0x24, 0x2d},
                     .red = "\xBA\xFA\xC8\xD9\xBB\xAA",
                     .black = "Lin",
                     .title = "\xCE\xE5\xD1\xF2\xB1\xAD",
                     .result = 3,
                     .nodes = some_nodes(kGood)};
  const TreeGame game = read_file(write_xqf(file), "xqf");
  EXPECT_EQ(told(game.tree).substr(1), kTold.substr(1));
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7", "h0g2", "i9h9"));
  EXPECT_THAT(game.game.names, ElementsAre("胡荣华", "Lin"));
  EXPECT_EQ(game.game.event, "五羊杯");
  EXPECT_EQ(game.game.result, "draw");
  EXPECT_EQ(game.game.start_pos, "");
  EXPECT_THAT(game.notes, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Versions, XqfTest, testing::Values(0x01, 0x0A, 0x0B, 0x0C, 0x10, 0x12));

TEST(ReadXqfTest, TakesTheSquaresThatStandThere) {
  // Red gives a horse, and the kind of the game does not say so.
  std::string squares = "a0..c0d0e0f0g0h0i0b2h2a3c3e3g3i3a9b9c9d9e9f9g9h9i9b7h7a6c6e6g6i6";
  const TreeGame game =
      read_file(write_xqf({.squares = squares, .nodes = {{}, {.move = "h2e2", .goes_on = false}}}), "xqf");
  EXPECT_THAT(game.game.start_pos, HasSubstr("R1BAKABNR w"));
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2"));
}

TEST(ReadXqfTest, ThePieceThatMovesFirstSaysWhoBegins) {
  const TreeGame game =
      read_file(write_xqf({.side = 0, .nodes = {{}, {.move = "h9g7", .goes_on = false}}}), "xqf");
  EXPECT_THAT(game.game.start_pos, HasSubstr(" b"));
  EXPECT_THAT(game.game.moves, ElementsAre("h9g7"));
}

TEST(ReadXqfTest, AnEmptyBoardIsTheUsualOneWithANote) {
  const std::string nothing(64, '.');
  const TreeGame game =
      read_file(write_xqf({.squares = nothing, .nodes = {{}, {.move = "h2e2", .goes_on = false}}}), "xqf");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2"));
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_THAT(game.notes[0].message, HasSubstr("usual position"));
}

// The moves were played from the usual position, where some of them are legal by chance.
TEST(ReadXqfTest, APositionThatCannotBeIsRefusedUnlessTheMovesAreOfTheUsualOne) {
  const auto none = [](std::size_t pieces) { return std::string(2 * pieces, '.'); };
  const std::string squares = none(4) + "e0" + none(15) + "e9" + none(11);
  const auto read = [&](std::vector<FileNode> nodes) {
    const std::string bytes = write_xqf({.squares = squares, .nodes = std::move(nodes)});
    return play_tree(*read_binary("xqf", bytes));
  };
  EXPECT_THAT(read({{}, {.move = "e0d0", .goes_on = false}}).error().message, HasSubstr("generals face"));
  EXPECT_THAT(read({{.goes_on = false}}).error().message, HasSubstr("generals face"));
  EXPECT_THAT(read({{}, {.move = "h2e2", .goes_on = false}})->game.moves, ElementsAre("h2e2"));
}

TEST(ReadXqfTest, ADamagedMoveEndsItsLineAlone) {
  std::vector<FileNode> nodes = some_nodes(kGood);
  nodes[5].move = "i9i9";  // Instead of b7e7.
  const TreeGame game = read_file(write_xqf({.nodes = nodes}), "xqf");
  EXPECT_THAT(game.game.moves, SizeIs(4));
  EXPECT_EQ(game.tree.size(), 6U);
  EXPECT_THAT(game.notes, SizeIs(1));
}

// i1i2 is a legal move where ranks are counted from 1: this file does not count so.
TEST(ReadXqfTest, AMoveThatIsNotLegalIsNotReadInAnotherWay) {
  const TreeGame game = read_file(
      write_xqf({.nodes = {{}, {.move = "h2e2"}, {.move = "h9g7"}, {.move = "i1i2", .goes_on = false}}}),
      "xqf");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7"));
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_THAT(game.notes[0].message, HasSubstr("no piece on i1"));
}

TEST(ReadXqfTest, WhatIsCutOffKeepsWhatStands) {
  const std::string whole = write_xqf({.nodes = some_nodes("")});
  for (std::size_t size = 1024; size < whole.size(); ++size) {
    const TreeGame game = read_file(whole.substr(0, size), "xqf");
    EXPECT_THAT(game.notes, SizeIs(1)) << size;
    EXPECT_EQ(game.notes[0].reason, "truncated");
    EXPECT_EQ(game.tree.size(), std::max<std::size_t>(1, (size - 1024) / 8));
  }
}

TEST(ReadXqfTest, ReadsNamesInBig5) {
  const TreeGame game =
      read_file(write_xqf({.red = "\xA7\xF5\xBC\x79\xA8\xAC", .nodes = {{.goes_on = false}}}), "xqf");
  EXPECT_EQ(game.game.names[0], "李慶足");
}

// ---- CCBridge --------------------------------------------------------------------------------------------

class CbrTest : public testing::TestWithParam<int> {};

TEST_P(CbrTest, ReadsAllLinesAndComments) {
  const CbrFile file{.layout = GetParam(),
                     .title = u"五羊杯",
                     .red = u"胡荣华",
                     .black = u" 一",  // A zero byte stands between them, though no zero of two.
                     .result = 1,
                     .nodes = some_nodes(utf16(u"好"))};
  const TreeGame game = read_file(write_cbr(file), "cbr");
  EXPECT_EQ(told(game.tree), kTold);
  EXPECT_THAT(game.game.names, ElementsAre("胡荣华", "一"));
  EXPECT_EQ(game.game.event, "五羊杯");
  EXPECT_EQ(game.game.result, "first");
  EXPECT_THAT(game.notes, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Layouts, CbrTest, testing::Values(1, 2));

// Where it has them is a guess: they were dropped without a word.
TEST(ReadCbrTest, TellsThatTheOldLayoutHasMoreThanIsRead) {
  const std::string bytes = write_cbr({.layout = 1, .red = u"a", .nodes = {{.goes_on = false}}});
  EXPECT_THAT(read_file(bytes, "cbr").notes, IsEmpty());
  for (const std::size_t at : {628, 755, 820, 947, 1012, 1171, 1236, 1819}) {
    std::string more = bytes;
    more[at] = 'x';
    const TreeGame game = read_file(more, "cbr");
    ASSERT_THAT(game.notes, SizeIs(1)) << at;
    EXPECT_THAT(game.notes[0].message, HasSubstr("annotator")) << at;
    EXPECT_EQ(game.game.names[0], "a");
  }
}

// They were dropped without a word.
TEST(ReadCbrTest, ReadsTeamsAndTimes) {
  std::string bytes = write_cbr({.red = u"a", .nodes = {{.goes_on = false}}});
  for (const auto& [at, text] : {std::pair(1012, u"60分钟"), std::pair(1140, u"广东"),
                                 std::pair(1364, u"河北"), std::pair(1428, u"58"), std::pair(1524, u"王")}) {
    const std::string wide = utf16(text);
    bytes.replace(static_cast<std::size_t>(at), wide.size(), wide);
  }
  const TreeGame game = read_file(bytes, "cbr");
  EXPECT_THAT(game.tags, ElementsAre(std::pair("TimeControl", "60分钟"), std::pair("RedTeam", "广东"),
                                     std::pair("BlackTeam", "河北"), std::pair("BlackTime", "58"),
                                     std::pair("Referee", "王")));
  EXPECT_EQ(game.game.names[0], "a");
}

TEST(ReadCbrTest, ANewerLayoutIsRefusedByName) {
  std::string bytes = write_cbr({.nodes = {{}}});
  bytes[19] = 3;
  const auto file = find_binary(bytes);
  ASSERT_TRUE(file && *file);
  EXPECT_THAT(read_binary("cbr", bytes).error().message, HasSubstr("layout 3"));
}

TEST(ReadCbrTest, ReadsAPositionOfBlack) {
  std::string board(90, '.');
  board[4] = 'k';
  board[49] = 'c';
  board[85] = 'K';
  const TreeGame game =
      read_file(write_cbr({.board = board, .side = 2, .nodes = {{.goes_on = false}}}), "cbr");
  EXPECT_THAT(game.game.start_pos, HasSubstr("4k4/9/9/9/9/4c4/9/9/9/4K4 b"));
}

TEST(ReadCblTest, GivesTheGamesThatItsIndexHas) {
  std::vector<std::string> records;
  for (const char16_t* name : {u"a", u"b", u"c"}) {
    CbrFile record{.red = name, .nodes = {{.comment = utf16(std::u16string(3000, u'好'))}, {.move = "h2e2"}}};
    record.nodes.back().goes_on = false;
    records.push_back(write_cbr(record));  // Three slots each.
  }
  const auto names = [](const std::string& bytes) {
    const auto file = find_binary(bytes);
    std::vector<std::string> found;
    for (const std::string_view game : (*file)->games)
      found.push_back(read_binary("cbl", game)->game.names[0]);
    return found;
  };
  EXPECT_THAT(names(write_cbl(records)), ElementsAre("a", "b", "c"));
  EXPECT_THAT(names(write_cbl(records, 1)), ElementsAre("a", "b"));
  const auto with_deleted = find_binary(write_cbl(records, 1));
  ASSERT_THAT((*with_deleted)->notes, SizeIs(1)) << "the deleted game is told of";
  EXPECT_EQ((*with_deleted)->notes[0].message, "1 deleted games of the library are left out");
  // An index that disagrees with the slots says nothing.
  std::string torn = write_cbl(records);
  torn[66'624 + 4] = 1;
  EXPECT_THAT(names(torn), ElementsAre("a", "b", "c"));
  EXPECT_EQ(find_binary(write_cbl({})).error().reason, "no_games");
}

// Its records were looked for behind an index as long as it says.
TEST(ReadCblTest, FindsRecordsWhereverTheyStand) {
  const std::string record = write_cbr({.red = u"a", .nodes = {{}, {.move = "h2e2", .goes_on = false}}});
  std::string bytes = write_cbl({record, record});
  bytes.insert(66'624, 100, '\0');
  const auto file = find_binary(bytes);
  ASSERT_TRUE(file && *file);
  ASSERT_THAT((*file)->games, SizeIs(2));
  for (const std::string_view game : (*file)->games)
    EXPECT_THAT(play_tree(*read_binary("cbl", game))->game.moves, ElementsAre("h2e2"));
}

TEST(ReadCblTest, TellsWhatItSaysOfItself) {
  std::string bytes = write_cbl({write_cbr({.nodes = {{.goes_on = false}}})});
  EXPECT_THAT((*find_binary(bytes))->notes, IsEmpty());
  bytes.replace(64, 4, utf16(u"棋谱"));
  bytes.replace(576, 4, utf16(u"来源"));
  bytes.replace(832, 4, utf16(u"作者"));
  bytes.replace(1088, 4, utf16(u"备注"));
  const auto notes = (*find_binary(bytes))->notes;
  ASSERT_THAT(notes, SizeIs(4));
  for (const std::size_t i : {0, 1, 2, 3})
    EXPECT_THAT(notes[i].message, HasSubstr(std::array{"棋谱", "来源", "作者", "备注"}[i]));
}

TEST(ReadCbl2Test, ReadsLinesByTheirSerials) {
  const Cbl2Game game{.event = "\xCE\xE5\xD1\xF2\xB1\xAD",
                      .red = "\xBA\xFA\xC8\xD9\xBB\xAA",
                      .black = "Lin",
                      .result = 2,
                      .remark = "a||b",
                      .moves = {{1, "h2e2", "one"},
                                {2, "h9g7", ""},
                                {3, "h0g2", ""},
                                {2, "b7e7", "x||y"},
                                {3, "h0g2", ""},
                                {1, "c3c4", ""}}};
  for (const bool packed : {false, true}) {
    std::string bytes = write_cbl2({game, game}, packed);
    EXPECT_EQ(is_packed_cbl(bytes), packed);
    if (packed) bytes = *unpack_cbl(bytes, 1 << 20);
    const auto file = find_binary(bytes);
    ASSERT_TRUE(file && *file);
    ASSERT_THAT((*file)->games, SizeIs(2));
    ASSERT_THAT((*file)->notes, SizeIs(1));
    EXPECT_EQ((*file)->notes[0].message, "of the library itself is left out: library, author");
    const auto read = play_tree(*read_binary("cbl2", (*file)->games[1]));
    ASSERT_TRUE(read);
    EXPECT_EQ(told(read->tree), "{a\nb} (c3c4) h2e2{one} (b7e7{x\ny} h0g2) h9g7 h0g2");
    EXPECT_THAT(read->game.names, ElementsAre("胡荣华", "Lin"));
    EXPECT_EQ(read->game.event, "五羊杯");
    EXPECT_EQ(read->game.result, "second");
    EXPECT_EQ(read->game.start_pos, "");
    EXPECT_THAT(read->notes, IsEmpty());
  }
}

// A library that was cut off looked like a smaller one.
TEST(ReadCbl2Test, TellsOfGamesThatAreMissing) {
  const Cbl2Game game{.moves = {{1, "h2e2", ""}}};
  const std::string bytes = write_cbl2({game, game, game});
  const std::size_t one = bytes.size() - write_cbl2({game, game}).size();
  const auto told_of = [&](std::size_t left) {
    std::string all;
    const auto file = find_binary(std::string_view(bytes).substr(0, left));
    for (const BadText& note : (*file)->notes) all += note.reason == "truncated" ? note.message + "; " : "";
    return all;
  };
  EXPECT_EQ(told_of(bytes.size()), "");
  EXPECT_EQ(told_of(bytes.size() - one), "1 games of the library are missing; ");
  EXPECT_EQ(told_of(bytes.size() - one - 4),
            "the library ends in the middle of its last game; 1 games of the library are missing; ");
}

TEST(ReadCbl2Test, ALibraryThatUnpacksToMoreThanItSaysIsRefused) {
  std::string bytes = write_cbl2({{.moves = {{1, "h2e2", ""}}}}, true);
  bytes[16] = 1;
  bytes[17] = 0;
  EXPECT_EQ(unpack_cbl(bytes, 1 << 20).error().reason, "archive");
}

// ---- CBF -------------------------------------------------------------------------------------------------

TEST(ReadCbfTest, ReadsHeadMovesAndComments) {
  const std::string text =
      "\uFEFF<?xml version=\"1.0\"?>\n<ChineseChessRecord Version=\"1.0\">\n<Head><Name>a &amp; "
      "b</Name><Contest />"
      "<RedTeam>x</RedTeam><Date>1990</Date><Red>Lin</Red><Black></Black><RecordResult>2</RecordResult>"
      "<FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN></Head>\n<MoveList>"
      "<Move value=\"00-00\"><![CDATA[start <b>]]></Move>\n<Move value=\"77-47\" />\n"
      "<Move value=\"70-62\" end=\"1\"><![CDATA[last]]></Move>\n<Move value=\"72-42\" /></MoveList>";
  const TreeGame game = read_file(text, "cbf");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7"));
  EXPECT_THAT(game.game.names, ElementsAre("Lin", ""));
  EXPECT_EQ(game.game.event, "a & b");
  EXPECT_EQ(game.game.result, "second");
  EXPECT_EQ(game.game.start_pos, "");
  EXPECT_EQ(game.tree[GameTree::kRoot].comment, "start <b>");
  EXPECT_EQ(game.tree[2].comment, "last");
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].line, 7);
  EXPECT_THAT(game.tags, ElementsAre(std::pair("Date", "1990"), std::pair("RedTeam", "x")));
}

TEST(ReadCbfTest, AMoveWithABranchHasAVariationAfterItsLine) {
  const TreeGame game = read_file(
      "<ChineseChessRecord><MoveList><Move value=\"00-00\"/><Move value=\"77-47\" branch=\"1\"/>"
      "<Move value=\"70-62\" branch=\"1\"/><Move value=\"79-67\" end=\"1\"/><Move value=\"72-42\" end=\"1\"/>"
      "<Move value=\"26-25\" end=\"1\"/></MoveList>",
      "cbf");
  EXPECT_EQ(told(game.tree), " (c3c4) h2e2 (h7e7) h9g7 h0g2");
  EXPECT_THAT(game.notes, IsEmpty());
}

TEST(ReadCbfTest, AHeadWithoutEndIsNotLookedThroughForEver) {
  std::string head;
  for (int i = 0; i < 1'000; ++i) head += "<a" + std::to_string(i) + ">b</a" + std::to_string(i) + ">";
  const TreeGame game = read_file("<ChineseChessRecord><Head>" + head + "</Head>", "cbf");
  EXPECT_THAT(game.tags, SizeIs(kMostTags));
  EXPECT_THAT(game.notes,
              testing::Contains(testing::Field(&BadText::message, testing::HasSubstr("rest of the head"))));
}

TEST(ReadCbfTest, WhatIsNoMoveIsTextAllTheSame) {
  const TreeGame game = read_file("<ChineseChessRecord><MoveList><Move value=\"é-é\"/></MoveList>", "cbf");
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_TRUE(is_utf8(game.notes[0].message));
}

TEST(ReadCbfTest, AttributesHaveQuotesOfEitherKindAndCharactersMayBeNumbers) {
  const TreeGame game = read_file(
      "<ChineseChessRecord><Head><Red>&#26446;&#x56DB;&#xD800;&#;&nbsp;&</Red></Head><MoveList>"
      "<Move value='77-47'>a\"</Move></MoveList>",
      "cbf");
  EXPECT_EQ(game.game.names[0], "李四&#xD800;&#;&nbsp;&");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2"));
}

TEST(ReadCbfTest, ATreeThatIsFullSaysWhatIsLeftOut) {
  std::string text = "<ChineseChessRecord><MoveList>";
  for (std::size_t i = 0; i < GameTree::kMostNodes; ++i) text += "<Move value=\"77-47\"/>";
  const TreeGame game = read_file(text + "</MoveList>", "cbf");
  EXPECT_THAT(game.notes, testing::Contains(testing::Field(&BadText::reason, "too_many_moves")));
}

TEST(ReadCbfTest, APositionMayBeLongerThanAName) {
  const std::string fen = "r1b1k1b1r/1n2a2n1/1c1c1a3/p1p1p1p1p/9/2P6/P3P1P1P/1C2C1N2/9/RNBAKAB1R b - - 17 44";
  const TreeGame game =
      read_file("<ChineseChessRecord><Head><FEN> " + fen + " </FEN></Head><MoveList></MoveList>", "cbf");
  EXPECT_EQ(game.game.start_pos, fen);
}

TEST(ReadCbfTest, FensHaveDialects) {
  const TreeGame game = read_file(
      "<ChineseChessRecord><Head><FEN>4k4/9/9/9/9/9/9/9/4R4/3GK4 r</FEN></Head><MoveList></MoveList>", "cbf");
  EXPECT_EQ(game.game.start_pos, "4k4/9/9/9/9/9/9/9/4R4/3AK4 w - - 0 1");
  EXPECT_THAT(game.notes, testing::IsEmpty());
}

// ---- RenLib ----------------------------------------------------------------------------------------------

TEST(ReadRenlibTest, ReadsAllLinesAndComments) {
  const std::vector<FileNode> nodes{{.comment = "root"},
                                    {.move = "h8"},
                                    {.move = "i9", .comment = "indirect\btext", .has_variation = true},
                                    {.move = "j10", .goes_on = false},
                                    {.move = "h9", .comment = "odd", .goes_on = false}};
  const TreeGame game = read_file(write_renlib(nodes), "renlib");
  EXPECT_EQ(told(game.tree), "{root} h8 (h9{odd}) i9{indirect\ntext} j10");
  EXPECT_EQ(game.game.game, "gomoku");
  EXPECT_EQ(game.game.rule, "renju");
  EXPECT_EQ(game.game.size, 15);
  EXPECT_THAT(game.notes, IsEmpty());
}

TEST(ReadRenlibTest, OldFilesHaveNoHeaderAndNoRoot) {
  const TreeGame game =
      read_file(write_renlib({{.move = "h8"}, {.move = "h9", .goes_on = false}}, false), "renlib");
  EXPECT_THAT(game.game.moves, ElementsAre("h8", "h9"));
}

TEST(ReadRenlibTest, LabelsAreNoMoves) {
  std::string bytes = write_renlib({{}, {.move = "h8"}});
  bytes += std::string(
      "\x11\x03\x00\x01"
      "A\0",
      6);                               // No move, more flags: a label.
  bytes += std::string("\x67\x40", 2);  // g9
  const TreeGame game = read_file(bytes, "renlib");
  EXPECT_THAT(game.game.moves, ElementsAre("h8", "g9"));
}

// Every byte is read, or told of.
TEST(ReadRenlibTest, TellsOfACommentOnAPointWithoutAStone) {
  std::string bytes = write_renlib({{}, {.move = "h8"}});
  bytes += std::string(
      "\x11\x0A"
      "ab\0\0"
      "\x67\x40",
      8);
  const TreeGame game = read_file(bytes, "renlib");
  EXPECT_EQ(told(game.tree), " h8 g9");
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].message, "1 labels on points are left out");
}

TEST(ReadRenlibTest, AnOldCommentEndsWithItsHighestBit) {
  std::string bytes = write_renlib({{}});
  bytes += std::string(
      "\x78\x60"
      "ab\xE3\0",
      6);
  const TreeGame game = read_file(bytes, "renlib");
  EXPECT_EQ(told(game.tree), " h8{abc}");
}

TEST(ReadRenlibTest, ANewerVersionIsRefusedByName) {
  std::string bytes = write_renlib({{}});
  bytes[8] = 4;
  EXPECT_THAT(read_binary("renlib", bytes).error().message, HasSubstr("RenLib 4.4"));
}

// Programs of the same kind write 3.5 and more; the nodes are the same.
TEST(ReadRenlibTest, ALaterVersionIsReadWithANote) {
  std::string bytes = write_renlib({{}, {.move = "h8", .goes_on = false}});
  bytes[9] = 6;
  const TreeGame game = read_file(bytes, "renlib");
  EXPECT_THAT(game.game.moves, ElementsAre("h8"));
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].message, "RenLib 3.6 is read as 3.4");
}

TEST(ReadRenlibTest, AnOldFileMayBeginWithAComment) {
  const std::string bytes(
      "\x78\x30"
      "ab\xE3\0"
      "\x67\x40",
      8);
  const TreeGame game = read_file(bytes, "renlib");
  EXPECT_EQ(told(game.tree), " h8{abc} g9");
  ASSERT_THAT(game.notes, SizeIs(1));
  EXPECT_EQ(game.notes[0].message, "1 marks of moves are left out");
}

TEST(ReadRenlibPosTest, ReadsOneLine) {
  const TreeGame game = read_file(std::string("\x03\x70\x61\x7F", 4), "pos");
  EXPECT_THAT(game.game.moves, ElementsAre("h8", "h9", "h7"));
  EXPECT_TRUE(is_renlib_pos("\x01\x70"));
  for (const char* bytes : {"\x01\x05", "\x01\x41"}) EXPECT_FALSE(is_renlib_pos(bytes)) << bytes;
}

// ---- what follows ----------------------------------------------------------------------------------------

TEST(ReadBinaryTest, WhatFollowsTheMovesIsTold) {
  const std::string more = "twelve bytes";
  for (const auto& [bytes, format] :
       {std::pair(write_xqf({.nodes = some_nodes("")}), "xqf"),
        std::pair(write_cbr({.nodes = some_nodes("")}), "cbr"),
        std::pair(write_renlib({{}, {.move = "h8", .goes_on = false}}), "renlib")}) {
    EXPECT_THAT(read_file(bytes, format).notes, IsEmpty()) << format;
    const TreeGame game = read_file(bytes + more, format);
    ASSERT_THAT(game.notes, SizeIs(1)) << format;
    EXPECT_EQ(game.notes[0].message, "12 bytes after the last move are left out") << format;
  }
}

// ---- damage ----------------------------------------------------------------------------------------------

// Sanitizers and the hardened library look on: a damaged file is read as far as it goes, or refused.
TEST(ReadBinaryTest, DamagedFilesHaveAnAnswer) {
  const std::string record = write_cbr({.nodes = some_nodes(utf16(u"好"))});
  const std::vector<std::string> files{
      write_xqf({.nodes = some_nodes(kGood)}),
      write_xqf({.version = 0x12, .keys = {1, 2, 3}, .nodes = some_nodes(kGood)}),
      record,
      write_cbl({record, record}),
      write_renlib({{}, {.move = "h8", .comment = "c"}, {.move = "h9"}}),
      write_cbl2({{.moves = {{1, "h2e2", "a"}, {2, "h9g7", ""}, {2, "b7e7", "b"}}}})};
  engine::SplitMix64 random(random_seed());
  for (int i = 0; i < 2'000; ++i) {
    std::string bytes = files[random() % files.size()];
    for (std::uint64_t n = 1 + random() % 6; n > 0; --n)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    bytes.resize(bytes.size() - random() % std::min<std::size_t>(40, bytes.size()));
    const auto file = find_binary(bytes);
    if (!file || !*file) continue;
    for (const std::string_view game : (*file)->games) {
      auto tree = read_binary((*file)->format, game);
      if (tree) tree = play_tree(*std::move(tree));
      if (tree) {
        ASSERT_LE(tree->notes.size(), kMostNotes);
        ASSERT_LE(tree->game.moves.size(), kMaxPlies);
      } else {
        ASSERT_FALSE(tree.error().message.empty());
      }
    }
  }
}

// ---- what is no game -------------------------------------------------------------------------------------

TEST(FindBinaryTest, SaysWhatAFileIs) {
  const auto reason = [](std::string bytes) {
    bytes.resize(64);
    return find_binary(bytes).error().reason;
  };
  EXPECT_EQ(reason("SQLite format 3"), "no_games");
  EXPECT_EQ(reason("CCBridge\xFE"), "unknown_version");
  EXPECT_EQ(reason("Rar!"), "archive");
  EXPECT_EQ(reason("MXQ"), "unknown_version");
  EXPECT_EQ(reason("XQ\x7F"), "unknown_version");
  EXPECT_EQ(reason("XQ\x12"), "truncated") << "a file of XQF without all of its header";
  std::string wthor(16 + 2 * 68, '\0');
  wthor[4] = 2;
  EXPECT_THAT(find_binary(wthor).error().message, HasSubstr("normal Othello"));
}

TEST(FindBinaryTest, TextIsNone) {
  EXPECT_FALSE(*find_binary("x号 1. C2=5")) << "an even number of bytes";
  EXPECT_FALSE(*find_binary("XQ " + std::string(2000, ' ')));
  for (const char* text :
       {"xqf is a format", "XQ wins", "1. C2=5", "CCBridge says: C2=5", "[Event \"?\"]", ""}) {
    const auto file = find_binary(text);
    ASSERT_TRUE(file) << text;
    EXPECT_FALSE(*file) << text;
  }
}

}  // namespace
}  // namespace server
