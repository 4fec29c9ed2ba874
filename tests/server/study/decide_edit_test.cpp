#include "server/study/decide_edit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/study/limits.h"
#include "server/study/make_chapter.h"
#include "tests/server/study/random_study.h"

namespace server::study {
namespace {

using protocol::ErrorCode;
using testing::ElementsAre;

constexpr int kAnna = 1, kBob = 2;  // Writers.

EditDecision ask_as(StudyState& study, int by, int seen, StudyEdit edit, StudyRole role = StudyRole::writer) {
  return study.decide({.edit = std::move(edit), .seen = seen, .by = by, .role = role});
}

/// It happens if it is granted.
EditDecision write_as(StudyState& study, int by, int seen, StudyEdit edit) {
  EditDecision decision = ask_as(study, by, seen, std::move(edit));
  if (decision.edit) {
    EXPECT_TRUE(study.follow(*decision.edit));
  }
  return decision;
}

std::string reason(const EditDecision& decision) {
  return decision.refusal ? decision.refusal->reason : "granted";
}

StudyEdit comment(int node, std::string text) {
  return {.kind = EditKind::comment, .node = node, .text = std::move(text)};
}

TEST(DecideEditTest, JudgesMovesByTheRules) {
  StudyState study = new_study("xiangqi");
  const int cannon = add(study, 0, "炮二平五");  // In any notation.
  EXPECT_EQ(study.tree().at(cannon).move, "h2e2");
  EXPECT_EQ(study.tree().at(cannon).notation.front().text, "C2=5");
  const auto refused = ask(study, {.kind = EditKind::add, .node = cannon, .move = "e0e1"});
  ASSERT_TRUE(refused.refusal);
  EXPECT_EQ(refused.refusal->code, ErrorCode::illegal_move);
  EXPECT_TRUE(ask(study, {.kind = EditKind::add, .node = 0, .move = "e0e1"}).edit);
}

TEST(DecideEditTest, LetsViewersChangeNothing) {
  StudyState study = new_study("gomoku");
  const auto refused = ask_as(study, kAnna, 0, comment(0, "x"), StudyRole::viewer);
  ASSERT_TRUE(refused.refusal);
  EXPECT_EQ(refused.refusal->code, ErrorCode::forbidden);
}

// ---- two writers at one node -----------------------------------------------------------------------------

TEST(DecideEditTest, TheSameMoveOfTwoWritersIsOneNode) {
  StudyState study = new_study("gomoku");
  const auto first = write_as(study, kAnna, 0, {.kind = EditKind::add, .node = 0, .move = "h8"});
  const auto second = write_as(study, kBob, 0, {.kind = EditKind::add, .node = 0, .move = "h8"});
  EXPECT_FALSE(second.edit);
  EXPECT_FALSE(second.refusal);
  EXPECT_EQ(second.id, first.id);
}

TEST(DecideEditTest, DifferentMovesOfTwoWritersStandBesideEachOther) {
  StudyState study = new_study("gomoku");
  const int h8 = write_as(study, kAnna, 0, {.kind = EditKind::add, .node = 0, .move = "h8"}).id;
  const int i9 = write_as(study, kBob, 0, {.kind = EditKind::add, .node = 0, .move = "i9"}).id;
  EXPECT_THAT(study.tree().at(0).children.value, ElementsAre(h8, i9));
}

TEST(DecideEditTest, TwoWritersHaveTwoComments) {
  StudyState study = new_study("gomoku");
  write_as(study, kAnna, 0, comment(0, "hers"));
  write_as(study, kBob, 0, comment(0, "his"));
  EXPECT_EQ(study.tree().at(0).comments.size(), 2U);
}

TEST(DecideEditTest, NobodyReplacesUnseenWhatAnotherWrote) {
  protocol::Chapter start = empty_chapter("gomoku", "", 15, "");
  start.nodes.front().comments = {{0, "of the file"}};
  StudyState study = *StudyState::open(std::move(start));
  const int h8 = add(study, 0, "h8"), i9 = add(study, 0, "i9");
  const int seen = study.tree().version();
  const std::vector<std::pair<StudyEdit, StudyEdit>> collisions{
      {{.kind = EditKind::glyphs, .node = h8, .glyphs = {1}},
       {.kind = EditKind::glyphs, .node = h8, .glyphs = {2}}},
      {{.kind = EditKind::shapes, .node = h8, .shapes = {{.from = "h8"}}},
       {.kind = EditKind::shapes, .node = h8, .shapes = {{.from = "a1"}}}},
      {{.kind = EditKind::order, .node = 0, .children = {i9}},
       {.kind = EditKind::order, .node = 0, .children = {h8}}},
      {{.kind = EditKind::promote, .node = h8}, {.kind = EditKind::main_line, .node = i9}},
      {{.kind = EditKind::comment, .author = 0, .text = "a"},
       {.kind = EditKind::comment, .author = 0, .text = "b"}},
      {{.kind = EditKind::tag, .name = "Event", .text = "a"},
       {.kind = EditKind::tag, .name = "Event", .text = "b"}},
      {{.kind = EditKind::orientation, .side = Side::second},
       {.kind = EditKind::orientation, .side = Side::first}},
      {{.kind = EditKind::rename, .text = "a"}, {.kind = EditKind::rename, .text = "b"}},
  };
  for (const auto& [hers, his] : collisions) {
    const auto kind = static_cast<int>(hers.kind);
    ASSERT_TRUE(write_as(study, kAnna, study.tree().version(), hers).edit) << kind;
    EXPECT_EQ(reason(ask_as(study, kBob, seen, his)), "stale") << kind;
    EXPECT_TRUE(ask_as(study, kBob, study.tree().version(), his).edit) << kind;  // Now he has seen it.
    EXPECT_EQ(reason(ask_as(study, kBob, seen, hers)), "granted") << kind;       // They agree.
  }
}

TEST(DecideEditTest, NobodyRemovesUnseenWhatAnotherWroteThere) {
  StudyState study = new_study("gomoku");
  const int h8 = add(study, 0, "h8");
  const int seen = study.tree().version();
  const int i9 = write_as(study, kAnna, seen, {.kind = EditKind::add, .node = h8, .move = "i9"}).id;
  for (const auto kind : {EditKind::remove, EditKind::cut})
    EXPECT_EQ(reason(ask_as(study, kBob, seen, {.kind = kind, .node = h8})), "stale");
  const int later = study.tree().version();
  write_as(study, kAnna, later, comment(i9, "look here"));
  EXPECT_EQ(reason(ask_as(study, kBob, later, {.kind = EditKind::remove, .node = h8})), "stale");
  // She knows what she wrote.
  EXPECT_TRUE(ask_as(study, kAnna, seen, {.kind = EditKind::remove, .node = h8}).edit);
}

TEST(DecideEditTest, WhatAnotherRemovedIsNotThere) {
  StudyState study = new_study("gomoku");
  const int h8 = add(study, 0, "h8");
  make(study, {.kind = EditKind::remove, .node = h8});
  const auto late = ask_as(study, kBob, 0, {.kind = EditKind::add, .node = h8, .move = "i9"});
  ASSERT_TRUE(late.refusal);
  EXPECT_EQ(late.refusal->code, ErrorCode::not_found);
  EXPECT_EQ(reason(ask_as(study, kBob, 0, {.kind = EditKind::remove, .node = h8})), "granted");
  EXPECT_EQ(reason(ask_as(study, kBob, 0, {.kind = EditKind::remove, .node = 77})), "node");
}

TEST(DecideEditTest, WhatIsSaidTwiceHappensOnce) {
  StudyState study = new_study("gomoku");
  add(study, 0, "h8");
  const int i9 = add(study, 0, "i9");
  add(study, 0, "j9");
  const int j9 = study.tree().at(0).children.value.back(), seen = study.tree().version();
  for (const StudyEdit& edit :
       {StudyEdit{.kind = EditKind::promote, .node = j9},
        StudyEdit{.kind = EditKind::comment, .node = i9, .append = true, .text = "x"}}) {
    if (edit.append) write_as(study, kAnna, seen, comment(i9, "y"));
    const int before = study.tree().version();
    ASSERT_TRUE(write_as(study, kAnna, before, edit).edit);
    EXPECT_EQ(reason(ask_as(study, kAnna, before, edit)), "stale");
  }
}

// What is known of the time before a snapshot is its version alone.
TEST(DecideEditTest, WhatASnapshotHoldsIsNewToWhoSawAnEarlierVersion) {
  StudyState written = new_study("gomoku");
  const int h8 = add(written, 0, "h8");
  StudyState study = *StudyState::open(written.tree().chapter());
  EXPECT_EQ(reason(ask_as(study, kAnna, 0, {.kind = EditKind::remove, .node = h8})), "stale");
  EXPECT_TRUE(ask_as(study, kAnna, 1, {.kind = EditKind::remove, .node = h8}).edit);
}

// ---- comments of others ----------------------------------------------------------------------------------

TEST(DecideEditTest, OnlyOwnersTouchTheCommentsOfOthers) {
  StudyState study = new_study("gomoku");
  write_as(study, kAnna, 0, comment(0, "hers"));
  const StudyEdit removal{.kind = EditKind::comment, .node = 0, .author = kAnna};
  EXPECT_EQ(reason(ask_as(study, kBob, 1, removal)), "author");
  EXPECT_TRUE(ask_as(study, kBob, 1, removal, StudyRole::owner).edit);
  const StudyEdit forged{.kind = EditKind::comment, .node = 0, .author = 7, .text = "his words"};
  EXPECT_EQ(reason(ask_as(study, kBob, 1, forged, StudyRole::owner)), "author");
  // An owner wrote under the name of a member whose comment was there.
  for (const bool append : {false, true}) {
    const StudyEdit rewritten{
        .kind = EditKind::comment, .node = 0, .author = kAnna, .append = append, .text = "his words"};
    EXPECT_EQ(reason(ask_as(study, kBob, 1, rewritten, StudyRole::owner)), "author") << append;
  }
}

// ---- limits ----------------------------------------------------------------------------------------------

TEST(DecideEditTest, SaysWhichLimitIsReached) {
  StudyState study = new_study("gomoku");
  const auto refusal = [&](StudyEdit edit) { return reason(ask(study, std::move(edit))); };
  EXPECT_EQ(refusal(comment(0, std::string(kLongestComment, 'x'))), "granted");
  EXPECT_EQ(refusal(comment(0, std::string(kLongestComment + 1, 'x'))), "comment");
  make(study, comment(0, std::string(kLongestComment, 'x')));
  EXPECT_EQ(refusal({.kind = EditKind::comment, .node = 0, .append = true, .text = "x"}), "comment");
  const protocol::Shape shape{.from = "h8"};
  EXPECT_EQ(refusal({.kind = EditKind::shapes, .shapes = {kMostShapes, shape}}), "granted");
  EXPECT_EQ(refusal({.kind = EditKind::shapes, .shapes = {kMostShapes + 1, shape}}), "shapes");
  EXPECT_EQ(refusal({.kind = EditKind::shapes, .shapes = {{.from = "nowhere"}}}), "shapes");
  EXPECT_EQ(refusal({.kind = EditKind::glyphs, .glyphs = {1}}), "node");
  EXPECT_EQ(refusal({.kind = EditKind::glyphs,
                     .node = add(study, 0, "h8"),
                     .glyphs = std::vector<std::uint8_t>(kMostGlyphs + 1, 1)}),
            "glyphs");
  EXPECT_EQ(refusal({.kind = EditKind::tag, .name = "Event", .text = std::string(kLongestTag + 1, 'x')}),
            "tag");
  EXPECT_EQ(refusal({.kind = EditKind::rename, .text = std::string(kLongestName + 1, 'x')}), "name");
  for (std::size_t i = 0; i < kMostTags; ++i)
    make(study, {.kind = EditKind::tag, .name = "Tag" + std::to_string(i), .text = "x"});
  EXPECT_EQ(refusal({.kind = EditKind::tag, .name = "Event", .text = "x"}), "tags");
}

// In a day one address could write 32 MiB into a chapter, which each snapshot wrote anew in one commit.
TEST(DecideEditTest, BoundsWhatIsWrittenInAChapter) {
  protocol::Chapter start = empty_chapter("gomoku", "", 15, "");
  for (const char* const move : {"a1", "b1", "c1", "d1", "e1"}) {
    start.nodes.push_back({.id = start.next_id, .parent = 0, .move = move});
    ++start.next_id;
  }
  std::string text;
  while (text.size() < 4 * kLongestComment) text += "\U0001F600";
  std::size_t left = kMostBytes;
  for (protocol::StudyNode& node : start.nodes)
    for (int by = 0; by <= kMostMembers && left > text.size(); ++by, left -= text.size())
      node.comments.push_back({by, text});
  auto opened = StudyState::open(std::move(start));
  ASSERT_TRUE(opened) << opened.error();
  StudyState& study = *opened;
  EXPECT_EQ(study.tree().bytes(), kMostBytes - left);
  const int last = 5;
  ASSERT_TRUE(study.tree().at(last).comments.empty());
  const auto refusal = [&](StudyEdit edit) { return reason(ask(study, std::move(edit))); };
  const StudyEdit shapes{.kind = EditKind::shapes, .node = last, .shapes = {{.from = "h8"}}};
  EXPECT_EQ(refusal(comment(last, std::string(left + 1, 'x'))), "bytes");
  make(study, comment(last, std::string(left, 'x')));
  EXPECT_EQ(refusal({.kind = EditKind::comment, .node = last, .append = true, .text = "x"}), "bytes");
  EXPECT_EQ(refusal(shapes), "bytes");
  EXPECT_EQ(refusal(comment(0, "x")), "granted") << "less than before";
  make(study, {.kind = EditKind::remove, .node = 4});
  EXPECT_EQ(refusal(shapes), "granted");
}

TEST(DecideEditTest, EndsLinesAndChaptersAtTheirLimits) {
  // Chariots that go to and fro: our rules end it, those of other places do not.
  protocol::Chapter line = empty_chapter("xiangqi", "", 0, "");
  static constexpr const char* kMoves[] = {"a0a1", "a9a8", "a1a0", "a8a9"};
  for (std::size_t i = 0; i < kMostPlies; ++i, ++line.next_id)
    line.nodes.push_back({.id = line.next_id, .parent = line.next_id - 1, .move = kMoves[i % 4]});
  auto study = StudyState::open(std::move(line));
  ASSERT_TRUE(study) << study.error();
  EXPECT_EQ(
      reason(ask(*study, {.kind = EditKind::add, .node = static_cast<int>(kMostPlies), .move = "b0c2"})),
      "plies");

  protocol::Chapter full = empty_chapter("gomoku", "", 15, "");
  const auto point = [](std::size_t i) {
    return std::string(1, static_cast<char>('a' + i % 15)) + std::to_string(1 + i / 15);
  };
  for (std::size_t i = 0; full.nodes.size() < kMostNodes; ++i, ++full.next_id) {
    const bool is_first = i < 225;
    const std::size_t parent = is_first ? 0 : 1 + (i - 225) / 224, child = is_first ? i : (i - 225) % 224;
    const std::size_t skip = !is_first && child >= parent - 1 ? 1 : 0;
    full.nodes.push_back(
        {.id = full.next_id, .parent = static_cast<int>(parent), .move = point(child + skip)});
  }
  study = StudyState::open(std::move(full));
  ASSERT_TRUE(study) << study.error();
  EXPECT_EQ(reason(ask(*study, {.kind = EditKind::add, .node = 200, .move = "a1"})), "nodes");
}

}  // namespace
}  // namespace server::study
