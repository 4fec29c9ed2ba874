#include "server/formats/platforms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/formats/game_reader.h"

/// Records of playing programs, made from their descriptions.
namespace server {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Pair;

/// The only game of the file, which must be of `format`.
TreeGame platform_game(const std::string& bytes, std::string_view format) {
  const auto reader = GameReader::open(bytes);
  if (!reader || reader->format(0) != format) {
    ADD_FAILURE() << (reader ? std::string(reader->format(0)) : reader.error().message);
    return {};
  }
  auto game = reader->read(0);
  if (game) return *std::move(game);
  ADD_FAILURE() << game.error().message;
  return {};
}

/// Points from the left of who sees the board, and from the top.
struct SeenMove {
  char from_x, from_y, to_x, to_y;
};
constexpr SeenMove kByRed[] = {{7, 7, 4, 7}, {7, 0, 6, 2}, {7, 9, 6, 7}};
constexpr SeenMove kByBlack[] = {{1, 2, 4, 2}, {1, 9, 2, 7}, {1, 0, 2, 2}};

// ---- CHE -------------------------------------------------------------------------------------------------

constexpr std::string_view kChe = "1 3 26 32 1 2 1 2 4 0 1 0 5 32 0 9 1 7 2 0 2 0 22 32 1 0 1 2 2 0 3 0 ";

TEST(ReadCheTest, CountsFilesFromTheRightOfRedAndSaysSo) {
  const TreeGame game = platform_game(std::string(kChe), "che");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7", "h0g2"));
  EXPECT_EQ(game.notes.front().reason, "mirrored");
  EXPECT_EQ(game.notes.size(), 1U);
}

TEST(ReadCheTest, ReadsTheVariationsOfARecordOfTelephones) {
  const TreeGame game = platform_game(
      "0 5 -1 32 1 3 8 3 5 0 1 0 -1 32 1 10 8 8 7 1 2 0 -1 32 1 1 8 3 7 2 3 0 -1 32 1 8 2 8 5 1 2 0 "
      "-1 32 1 4 3 5 3 0 1 0 <?xml version=\"1.0\"?>\n<plist><key>info_fname</key></plist>",
      "che");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7", "h0g2"));
  ASSERT_EQ(game.tree.size(), 6U);
  EXPECT_EQ(game.tree[4].move.text, "b7e7");
  EXPECT_EQ(game.tree[4].parent, 1);
  EXPECT_EQ(game.tree[5].move.text, "c3c4");
  EXPECT_EQ(game.tree[5].parent, GameTree::kRoot);
  EXPECT_THAT(game.notes, IsEmpty());
}

TEST(ReadCheTest, WithoutVariationsARecordOfTelephonesNamesNoMoveThatOneFollows) {
  const TreeGame game = platform_game("0 2 -1 32 1 3 8 3 5 0 1 0 -1 32 1 10 8 8 7 0 2 0", "che");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7"));
}

TEST(ReadCheTest, SaysWhereARecordIsCutOff) {
  const TreeGame game = platform_game(std::string(kChe.substr(0, 47)), "che");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7"));
  EXPECT_EQ(game.notes.back().message, "of 3 moves 2 can be read");
}

TEST(ReadCheTest, AListOfOtherNumbersIsNone) {
  for (const std::string_view text : {"1 3 26 33 1 2 1 2 4 0 1 0", "2 3 26 32 1 2 1 2 4 0 1 0", "1 3 26 32 1",
                                      "1. 3", "1 3 26 32 1 -2147483648 1 2 4 0 1 0"})
    EXPECT_FALSE(is_che(text)) << text;
}

// ---- CCM -------------------------------------------------------------------------------------------------

template <class Moves>
std::string ccm_file(const Moves& moves) {
  std::string bytes;
  for (const SeenMove& move : moves)
    bytes += {'\x01', '\x05', '\x09', move.from_x, move.to_x, move.from_y, move.to_y};
  return bytes;
}

TEST(ReadCcmTest, ReadsTheBoardFromBothSides) {
  for (const std::string& file : {ccm_file(kByRed), ccm_file(kByBlack)}) {
    const TreeGame game = platform_game(file, "ccm");
    EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7", "h0g2"));
    EXPECT_THAT(game.notes, IsEmpty());
  }
}

TEST(ReadCcmTest, AFileWhoseMovesLeaveNoPieceIsNone) {
  EXPECT_FALSE(is_ccm(std::string(70, '\x01')));
  EXPECT_FALSE(is_ccm(ccm_file(std::vector{kByRed[0]}))) << "one move may be chance";
  EXPECT_FALSE(is_ccm(ccm_file(std::vector{kByRed[0], kByRed[2]}))) << "red twice";
}

// ---- CHN -------------------------------------------------------------------------------------------------

template <class Moves>
std::string chn_file(const Moves& moves) {
  std::string bytes(188, '\x02');
  for (const SeenMove& move : moves) {
    std::string record(32, '\0');
    record[4] = move.from_x, record[6] = move.from_y, record[8] = move.to_x, record[10] = move.to_y;
    bytes += record;
  }
  return bytes;
}

TEST(ReadChnTest, ReadsTheBoardFromBothSides) {
  for (const std::string& file : {chn_file(kByRed), chn_file(kByBlack)}) {
    const TreeGame game = platform_game(file, "chn");
    EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7", "h0g2"));
    EXPECT_EQ(game.notes.front().reason, "header") << "its texts are not described";
  }
}

TEST(ReadChnTest, AFileOfZerosIsNone) {
  EXPECT_FALSE(is_chn(std::string(1000, '\0')));
}

// ---- MXQ -------------------------------------------------------------------------------------------------

std::string mxq_file(const std::vector<std::string>& texts) {
  std::string bytes;
  for (const std::string& text : texts) (bytes += static_cast<char>(text.size())) += text;
  return bytes;
}

std::vector<std::string> mxq_texts_of(const std::string& event, const std::string& start) {
  return {"www", "2008-06-01", event, "2100", "2050", "a", start, "", "", "", "good", "Moves"};
}

TEST(ReadMxqTest, ReadsNamesResultAndMoves) {
  auto texts = mxq_texts_of("Lin-\xB8\xBA-\xBA\xFA", "b");
  for (const char* text : {"7C-4C", "7J-6H", "7A-6C", "Ends"}) texts.emplace_back(text);
  const TreeGame game = platform_game(mxq_file(texts), "mxq");
  EXPECT_THAT(game.game.moves, ElementsAre("h2e2", "h9g7", "h0g2"));
  EXPECT_THAT(game.game.names, ElementsAre("Lin", "胡"));
  EXPECT_EQ(game.game.result, "second");
  EXPECT_EQ(game.game.at, 1'212'278'400'000);
  EXPECT_EQ(game.tree[GameTree::kRoot].comment, "good");
  EXPECT_THAT(game.tags, Contains(Pair("Site", "www")));
  EXPECT_THAT(game.notes, IsEmpty());
}

TEST(ReadMxqTest, ReadsAPositionAndLeavesOutWhatIsNoMove) {
  // Rows of 16, from the top: a red rook on a0, black's king on e9, red's on d0; the others are off the
  // board.
  std::string start;
  for (int piece = 0; piece < 32; ++piece)
    start += (piece == 9 ? "196" : piece == 15 ? "199" : piece == 31 ? "56" : "0") + std::string(" ");
  auto texts = mxq_texts_of("a game", start + "+B");
  for (const char* text : {"4J-4I", "?", "0A-0B", "Ends"}) texts.emplace_back(text);
  const TreeGame game = platform_game(mxq_file(texts) + "more", "mxq");
  EXPECT_EQ(game.game.start_pos, "4k4/9/9/9/9/9/9/9/9/R2K5 b - - 0 1");
  EXPECT_THAT(game.game.moves, ElementsAre("e9e8"));
  EXPECT_EQ(game.game.event, "a game");
  ASSERT_EQ(game.notes.size(), 2U);
  EXPECT_THAT(game.notes[0].message, HasSubstr("2 texts"));
  EXPECT_THAT(game.notes[1].message, HasSubstr("4 bytes"));
}

TEST(ReadMxqTest, WithoutAnEndItIsNone) {
  auto texts = mxq_texts_of("a", "b");
  texts.emplace_back("7C-4C");
  EXPECT_FALSE(is_mxq(mxq_file(texts)));
  EXPECT_FALSE(is_mxq(mxq_file({"a", "b", "Ends"}))) << "no moves";
}

}  // namespace
}  // namespace server
