#include "tests/server/study/random_study.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "server/study/make_chapter.h"
#include "server/study/texts.h"

namespace server::study {

namespace {

using engine::SplitMix64;

template <class List>
auto& one_of(List& list, SplitMix64& random) {
  return list[random.below(static_cast<std::uint32_t>(std::size(list)))];
}

/// Never empty, and never one that a format would cut at its start.
std::string random_comment(SplitMix64& random) {
  static constexpr std::string_view kPieces[] = {"好棋",
                                                 "}",
                                                 "{",
                                                 "]",
                                                 "\\",
                                                 "||",
                                                 "|",
                                                 "[DhtmlXQ_red]",
                                                 "[/DhtmlXQ_red]",
                                                 ";",
                                                 "\n",
                                                 "(1.",
                                                 ")",
                                                 "1-0",
                                                 "\n%",
                                                 "$5",
                                                 "\"",
                                                 "[%csl",
                                                 "[%eval 0.3]",
                                                 "C[x]",
                                                 "\\u003F",
                                                 " x ",
                                                 "*",
                                                 "王平",
                                                 "1. H2-E2",
                                                 "[Event \"x\"]"};
  std::string text = "a";
  for (auto left = random.below(5); left > 0; --left) text += one_of(kPieces, random);
  return clean_text(text);
}

std::string random_point(std::string_view game, SplitMix64& random) {
  const bool is_xiangqi = game == "xiangqi";
  return static_cast<char>('a' + random.below(is_xiangqi ? 9 : 15)) +
         std::to_string(is_xiangqi ? random.below(10) : 1 + random.below(15));
}

std::vector<protocol::Shape> random_shapes(std::string_view game, SplitMix64& random) {
  std::vector<protocol::Shape> shapes;
  for (auto left = random.below(4); left > 0; --left) {
    protocol::Shape shape{.brush = static_cast<protocol::Brush>(random.below(4)),
                          .from = random_point(game, random)};
    if (random.below(2) == 0) {
      shape.to = random_point(game, random);
    } else if (random.below(3) == 0) {
      shape.label = "A";
    }
    shapes.push_back(std::move(shape));
  }
  return shapes;
}

/// Also one that has been removed.
int random_node(const StudyState& study, SplitMix64& random) {
  const auto all = study.tree().subtree(ChapterTree::kRoot);
  if (random.below(20) == 0)
    return static_cast<int>(random.below(static_cast<std::uint32_t>(study.tree().next_id())));
  return random.below(2) == 0 ? all.back() : one_of(all, random);
}

StudyEdit random_edit(const StudyState& study, SplitMix64& random) {
  const std::string& game = study.tree().head().game;
  const auto kind = random.below(3) > 0 ? EditKind::add : static_cast<EditKind>(random.below(12));
  StudyEdit edit{.kind = kind, .node = random_node(study, random)};
  const TreeNode* const node = study.tree().find(edit.node);
  if (kind == EditKind::remove && random.below(2) == 0) edit.kind = EditKind::comment;
  if (kind == EditKind::add && node != nullptr) {
    BoardCursor board(start_of(study.tree().head()));
    const auto moves = board.go_to(study.tree(), edit.node)->legal_moves();
    edit.move = moves.empty() ? "e5" : one_of(moves, random);
  }
  if (kind == EditKind::order && node != nullptr && !node->children.value.empty())
    edit.children = {one_of(node->children.value, random)};
  if (edit.kind == EditKind::comment && random.below(8) > 0) edit.text = random_comment(random);
  edit.append = edit.kind == EditKind::comment && random.below(4) == 0;
  if (kind == EditKind::glyphs) edit.glyphs = {static_cast<std::uint8_t>(1 + random.below(6))};
  if (kind == EditKind::shapes) edit.shapes = random_shapes(game, random);
  if (kind == EditKind::tag) edit.name = random.below(2) == 0 ? "Event" : "Annotator";
  if (kind == EditKind::tag || kind == EditKind::rename) edit.text = "x\"y";
  edit.side = static_cast<Side>(random.below(2));
  return edit;
}

}  // namespace

StudyState new_study(std::string_view game) {
  return *StudyState::open(empty_chapter(std::string(game), "", 0, ""));
}

EditDecision ask(StudyState& study, StudyEdit edit) {
  return study.decide(
      {.edit = std::move(edit), .seen = study.tree().version(), .by = 1, .role = StudyRole::owner});
}

int make(StudyState& study, StudyEdit edit) {
  EditDecision decision = ask(study, std::move(edit));
  EXPECT_FALSE(decision.refusal) << decision.refusal->message;
  if (decision.edit) {
    EXPECT_TRUE(study.follow(*std::move(decision.edit)));
  }
  return decision.id;
}

int add(StudyState& study, int parent, std::string move) {
  return make(study, {.kind = EditKind::add, .node = parent, .move = std::move(move)});
}

WrittenStudy random_study(std::string_view game, SplitMix64& random, int edits) {
  WrittenStudy written{new_study(game), {}};
  for (int i = 0; i < edits; ++i) {
    const int version = written.study.tree().version();
    const int unseen = random.below(4) == 0 ? static_cast<int>(random.below(5)) : 0;
    EditDecision decision = written.study.decide({.edit = random_edit(written.study, random),
                                                  .seen = std::max(0, version - unseen),
                                                  .by = 1 + static_cast<int>(random.below(3)),
                                                  .role = StudyRole::writer});
    EXPECT_FALSE(decision.edit && decision.refusal);
    if (!decision.edit) continue;
    written.edits.push_back(*decision.edit);
    EXPECT_TRUE(written.study.follow(*std::move(decision.edit)));
  }
  return written;
}

}  // namespace server::study
