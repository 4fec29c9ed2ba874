#pragma once

#include <cstddef>
#include <string>

#include "server/formats/game_tree.h"
#include "server/protocol/study_messages.h"

/// What chapters are made of. All that follows is for StudyState::open(), which judges it.
namespace server::study {

/// Nothing but a start: `start_pos` empty for the usual one.
/// Its only node is the start. Checks nothing.
protocol::Chapter empty_chapter(std::string game, std::string rule, int size, std::string start_pos);

/// A game of this server, or one that was imported without variations.
/// Moves beyond kMostPlies are cut off. Names become the chapter's name and tags.
protocol::Chapter chapter_of(const PlayedGame& game);

/// With what did not fit into a chapter.
/// For the note to the user who imports it.
struct MadeChapter {
  protocol::Chapter chapter;
  std::size_t moves_left_out = 0;  ///< Of variations before those of the main line.
  std::size_t comments_cut = 0;
  std::size_t tags_left_out = 0;
  std::size_t signs_left_out = 0;  ///< Shapes, and annotations such as "!".
};

/// A game of a file as play_tree() gives it. What PGN keeps in comments becomes shapes ([%csl], [%cal]) and
/// thinking times ([%emt]); other such commands stay as they are.
/// Nodes keep the numbers of the tree as ids, with gaps where some were left out. O(nodes).
MadeChapter chapter_of(const TreeGame& game);

/// The other way: the line of first children as a game, with what the tags tell of it.
/// Without moves where the chapter has no nodes, as ChapterTree::head(). A Result that cannot be read is
/// left out.
PlayedGame main_line(const protocol::Chapter& chapter);

/// What PGN calls the players of a game, first side first: Red and Black, or Black and White.
std::pair<std::string_view, std::string_view> player_tags(std::string_view game);

/// Whether a field of PlayedGame has what the tag tells.
/// By name alone.
bool is_game_tag(std::string_view game, std::string_view name);

}  // namespace server::study
