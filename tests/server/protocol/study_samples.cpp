#include "tests/server/protocol/samples.h"

namespace server::protocol {
namespace {

constexpr const char* kStudy = "sT3uD7yQ";

ClientMessage edit(StudyEdit edit) {
  return EditStudy{.study_id = kStudy, .chapter = 1, .seen = 4, .edit = std::move(edit)};
}

StudyInfo sample_info() {
  return {.study_id = kStudy,
          .name = "Openings",
          .visibility = "unlisted",
          .members = {{1, "Lin 林", StudyRole::owner}, {2, "Wang", StudyRole::writer}},
          .chapters = {{1, "Central cannon", "xiangqi"}, {2, "Renju", "gomoku"}}};
}

}  // namespace

Chapter sample_chapter() {
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
  return chapter;
}

std::vector<Sample<ClientMessage>> study_client_samples() {
  using enum EditKind;
  const std::vector<Shape> drawn{{.brush = Brush::red, .from = "e2", .to = "e6"},
                                 {.brush = Brush::green, .from = "h8", .label = "A"}};
  return {{"open a study", OpenStudy{kStudy}, 30},
          {"open a chapter again", OpenStudy{kStudy, 2, 12}, 31},
          {"close a study", CloseStudy{kStudy}, 32},
          {"study cursor", StudyCursor{kStudy, 1, 4}, {}},
          {"add a move", edit({.kind = add, .node = 0, .move = "h2e2"}), 1},
          {"remove a move", edit({.kind = remove, .node = 3}), {}},
          {"cut a line", edit({.kind = cut, .node = 3}), {}},
          {"promote a variation", edit({.kind = promote, .node = 3}), {}},
          {"make a main line", edit({.kind = main_line, .node = 3}), {}},
          {"order variations", edit({.kind = order, .node = 1, .children = {3, 2}}), {}},
          {"comment", edit({.kind = comment, .node = 1, .text = "中炮"}), {}},
          {"go on with another's comment",
           edit({.kind = comment, .node = 1, .author = 2, .append = true, .text = " and more"}),
           {}},
          {"remove a comment", edit({.kind = comment, .node = 1}), {}},
          {"glyphs", edit({.kind = glyphs, .node = 1, .glyphs = {1, 16}}), {}},
          {"shapes", edit({.kind = EditKind::shapes, .node = 1, .shapes = drawn}), {}},
          {"tag", edit({.kind = tag, .name = "Event", .text = "Cup"}), {}},
          {"orientation", edit({.kind = orientation, .side = Side::second}), {}},
          {"rename", edit({.kind = rename, .text = "Central cannon"}), {}}};
}

std::vector<Sample<ServerMessage>> study_server_samples() {
  using enum EditKind;
  const auto told = [](StudyEdit edit) { return StudyChange{kStudy, 1, std::move(edit)}; };
  const Study study{.info = sample_info(), .you = 1, .chapter = 1, .version = 12};
  Study with_content = study, long_one = study;
  with_content.content = sample_chapter();
  long_one.you = 0;
  long_one.is_long = true;
  Ack ack;
  ack.version = 13;
  ack.node = 5;
  return {
      {"study", with_content, 9},
      {"study that the client has", study, 9},
      {"study that is long", long_one, 9},
      {"studyInfo", sample_info(), {}},
      {"studyCursors", StudyCursors{kStudy, 1, {{2, "Wang", 4}, {0, "Zhao", 0}}}, {}},
      {"ack edit", ack, 1},
      {"studyEdit add",
       told({.version = 13,
             .by = 2,
             .node = 4,
             .id = 5,
             .move = "h0g2",
             .notation = {{"wxf", "H2+3"}, {"zh", "马二进三"}}}),
       {}},
      {"studyEdit remove", told({.kind = remove, .version = 14, .by = 2, .node = 5}), {}},
      {"studyEdit comment",
       told({.kind = comment, .version = 15, .by = 1, .node = 4, .author = 1, .append = true, .text = "x"}),
       {}},
      {"studyEdit orientation",
       told({.kind = orientation, .version = 16, .by = 1, .side = Side::first}),
       {}}};
}

}  // namespace server::protocol
