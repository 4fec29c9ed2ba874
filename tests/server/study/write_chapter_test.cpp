#include "server/study/write_chapter.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <regex>

#include "server/formats/dhtmlxq.h"
#include "server/formats/sgf.h"
#include "server/formats/xqf.h"
#include "server/protocol/study_codec.h"
#include "server/study/make_chapter.h"
#include "server/study/study_state.h"
#include "tests/seed.h"
#include "tests/server/study/random_study.h"

namespace server::study {
namespace {

using testing::HasSubstr;

/// What a format makes of a node, on the way out and back.
struct Loss {
  std::function<void(std::string& comment)> comment = [](std::string&) {};
  bool has_glyphs = true;
  bool has_shapes = true;
};

void replace(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
}

std::string shape_text(const protocol::Shape& shape) {
  return fmt::format(" {} {} {}", protocol::word(shape.brush), shape.from, shape.to);
}

/// A line for each node, which shows what `loss` leaves of it.
std::string picture(const ChapterTree& tree, const Loss& loss) {
  std::string text;
  for (const int id : tree.subtree(ChapterTree::kRoot)) {
    const TreeNode& node = tree.at(id);
    std::string comment = joined_comments(node);
    loss.comment(comment);
    text += std::to_string(node.ply) + ' ' + node.move + " {" + comment + '}';
    for (const int glyph : node.glyphs.value)
      if (loss.has_glyphs) text += " $" + std::to_string(glyph);
    for (const bool is_arrow : {false, true})  // PGN keeps the order within each.
      for (const protocol::Shape& shape : node.shapes.value)
        if (loss.has_shapes && shape.label.empty() && shape.to.empty() != is_arrow) text += shape_text(shape);
    text += '\n';
  }
  return text;
}

/// A file that was read, as a chapter. Nothing is left out but what notes with these words tell.
StudyState study_of(const std::string& text, ReadTree game, const std::regex& left_out) {
  EXPECT_TRUE(game) << (game ? "" : game.error().message) << '\n' << text;
  auto played = play_tree(*std::move(game));
  EXPECT_TRUE(played) << (played ? "" : played.error().message) << '\n' << text;
  for (const BadText& note : played->notes)
    EXPECT_TRUE(std::regex_search(note.message, left_out)) << note.message << '\n' << text;
  auto study = StudyState::open(chapter_of(*played).chapter);
  EXPECT_TRUE(study) << (study ? "" : study.error()) << '\n' << text;
  return *std::move(study);
}

StudyState read_back(const std::string& text, ReadTree (*read)(std::string_view, int),
                     const std::regex& left_out = std::regex("(?!)")) {
  return study_of(text, read(text, 1), left_out);
}

constexpr int kStudies = 20, kEdits = 150;

TEST(WriteChapterTest, PgnBringsBackMovesCommentsGlyphsAndShapes) {
  engine::SplitMix64 random(random_seed());
  const Loss loss{.comment = [](std::string& comment) { replace(comment, "}", "｝"); }};
  for (int i = 0; i < kStudies; ++i) {
    const WrittenStudy written = random_study("xiangqi", random, kEdits);
    for (const auto notation : {PgnNotation::iccs, PgnNotation::wxf, PgnNotation::zh}) {
      const std::string text = *write_pgn(written.study.tree(), notation);
      ASSERT_EQ(picture(read_back(text, read_pgn).tree(), loss), picture(written.study.tree(), loss)) << text;
    }
  }
}

TEST(WriteChapterTest, PgnBringsBackThinkingTimes) {
  const PlayedGame game{.game = "xiangqi", .moves = {"h2e2", "h9g7"}, .spent = {61'500, 2'000}};
  const auto study = StudyState::open(chapter_of(game));
  ASSERT_TRUE(study) << study.error();
  const std::string text = *write_pgn(study->tree(), PgnNotation::iccs);
  EXPECT_THAT(text, HasSubstr("1. H2-E2 {[%emt 0:01:01.500]} 1... H9-G7 {[%emt 0:00:02]}"));
  const StudyState read = read_back(text, read_pgn);
  EXPECT_EQ(read.tree().at(1).spent, Millis(61'500));
  EXPECT_EQ(read.tree().at(2).spent, Millis(2'000));
  EXPECT_TRUE(read.tree().at(1).comments.empty());
}

TEST(WriteChapterTest, SgfBringsBackMovesCommentsAndGlyphs) {
  engine::SplitMix64 random(random_seed());
  const Loss loss{.has_shapes = false};
  const std::regex shapes("\\b(AR|CR|LB|LN|MA|SQ|TR) is left out");
  for (int i = 0; i < kStudies; ++i) {
    const WrittenStudy written = random_study("gomoku", random, kEdits);
    const std::string text = *write_sgf(written.study.tree());
    const StudyState read = read_back(text, read_sgf, shapes);
    ASSERT_EQ(picture(read.tree(), loss), picture(written.study.tree(), loss)) << text;
  }
}

TEST(WriteChapterTest, DhtmlxqBringsBackMovesAndComments) {
  engine::SplitMix64 random(random_seed());
  const Loss loss{.comment =
                      [](std::string& comment) {
                        replace(comment, "|", "｜");
                        replace(comment, "[DhtmlXQ", "［DhtmlXQ");
                        replace(comment, "[/DhtmlXQ", "［/DhtmlXQ");
                        replace(comment, "\\u", "＼u");
                      },
                  .has_glyphs = false,
                  .has_shapes = false};
  for (int i = 0; i < kStudies; ++i) {
    WrittenStudy written = random_study("xiangqi", random, kEdits);
    for (const int id : written.study.tree().subtree(ChapterTree::kRoot))
      if (id != ChapterTree::kRoot)  // They would stand in the comments.
        make(written.study, {.kind = EditKind::glyphs, .node = id});
    const std::string text = *write_dhtmlxq(written.study.tree());
    ASSERT_EQ(picture(read_back(text, read_dhtmlxq).tree(), loss), picture(written.study.tree(), loss))
        << text;
  }
}

TEST(WriteChapterTest, XqfBringsBackMovesAndComments) {
  engine::SplitMix64 random(random_seed());
  const Loss loss{.has_glyphs = false, .has_shapes = false};
  for (int i = 0; i < kStudies; ++i) {
    WrittenStudy written = random_study("xiangqi", random, kEdits);
    for (const int id : written.study.tree().subtree(ChapterTree::kRoot))
      if (id != ChapterTree::kRoot)  // They would stand in the comments.
        make(written.study, {.kind = EditKind::glyphs, .node = id});
    const std::string file = *write_xqf(written.study.tree());
    const StudyState read = study_of("a file of XQF", read_xqf(file), std::regex("(?!)"));
    ASSERT_EQ(picture(read.tree(), loss), picture(written.study.tree(), loss));
  }
}

TEST(WriteChapterTest, JsonBringsBackEverything) {
  engine::SplitMix64 random(random_seed());
  for (const char* const game : {"xiangqi", "gomoku", "antireversi"}) {
    const WrittenStudy written = random_study(game, random, kEdits);
    const std::string text = write_json(written.study.tree());
    const auto chapter = protocol::read_chapter_json(text);
    ASSERT_TRUE(chapter) << chapter.error();
    const auto study = StudyState::open(*chapter);
    ASSERT_TRUE(study) << study.error();
    EXPECT_EQ(write_json(study->tree()), text);
  }
}

/// Two variations and a comment on the first move.
StudyState small_study(const char* game, const char* a, const char* b, const char* c, const char* d) {
  StudyState study = new_study(game);
  const int first = add(study, 0, a);
  const int second = add(study, first, b);
  add(study, second, c);
  add(study, first, d);
  make(study, {.kind = EditKind::comment, .node = first, .text = "well\nknown"});
  make(study, {.kind = EditKind::glyphs, .node = first, .glyphs = {3}});
  make(study, {.kind = EditKind::shapes,
               .node = first,
               .shapes = {{.from = "e2"}, {.from = "e2", .to = "e6"}, {.from = "c3", .label = "A"}}});
  make(study, {.kind = EditKind::tag, .name = "Annotator", .text = "Lin \"L\""});
  return study;
}

TEST(WriteChapterTest, WritesPgnAsOthersDo) {
  const auto text =
      *write_pgn(small_study("xiangqi", "h2e2", "h9g7", "h0g2", "b9c7").tree(), PgnNotation::iccs);
  EXPECT_THAT(text, HasSubstr("[Annotator \"Lin \\\"L\\\"\"]\n"));
  EXPECT_THAT(text,
              HasSubstr("\n1. H2-E2 $3 {[%csl Ge2][%cal Ge2e6]} {well\nknown} 1... H9-G7 (1... B9-C7)"));
  EXPECT_THAT(text, HasSubstr(" 2. H0-G2 *\n"));
}

TEST(WriteChapterTest, WritesSgfAsOthersDo) {
  const auto text = *write_sgf(small_study("gomoku", "h8", "i9", "j10", "g7").tree());
  EXPECT_THAT(text,
              HasSubstr(";B[hh]C[well\nknown]TE[2]CR[en]LB[cm:A]AR[en:ej]\n(;W[ig];B[jf])\n(;W[gi]))\n"));
}

TEST(WriteChapterTest, WritesDhtmlxqAsOthersDo) {
  const auto text = *write_dhtmlxq(small_study("xiangqi", "h2e2", "h9g7", "h0g2", "b9c7").tree());
  EXPECT_THAT(text, HasSubstr("[DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n"));
  EXPECT_THAT(text, HasSubstr("[DhtmlXQ_comment1]!! well||known[/DhtmlXQ_comment1]\n"));
  EXPECT_THAT(text, HasSubstr("[DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]\n[/DhtmlXQ]"));
}

// A chapter of an imported file keeps what its header told.
TEST(WriteChapterTest, XqfKeepsTagsThatItHasAFieldFor) {
  StudyState study = small_study("xiangqi", "h2e2", "h9g7", "h0g2", "b9c7");
  for (const auto& [name, text] :
       {std::pair("Red", "胡荣华"), std::pair("Event", "五羊杯"), std::pair("Date", "1982"),
        std::pair("Result", "0-1"), std::pair("Site", "广州"), std::pair("Author", "过河象")})
    make(study, {.kind = EditKind::tag, .name = name, .text = text});
  make(study, {.kind = EditKind::rename, .text = "仙人指路"});
  const auto game = read_xqf(*write_xqf(study.tree()));
  ASSERT_TRUE(game);
  EXPECT_EQ(game->game.names[0], "胡荣华");
  EXPECT_EQ(game->game.event, "五羊杯");
  EXPECT_EQ(game->game.result, "second");
  using testing::Pair;
  EXPECT_THAT(game->tags, testing::UnorderedElementsAre(Pair("Title", "仙人指路"), Pair("Date", "1982"),
                                                        Pair("Site", "广州"), Pair("Annotator", "Lin \"L\""),
                                                        Pair("Author", "过河象")));
  EXPECT_EQ(game->tree[1].comment, "!! well\nknown");
}

TEST(WriteChapterTest, WritesFormatsOfTheirGameAlone) {
  const StudyState gomoku = new_study("gomoku"), xiangqi = new_study("xiangqi");
  EXPECT_FALSE(write_pgn(gomoku.tree(), PgnNotation::iccs));
  EXPECT_FALSE(write_dhtmlxq(gomoku.tree()));
  EXPECT_FALSE(write_xqf(gomoku.tree()));
  EXPECT_FALSE(write_sgf(xiangqi.tree()));
}

// Nearly a thousand variations, each within the one before.
TEST(WriteChapterTest, GoesAsDeepAsVariationsStandInVariations) {
  protocol::Chapter chapter = empty_chapter("xiangqi", "", 0, "");
  static constexpr const char* kMoves[] = {"a0a1", "a9a8", "a1a0", "a8a9"};
  constexpr int kDepth = 999;
  for (int i = 0, at = 0; i < kDepth; ++i, at = chapter.next_id - 1) {
    const char* const beside = i % 2 == 0 ? "h2h3" : "h7h6";
    chapter.nodes.push_back({.id = chapter.next_id++, .parent = at, .move = beside});
    chapter.nodes.push_back({.id = chapter.next_id++, .parent = at, .move = kMoves[i % 4]});
  }
  const auto study = StudyState::open(std::move(chapter));
  ASSERT_TRUE(study) << study.error();
  EXPECT_THAT(*write_pgn(study->tree(), PgnNotation::iccs), HasSubstr(std::string(kDepth, ')')));
  EXPECT_THAT(*write_dhtmlxq(study->tree()), HasSubstr("[DhtmlXQ_move_998_999_999]"));
  EXPECT_EQ(read_xqf(*write_xqf(study->tree()))->tree.size(), study->tree().size());
}

}  // namespace
}  // namespace server::study
