#pragma once

#include <vector>

#include "server/study/chapter_tree.h"

namespace server::study {

/// Goes along every line with a stack of its own: as deep as variations stand in variations, however long
/// lines are. `visitor.move(id, goes_back)` takes each node but the start; `visitor.open()` and
/// `visitor.close()` stand around a variation.
///
/// As PGN has it: a variation stands behind the move that it replaces, before that one's line goes on.
/// `goes_back`: the move does not follow the one that was told last.
/// @pre nothing changes `tree` meanwhile. O(nodes).
template <class Visitor>
void walk_as_pgn(const ChapterTree& tree, Visitor& visitor) {
  struct Line {
    int at;
    std::size_t next = 0;  ///< Child of `at` to be told.
  };
  std::vector<Line> lines{{ChapterTree::kRoot}};
  while (!lines.empty()) {
    Line& line = lines.back();
    const std::vector<int>& children = tree.at(line.at).children.value;
    if (children.empty()) {
      lines.pop_back();
      if (!lines.empty()) visitor.close();
    } else if (line.next == children.size()) {
      line = {children.front()};
    } else {
      const int child = children[line.next++];
      if (line.next == 1) {
        visitor.move(child, false);
      } else {
        visitor.open();
        visitor.move(child, true);
        lines.push_back({child});
      }
    }
  }
}

/// As SGF has it: where there are several moves, each stands with all that follows it in brackets.
template <class Visitor>
void walk_as_sgf(const ChapterTree& tree, Visitor& visitor) {
  struct Line {
    int at;
    std::size_t next = 0;
  };
  std::vector<Line> lines{{ChapterTree::kRoot}};
  while (!lines.empty()) {
    Line& line = lines.back();
    const std::vector<int>& children = tree.at(line.at).children.value;
    if (children.size() == 1) {
      visitor.move(children.front(), false);
      line = {children.front()};
    } else if (line.next == children.size()) {
      lines.pop_back();
      if (!lines.empty()) visitor.close();
    } else {
      const int child = children[line.next++];
      visitor.open();
      visitor.move(child, true);
      lines.push_back({child});
    }
  }
}

}  // namespace server::study
