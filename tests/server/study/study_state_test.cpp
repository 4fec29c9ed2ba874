#include "server/study/study_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

#include "server/protocol/study_codec.h"
#include "server/study/limits.h"
#include "server/study/make_chapter.h"
#include "tests/seed.h"
#include "tests/server/study/random_study.h"

namespace server::study {
namespace {

constexpr const char* kGames[] = {"xiangqi", "gomoku", "antireversi"};

std::string told(const StudyState& study) {
  return protocol::chapter_json(study.tree().chapter());
}

TEST(StudyStateTest, StoredEditsMakeTheVeryChapterAgain) {
  engine::SplitMix64 random(random_seed());
  for (const char* const game : kGames) {
    const WrittenStudy written = random_study(game, random, 300);
    StudyState again = new_study(game);
    for (const StudyEdit& edit : written.edits) {
      auto stored = protocol::read_edit_json(protocol::edit_json(edit));
      ASSERT_TRUE(stored) << stored.error() << ": " << protocol::edit_json(edit);
      stored->version = edit.version;
      stored->by = edit.by;
      ASSERT_TRUE(again.follow(*std::move(stored))) << protocol::edit_json(edit);
    }
    EXPECT_EQ(told(again), told(written.study));
    for (const int id : again.tree().subtree(ChapterTree::kRoot))
      EXPECT_EQ(again.tree().at(id).notation.size(), written.study.tree().at(id).notation.size());
  }
}

TEST(StudyStateTest, ASnapshotAndTheEditsAfterItMakeTheVeryChapterAgain) {
  engine::SplitMix64 random(random_seed());
  for (const char* const game : kGames) {
    const WrittenStudy written = random_study(game, random, 300);
    StudyState again = new_study(game);
    for (const StudyEdit& edit : written.edits) {
      ASSERT_TRUE(again.follow(edit));
      if (edit.version % 50 != 0) continue;
      auto snapshot = StudyState::open(*protocol::read_chapter_json(told(again)));
      ASSERT_TRUE(snapshot) << snapshot.error();
      again = *std::move(snapshot);
    }
    EXPECT_EQ(told(again), told(written.study));
  }
}

TEST(StudyStateTest, RefusesAChapterThatNoEditsCouldHaveMade) {
  const auto fault = [](auto change) {
    protocol::Chapter chapter = empty_chapter("xiangqi", "", 0, "");
    chapter.nodes.push_back({.id = 1, .parent = 0, .move = "h2e2"});
    chapter.next_id = 2;
    change(chapter);
    const auto study = StudyState::open(std::move(chapter));
    return study ? std::string() : study.error();
  };
  EXPECT_EQ(fault([](auto&) {}), "");
  EXPECT_EQ(fault([](auto& chapter) { chapter.game = "chess"; }), "game");
  EXPECT_EQ(fault([](auto& chapter) { chapter.start_pos = "9/9 w"; }), "game");
  EXPECT_EQ(fault([](auto& chapter) { chapter.next_id = 1; }), "nodes");
  EXPECT_EQ(fault([](auto& chapter) { chapter.next_id = INT32_MAX - kMostEdits; }), "");
  EXPECT_EQ(fault([](auto& chapter) { chapter.next_id = INT32_MAX; }), "nodes");  // No edit could add a move.
  EXPECT_EQ(fault([](auto& chapter) { chapter.nodes[1].move = "h2e9"; }), "move");
  EXPECT_EQ(fault([](auto& chapter) { chapter.nodes[1].move = "C2=5"; }), "move");  // Not protocol text.
  EXPECT_EQ(fault([](auto& chapter) { chapter.nodes[1].comments = {{1, "a"}, {1, "b"}}; }), "comments");
  EXPECT_EQ(fault([](auto& chapter) {
              chapter.nodes[0].comments = {{1, std::string(4001, 'x')}};
            }),
            "comments");
  EXPECT_EQ(fault([](auto& chapter) { chapter.nodes[0].shapes = {{.from = "?"}}; }), "shapes");
  EXPECT_EQ(fault([](auto& chapter) { chapter.nodes[1].glyphs.assign(9, 1); }), "glyphs");
  EXPECT_EQ(fault([](auto& chapter) { chapter.nodes[0].glyphs = {1}; }), "glyphs");  // It judges no move.
  EXPECT_EQ(fault([](auto& chapter) { chapter.tags = {{"Event", "two\nlines"}}; }), "tags");
  EXPECT_EQ(fault([](auto& chapter) { chapter.name = "two\nlines"; }), "name");
}

TEST(StudyStateTest, GoesOnWhereOurRulesEndAGame) {
  protocol::Chapter chapter = empty_chapter("xiangqi", "", 0, "");
  static constexpr const char* kMoves[] = {"a0a1", "a9a8", "a1a0", "a8a9"};
  for (int i = 0; i < 40; ++i, ++chapter.next_id)
    chapter.nodes.push_back({.id = chapter.next_id, .parent = chapter.next_id - 1, .move = kMoves[i % 4]});
  auto study = StudyState::open(std::move(chapter));
  ASSERT_TRUE(study) << study.error();
  EXPECT_GT(add(*study, 40, "h2e2"), 0);
}

}  // namespace
}  // namespace server::study
