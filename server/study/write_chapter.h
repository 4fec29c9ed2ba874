#pragma once

#include <optional>
#include <string>

#include "server/formats/pgn.h"
#include "server/study/chapter_tree.h"

/// Chapters as files for other programs. All of them keep lines, their order, comments and the start. Lost
/// are:
///
/// - all but JSON, which loses nothing: authors of comments (those of one node become one), the orientation,
///   the chapter's name; all but JSON and PGN: thinking times
/// - PGN: labels, which of points and arrows came first; } in comments becomes ｝. Shapes are its [%csl],
/// [%cal].
/// - SGF: glyphs but ! ? !! ?? !? ?!, colours of arrows, tags but names, event, date and result. Shapes are
///   written for other programs, and not read here.
/// - DhtmlXQ: shapes, and the same tags; glyphs stand before the text, | in comments becomes ｜.
/// - XQF: shapes, tags without a field, what is longer than its field; glyphs stand before the text.
namespace server::study {

/// PGN of Xiangqi; none: another game. In wxf and zh by TreeNode::notation.
/// `notation` iccs writes H2-E2. Ends with a line break, as do the others but JSON. O(nodes).
std::optional<std::string> write_pgn(const ChapterTree& tree, PgnNotation notation);
/// SGF of Gomoku; none: another game.
std::optional<std::string> write_sgf(const ChapterTree& tree);
/// DhtmlXQ of Xiangqi; none: another game.
std::optional<std::string> write_dhtmlxq(const ChapterTree& tree);
/// XQF of Xiangqi, binary; none: another game.
std::optional<std::string> write_xqf(const ChapterTree& tree);
/// Of any game; StudyState::open() takes what protocol::read_chapter_json() makes of it.
std::string write_json(const ChapterTree& tree);

/// The comments of a node as one, in their order.
std::string joined_comments(const TreeNode& node);

}  // namespace server::study
