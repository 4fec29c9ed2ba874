#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/utf8.h"
#include "server/formats/encoding.h"
#include "server/formats/xqf.h"

namespace server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

PlayedGame xiangqi_game(std::vector<std::string> moves = {}) {
  PlayedGame game{.game = "xiangqi", .rule = "standard", .names = {"Lin", "Mei"}};
  game.spent.resize(moves.size());
  game.moves = std::move(moves);
  return game;
}

TreeGame read_xqf_again(const std::string& file) {
  auto game = read_xqf(file);
  if (game) game = play_tree(*std::move(game));
  if (game) return *std::move(game);
  ADD_FAILURE() << game.error().message;
  return {};
}

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    text += kDigits[static_cast<unsigned char>(byte) >> 4];
    text += kDigits[static_cast<unsigned char>(byte) & 0x0F];
  }
  return text;
}

// The example of the author's description: 兵七进一 马８进７ from the usual start, black wins.
TEST(WriteXqfTest, WritesWhatItsAuthorDescribes) {
  PlayedGame game = xiangqi_game({"c3c4", "h9g7"});
  game.names = {"柳大华", "吕  钦"};
  game.event = "\"中立杯\"象棋电视快棋赛";
  game.result = "second";
  const std::string file = write_xqf(game);
  EXPECT_EQ(hex(file.substr(0, 16)), "58510A00000000000000000000000000");
  EXPECT_EQ(hex(file.substr(0x10, 32)),
            "50463C32281E140A00480C533F2B17030913"
            "1D27313B454F59114D061A2E4256");
  EXPECT_EQ(hex(file.substr(0x30, 17)), "0000000200000000000000000000000000");
  EXPECT_EQ(hex(file.substr(0xD0, 23)), "1622D6D0C1A2B1AD22CFF3C6E5B5E7CAD3BFECC6E5C8FC");
  EXPECT_EQ(hex(file.substr(0x130, 7)), "06C1F8B4F3BBAA");
  EXPECT_EQ(hex(file.substr(0x140, 7)), "06C2C02020C7D5");
  EXPECT_EQ(hex(file.substr(0x400)),
            "1820F0FF00000000"
            "2F38F00000000000"
            "6763000000000000");
}

TEST(WriteXqfTest, AGameWithoutMovesEndsAtItsStart) {
  const std::string file = write_xqf(xiangqi_game());
  EXPECT_EQ(hex(file.substr(0x400)), "182000FF00000000");
  EXPECT_THAT(read_xqf_again(file).notes, IsEmpty());
}

TEST(WriteXqfTest, TextsAreCutAtWholeCharacters) {
  PlayedGame game = xiangqi_game();
  game.names = {"一二三四五六七八", "abcdefghijklm😀"};  // 16 bytes of GB18030, and 17.
  game.event =
      "abc  defghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz abcdefg   h";  // Blanks where it is cut.
  const TreeGame read = read_xqf_again(write_xqf(game));
  EXPECT_THAT(read.game.names, ElementsAre("一二三四五六七", "abcdefghijklm"));
  EXPECT_EQ(read.game.event, "abc  defghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz abcdefg");
}

TEST(WriteXqfTest, AStartIsItsSquaresAndWhoMoves) {
  PlayedGame game = xiangqi_game();
  game.start_pos = "4k4/9/9/9/4p4/9/4P4/9/9/4K4 b - - 0 1";
  const std::string file = write_xqf(game);
  EXPECT_EQ(file[64], 3) << "else some programs take the usual start";
  EXPECT_EQ(read_xqf_again(file).game.start_pos, game.start_pos);
  game.moves = {"e5e4"};
  EXPECT_EQ(read_xqf_again(write_xqf(game)).game.moves, game.moves);
}

// 模式 in GB18030 is UTF-8 as well (ģʽ), and most of 灞庐 is punctuation in Big5: files of others are judged
// by that.
TEST(WriteXqfTest, TextsNeedNoGuess) {
  PlayedGame game = xiangqi_game();
  for (const char* const name : {"模式", "灞庐丂丄", "かな", "😀😀😀", "繁體中文"}) {
    game.names = {name, ""};
    EXPECT_EQ(read_xqf_again(write_xqf(game)).game.names[0], name);
  }
}

TEST(WriteXqfTest, EverySignOfUnicodeComesBack) {
  std::string all;
  for (char32_t point = 0x20; point <= 0x10FFFF; ++point) {
    // Halves of pairs are none; of private ones the C library has no signs for some.
    const bool is_half = 0xD800 <= point && point <= 0xDFFF, is_private = 0xE000 <= point && point <= 0xF8FF;
    if (!is_half && !is_private) append_utf8(all, point);
  }
  EXPECT_TRUE(decode_text(to_gb18030(all, std::string::npos), Encoding::gb18030) == all);
}

TEST(WriteXqfTest, WhatHasNoSignIsAQuestionMark) {
  // Half of a pair: newer C libraries have a sign for all else.
  const std::string text =
      "a\xED\xA0\x80"
      "b";
  EXPECT_EQ(to_gb18030(text, 100), "a?b");
  EXPECT_EQ(to_gb18030(text, 2), "a?");
  EXPECT_EQ(to_gb18030(text, 1), "a");
  EXPECT_EQ(to_gb18030(text, 0), "");
  EXPECT_EQ(to_gb18030("好好", 3), "\xBA\xC3");
}

TEST(WriteXqfTest, CommentsHaveABoundAndLinesOfWindows) {
  TreeGame game{.game = xiangqi_game()};
  game.tree.add(GameTree::kRoot, {.text = "h2e2"});
  game.tree[0].comment = "a\nb";
  for (int i = 0; i < 20'000; ++i) game.tree[1].comment += "好";
  game.tree[1].glyphs = {1, 14};
  const std::string file = write_xqf(game);
  EXPECT_EQ(file.substr(0x408, 4), "a\r\nb");
  const TreeGame read = read_xqf_again(file);
  EXPECT_EQ(read.tree[0].comment, "a\nb");
  EXPECT_EQ(read.tree[1].comment, "! $14 " + game.tree[1].comment.substr(0, 3 * ((32'767 - 6) / 2)));
}

TEST(WriteXqfTest, VariationsFollowWhatContinuesTheMove) {
  TreeGame game{.game = xiangqi_game()};
  const auto cannon = game.tree.add(GameTree::kRoot, {.text = "h2e2"});
  game.tree.add(GameTree::kRoot, {.text = "c3c4"});
  const auto horse = game.tree.add(cannon, {.text = "h9g7"});
  game.tree.add(cannon, {.text = "b7e7"});
  game.tree.add(horse, {.text = "h0g2"});
  const std::string file = write_xqf(game);
  std::string flags;
  for (std::size_t at = 0x400; at < file.size(); at += 8) flags += hex(file.substr(at + 2, 1)) + ' ';
  EXPECT_EQ(flags, "F0 FF FF 00 00 00 ");
  const TreeGame read = read_xqf_again(file);
  EXPECT_THAT(read.game.moves, ElementsAre("h2e2", "h9g7", "h0g2"));
  EXPECT_EQ(read.tree.size(), game.tree.size());
}

}  // namespace
}  // namespace server
