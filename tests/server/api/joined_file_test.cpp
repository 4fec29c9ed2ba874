#include "server/api/joined_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/formats/game_reader.h"
#include "server/formats/xqf.h"

namespace server {
namespace {

using testing::ElementsAre;
using testing::Pair;

HttpResponse joined(const char* format, const std::vector<std::string>& files, bool is_single = false) {
  JoinedFile file(format, is_single);
  for (std::size_t i = 0; i < files.size(); ++i) file.add(std::to_string(i + 1), files[i]);
  EXPECT_EQ(file.empty(), files.empty());
  return file.finish("all");
}

TEST(JoinedFileTest, TextsStandOneAfterAnother) {
  const HttpResponse file = joined("pgn", {"a\n", "b\n"});
  EXPECT_EQ(file.body, "a\n\nb\n");
  EXPECT_THAT(file.headers, ElementsAre(Pair("Content-Disposition", "attachment; filename=\"all.pgn\"")));
  EXPECT_EQ(joined("pgn", {}).body, "");
}

TEST(JoinedFileTest, DocumentsAreAnArray) {
  EXPECT_EQ(joined("json", {"{}", "[]"}).body, "[{},\n[]]\n");
  EXPECT_EQ(joined("json", {}).body, "[]\n");
}

TEST(JoinedFileTest, BinaryFilesAreAZipUnlessOneIsAskedFor) {
  const std::string xqf = write_xqf(PlayedGame{.game = "xiangqi", .moves = {"h2e2"}});
  const HttpResponse file = joined("xqf", {xqf, xqf});
  EXPECT_EQ(file.type, "application/zip");
  EXPECT_THAT(file.headers, ElementsAre(Pair("Content-Disposition", "attachment; filename=\"all.zip\"")));
  const auto games = GameReader::open(file.body);
  ASSERT_TRUE(games);
  EXPECT_EQ(games->games(), 2U);
  EXPECT_EQ(games->file_name(1), "2.xqf");
  EXPECT_EQ(joined("xqf", {xqf}, true).body, xqf);
}

TEST(JoinedFileTest, SaysWhenItIsBeyondABound) {
  JoinedFile text("pgn"), zip("xqf");
  text.add("1", "four");
  EXPECT_FALSE(text.is_beyond(4));
  EXPECT_TRUE(text.is_beyond(3));
  for (std::size_t i = 0; i < ZipWriter::kMostFiles; ++i) zip.add(std::to_string(i), "");
  EXPECT_FALSE(zip.is_beyond(SIZE_MAX));
  zip.add("more", "");
  EXPECT_TRUE(zip.is_beyond(SIZE_MAX));
}

}  // namespace
}  // namespace server
