#include <gtest/gtest.h>

#include <sstream>

#include "tests/engine/games/xiangqi/verified_data.h"

namespace engine::xiangqi {
namespace {

struct Row {
  std::string fen, move, wxf, chinese;
};

std::vector<Row> rows() {
  std::vector<Row> rows;
  for (const std::string& line : verified_lines("xiangqi_notation.tsv")) {
    std::istringstream fields(line);
    Row& row = rows.emplace_back();
    for (std::string* field : {&row.fen, &row.move, &row.wxf, &row.chinese})
      std::getline(fields, *field, '\t');
  }
  return rows;
}

TEST(XiangqiNotation, WritesAndReadsTheVerifiedTable) {
  for (const Row& row : rows()) {
    const Position position = position_of(row.fen);
    const Move move = move_of(position, row.move);
    EXPECT_EQ(write_move(move), row.move);
    EXPECT_EQ(write_wxf(position.board(), move), row.wxf) << row.fen;
    EXPECT_EQ(write_chinese(position.board(), move), row.chinese) << row.fen;
    EXPECT_EQ(read_move(position, row.wxf), move) << row.fen;
    EXPECT_EQ(read_move(position, row.chinese), move) << row.fen;
  }
  EXPECT_EQ(rows().size(), 25u);
}

TEST(XiangqiNotation, NamesEveryLegalMoveInOneWay) {
  for (const std::string& line : verified_lines("xiangqi_perft.epd")) {
    const Position position = position_of(line.substr(0, line.find(" ;")));
    MoveList moves;
    position.generate(moves);
    for (const Move move : moves) {
      EXPECT_EQ(read_move(position, write_move(move)), move);
      EXPECT_EQ(read_move(position, write_wxf(position.board(), move)), move) << line << write_move(move);
      EXPECT_EQ(read_move(position, write_chinese(position.board(), move)), move) << line << write_move(move);
    }
  }
}

std::string read_at_start(std::string_view text) {
  const Position position = position_of(kStartFen);
  const auto move = read_move(position, text);
  return move ? write_move(*move) : "none";
}

TEST(XiangqiNotation, ReadsOtherWritings) {
  for (const char* text : {"h2e2", "H2-E2", "H2E2", "h3e3", "C2=5", "c2.5", "炮二平五", "砲二平五",
                           "包二平五", "炮２平５", "炮2平5", "Ｃ２＝５"})
    EXPECT_EQ(read_at_start(text), "h2e2") << text;
  for (const char* text : {"b0c2", "b1c3", "H8+7", "N8+7", "马八进七", "馬八進七", "傌八進七"})
    EXPECT_EQ(read_at_start(text), "b0c2") << text;
  for (const char* text : {"c0e2", "E7+5", "B7+5", "相七进五", "象七進五"})
    EXPECT_EQ(read_at_start(text), "c0e2") << text;
}

TEST(XiangqiNotation, ReadsRanksFromOneToTen) {
  Position position = position_of("3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1");
  EXPECT_EQ(write_move(move_of(position, "a1a10")), "a0a9");
  position.do_move(move_of(position, "a1a2"));  // As a0a1: with ranks 0-9 there is no piece on a1.
  position.do_move(move_of(position, "d10d9"));
  EXPECT_EQ(write_move(move_of(position, "a1a2")), "a1a2");  // Now there is, and 0-9 is our own notation.
}

TEST(XiangqiNotation, ReadsFrontAndRearInBothOrders) {
  const Position position = position_of("3ak4/9/9/9/9/9/4R4/9/4R4/3K5 w - - 0 1");
  for (const char* text : {"R++3", "+R+3", "前车进三", "前車進三", "前俥进3"})
    EXPECT_EQ(write_move(move_of(position, text)), "e3e6") << text;
  EXPECT_EQ(write_move(move_of(position, "後車平九")), "e1a1");
  EXPECT_EQ(read_move(position, "R5=9"), std::nullopt) << "two rooks can do that";
  // Only the front rook can go six forward, so its file is enough.
  EXPECT_EQ(write_move(move_of(position, "R5+5")), "e3e8");
}

// ElephantEye and XiangQi Wizard letter tandem pawns (Pa is 一兵), and have a sign for the middle one.
TEST(XiangqiNotation, ReadsTandemPawnsAsOthersWriteThem) {
  const Position three = position_of("3k5/4P4/4P4/4P4/9/9/9/9/9/5K3 w - - 0 1");
  for (const char* text : {"25=6", "P==6", "P..6", "Pm=6", "Pb=6", "Pb.6", "二兵平六", "中兵平六"})
    EXPECT_EQ(write_move(move_of(three, text)), "e7d7") << text;
  for (const char* text : {"P+=6", "+P=6", "前兵平六", "前五平六", "Pa=6"})
    EXPECT_EQ(write_move(move_of(three, text)), "e8d8") << text;
  EXPECT_EQ(write_move(move_of(three, "后五平六")), "e6d6");
  const Position two_files = position_of("5k3/9/2P1P4/2P1P4/9/9/9/9/9/3K5 w - - 0 1");
  EXPECT_EQ(write_move(move_of(two_files, "后七平八")), "c6b6");
  EXPECT_EQ(write_move(move_of(two_files, "Pd=8")), "c6b6");
  EXPECT_EQ(read_move(two_files, "前兵进一"), std::nullopt) << "two pawns are in front";
  EXPECT_EQ(read_at_start("砲貳平伍"), "h2e2");
  EXPECT_EQ(read_at_start("礮二平五"), "h2e2");
}

TEST(XiangqiNotation, RefusesNonsense) {
  for (const char* text :
       {"", "h2", "h2e2e3", "z2e2", "h2e12", "C2=6=", "炮二平", "炮二平五五", "C0=5", "C2=0", "=2C5",
        "你好世界", "\xff\xfe", "a0a9", "e2h2", "0000", "----", "＂＃＄％"})
    EXPECT_EQ(read_at_start(text), "none") << text;
}

}  // namespace
}  // namespace engine::xiangqi
