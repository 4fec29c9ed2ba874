#pragma once

#include <cstddef>

#include "server/formats/game_tree.h"

/// What a study holds at most.
namespace server::study {

/// Of a study. Chosen well above lichess's 64 chapters and 3,000 nodes, the limits that its users ask most
/// often to be raised.
inline constexpr int kMostChapters = 256;
/// Of a study, its owner among them.
inline constexpr int kMostMembers = 64;
inline constexpr std::size_t kMostNodes = 10'000;  ///< Of a chapter, its start among them.
/// Of a line; as of games.
inline constexpr std::size_t kMostPlies = kMaxPlies;
inline constexpr int kMostEdits = 100'000;             ///< Of a chapter: each is kept.
inline constexpr std::size_t kLongestComment = 4'000;  ///< Code points, of each author at a node.
inline constexpr std::size_t kMostShapes = 32;         ///< At a node.
/// Of a chapter's comments and shapes, see ChapterTree::bytes(). A snapshot of them is one write, for which
/// moves wait.
inline constexpr std::size_t kMostBytes = 4 << 20;
/// At a move; none at the start.
inline constexpr std::size_t kMostGlyphs = 8;
/// Of a chapter.
inline constexpr std::size_t kMostTags = 60;
inline constexpr std::size_t kLongestTag = 500;   ///< Bytes; of its name, too.
inline constexpr std::size_t kLongestName = 100;  ///< Code points, of a study or a chapter.
inline constexpr std::size_t kLongestLabel = 3;   ///< Code points.

}  // namespace server::study
