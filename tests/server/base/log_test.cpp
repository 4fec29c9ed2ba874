#include "server/base/log.h"

#include <gtest/gtest.h>

namespace server {
namespace {

constexpr auto kText = LogFormat::text;
constexpr auto kJson = LogFormat::json;

std::string line(LogFormat format, const std::string& message) {
  return log_line(format, "2026-11-20T12:00:00.000Z", "info", message);
}

TEST(LogTest, AnEventIsItsNameAndItsFields) {
  const std::string message = log_message("game_ended", {{"game", "aB3dE9xQ"}, {"plies", 41}});
  EXPECT_EQ(line(kText, message), "2026-11-20T12:00:00.000Z info game_ended game=aB3dE9xQ plies=41");
  EXPECT_EQ(
      line(kJson, message),
      R"({"time":"2026-11-20T12:00:00.000Z","level":"info","event":"game_ended","game":"aB3dE9xQ","plies":41})");
}

TEST(LogTest, TextIsQuotedWhereItCouldBeMistaken) {
  EXPECT_EQ(line(kText, log_message("e", {{"a", ""}, {"b", "x y"}, {"c", "k=v"}, {"d", "三棋"}})),
            R"(2026-11-20T12:00:00.000Z info e a="" b="x y" c="k=v" d=三棋)");
}

// Whoever chooses a name or a reason must not be able to write lines of the log.
TEST(LogTest, NothingBreaksALine) {
  const std::string evil = "x\" reason=\"fine\"\n2026 info logged_in user=\x1b[2J\x1e\x1f\x7f\\";
  for (const LogFormat format : {kText, kJson}) {
    for (const std::string& message : {log_message("closed", {{"reason", evil}}), evil, evil + '\n'}) {
      for (const char letter : line(format, message)) EXPECT_GE(static_cast<unsigned char>(letter), 0x20);
    }
  }
  EXPECT_EQ(line(kText, log_message("closed", {{"reason", "a\"\n\\"}})),
            R"(2026-11-20T12:00:00.000Z info closed reason="a\"\n\\")");
  EXPECT_EQ(line(kJson, log_message("closed", {{"reason", "a\"\n\x01"}})),
            R"({"time":"2026-11-20T12:00:00.000Z","level":"info","event":"closed","reason":"a\"\n\u0001"})");
}

// A mail program or a database may answer in any encoding.
TEST(LogTest, EachLineIsUtf8) {
  EXPECT_EQ(line(kText, log_message("e", {{"why", "caf\xe9 三"}})),
            R"(2026-11-20T12:00:00.000Z info e why="caf\u00e9 \u00e4\u00b8\u0089")");
  EXPECT_EQ(line(kText, log_message("e", {{"why", "\xff"}})),
            R"(2026-11-20T12:00:00.000Z info e why="\u00ff")");
  EXPECT_EQ(line(kJson, log_message("e", {{"why", "\xff"}})),
            R"({"time":"2026-11-20T12:00:00.000Z","level":"info","event":"e","why":"\u00ff"})");
  EXPECT_EQ(line(kText, "\xff"), R"(2026-11-20T12:00:00.000Z info "\u00ff")");
}

TEST(LogTest, PlainMessagesPassToo) {
  EXPECT_EQ(line(kText, "bot of gomoku failed"), "2026-11-20T12:00:00.000Z info bot of gomoku failed");
  EXPECT_EQ(line(kText, "two\nlines"), R"(2026-11-20T12:00:00.000Z info "two\nlines")");
}

}  // namespace
}  // namespace server
