#include "server/protocol/study_codec.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

namespace server::protocol {
namespace {

using StudyJson = nlohmann::ordered_json;

constexpr const char* kStudy = "sT3uD7yQ";

std::map<std::string, StudyJson> study_samples() {
  std::ifstream file(SANQI_SOURCE_DIR "/tests/protocol/samples/study_messages.json");
  std::map<std::string, StudyJson> all;
  for (const StudyJson& sample : StudyJson::parse(file)) all[sample["name"]] = sample["message"];
  return all;
}

// What a client asks for is, but for what the server adds, what everybody is told of it.
TEST(StudyCodec, UnderstandsEveryEdit) {
  std::set<EditKind> kinds;
  for (const auto& [name, message] : study_samples()) {
    if (message["t"] != "edit") continue;
    const auto edit = decode_edit(message.dump());
    ASSERT_TRUE(edit) << name << ": " << edit.error().error.reason;
    EXPECT_EQ(edit->study_id, kStudy);
    EXPECT_EQ(edit->chapter, 1);
    EXPECT_EQ(edit->seen, 4);
    kinds.insert(edit->edit.kind);
    StudyJson told = StudyJson::parse(edit_json(edit->edit));
    for (auto& [field, value] : message.items()) {
      if (field == "t" || field == "id" || field == "studyId" || field == "chapter" || field == "seen")
        continue;
      if (field == "shapes") continue;  // A brush may be left out.
      EXPECT_EQ(told[field], value) << name << ": " << field;
    }
  }
  EXPECT_EQ(kinds.size(), Words<EditKind>::list.size());
}

TEST(StudyCodec, UnderstandsShapes) {
  const auto edit = decode_edit(study_samples()["shapes"].dump());
  ASSERT_TRUE(edit);
  EXPECT_EQ(edit->edit.shapes, (std::vector<Shape>{{.brush = Brush::red, .from = "e2", .to = "e6"},
                                                   {.brush = Brush::green, .from = "h8", .label = "A"}}));
}

Study sample_study() {
  Chapter chapter{.name = "Central cannon",
                  .game = "xiangqi",
                  .rule = "xiangqi",
                  .start_pos = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
                  .orientation = Side::second,
                  .tags = {{"Event", "Cup"}},
                  .version = 12,
                  .next_id = 5};
  chapter.nodes = {{.comments = {{0, "from the file"}}},
                   {.id = 1,
                    .parent = 0,
                    .move = "h2e2",
                    .notation = {{"wxf", "C2=5"}, {"zh", "炮二平五"}},
                    .comments = {{2, "中炮"}},
                    .glyphs = {1},
                    .shapes = {{.brush = Brush::red, .from = "e2", .to = "e6"}},
                    .spent = Millis(2140)},
                   {.id = 4,
                    .parent = 1,
                    .move = "h9g7",
                    .notation = {{"wxf", "H8+7"}, {"zh", "马8进7"}},
                    .shapes = {{.from = "g7", .label = "A"}}}};
  return {.study_id = kStudy,
          .name = "Openings",
          .you = 1,
          .members = {{1, "Lin 林", StudyRole::owner}, {2, "Wang", StudyRole::writer}},
          .chapters = {{1, "Central cannon", "xiangqi"}, {2, "Renju", "gomoku"}},
          .chapter = 1,
          .content = std::move(chapter)};
}

TEST(StudyCodec, WritesEveryServerSampleByteForByte) {
  auto samples = study_samples();
  EXPECT_EQ(encode(sample_study(), 9), samples["study"].dump());
  const auto told = [](StudyEdit edit) { return encode(StudyChange{kStudy, 1, std::move(edit)}); };
  EXPECT_EQ(told({.version = 13,
                  .by = 2,
                  .node = 4,
                  .id = 5,
                  .move = "h0g2",
                  .notation = {{"wxf", "H2+3"}, {"zh", "马二进三"}}}),
            samples["studyEdit add"].dump());
  EXPECT_EQ(told({.kind = EditKind::remove, .version = 14, .by = 2, .node = 5}),
            samples["studyEdit remove"].dump());
  EXPECT_EQ(told({.kind = EditKind::comment,
                  .version = 15,
                  .by = 1,
                  .node = 4,
                  .author = 1,
                  .append = true,
                  .text = "x"}),
            samples["studyEdit comment"].dump());
  EXPECT_EQ(told({.kind = EditKind::orientation, .version = 16, .by = 1, .side = Side::first}),
            samples["studyEdit orientation"].dump());
}

TEST(StudyCodec, ReadsAChapterThatItWrote) {
  const std::string text = chapter_json(sample_study().content);
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
  const std::string good = chapter_json(sample_study().content);
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
