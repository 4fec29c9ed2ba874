#include "server/protocol/study_codec.h"

#include <gtest/gtest.h>

#include "tests/server/protocol/samples.h"

namespace server::protocol {
namespace {

TEST(StudyCodec, ReadsAChapterThatItWrote) {
  const std::string text = chapter_json(sample_chapter());
  const auto chapter = read_chapter_json(text);
  ASSERT_TRUE(chapter) << chapter.error();
  EXPECT_EQ(chapter_json(*chapter), text);
}

TEST(StudyCodec, ReadsAChapterWithNothingInIt) {
  Chapter chapter{.game = "gomoku"};
  chapter.nodes.push_back({});
  const auto read = read_chapter_json(chapter_json(chapter));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->nodes.size(), 1U);
}

TEST(StudyCodec, ReadsATreeThatAPageKeeps) {
  const auto read =
      read_chapter_json(R"({"game":"gomoku","nodes":[{"id":0},{"id":1,"parent":0,"move":"h8"}],"nextId":2})");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->nodes.size(), 2U);
  EXPECT_TRUE(read->tags.empty());
}

TEST(StudyCodec, NamesTheFieldThatIsWrong) {
  const auto fault = [](std::string edit) {
    const auto read = read_edit_json(edit);
    return read ? std::string() : read.error();
  };
  EXPECT_EQ(fault(R"({"do":"add","node":0,"move":"h8"})"), "");
  EXPECT_EQ(fault("[]"), "json");
  EXPECT_EQ(fault(R"({"do":"paint","node":0})"), "do");
  EXPECT_EQ(fault(R"({"do":"cut"})"), "node");
  EXPECT_EQ(fault(R"({"do":"cut","node":-1})"), "node");
  EXPECT_EQ(fault(R"({"do":"add","node":0})"), "move");
  EXPECT_EQ(fault(R"({"do":"order","node":0,"children":[1.5]})"), "children");
  EXPECT_EQ(fault(R"({"do":"glyphs","node":0,"glyphs":[256]})"), "glyphs");
  EXPECT_EQ(fault(R"({"do":"shapes","node":0,"shapes":["h8"]})"), "shapes");
  EXPECT_EQ(fault(R"({"do":"shapes","node":0,"shapes":[{"brush":"pink","from":"h8"}]})"), "shapes");
  EXPECT_EQ(fault(R"({"do":"comment","node":0})"), "text");
  EXPECT_EQ(fault(R"({"do":"tag","text":"x"})"), "name");
  EXPECT_EQ(fault(R"({"do":"orientation","side":"red"})"), "side");
}

// Every prefix and every change of one byte is answered, never thrown at.
TEST(StudyCodec, SurvivesDamagedChapters) {
  const std::string good = chapter_json(sample_chapter());
  for (std::size_t i = 0; i < good.size(); ++i) {
    EXPECT_FALSE(read_chapter_json(good.substr(0, i)));
    for (const char c : {'\0', '"', '{', ']', ',', '9', '\xff'}) {
      std::string damaged = good;
      damaged[i] = c;
      (void)read_chapter_json(damaged);
    }
  }
}

}  // namespace
}  // namespace server::protocol
