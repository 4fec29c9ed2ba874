#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/game.h"
#include "server/library/position_keys.h"
#include "storage/library.h"

namespace server {

/// A position that is asked about.
/// Names as in the protocol; an empty rule is the game's first.
struct AskedPosition {
  std::string game{};
  std::string rule{};
  int size = 0;
  std::string pos{};  ///< Empty: the usual start.
  std::vector<std::string> moves{};
};

/// What a board is replayed with: boards of games, and the keys of positions on them.
class ReplayedBoard {
 public:
  /// None if there is no such game or start.
  /// `salt` is LibraryReader::library_salt(). Null for what is no game; not movable, since its keys refer to
  /// its shape.
  static std::unique_ptr<ReplayedBoard> start(const AskedPosition& from, std::uint64_t salt);

  /// False for what is no legal move; then nothing changes.
  /// Protocol text. O(points), for the new position is compared with the old one.
  bool play(const std::string& move);

  std::uint64_t key() const { return keys_.key(); }
  const PositionKeys& keys() const { return keys_; }
  const BoardShape& shape() const { return shape_; }
  const engine::Match& match() const { return *match_; }

 private:
  ReplayedBoard(std::unique_ptr<engine::Match> match, const std::string& kind, std::uint64_t salt);
  void show();

  std::unique_ptr<engine::Match> match_;
  BoardShape shape_;
  PositionKeys keys_;
};

/// Plies of a game whose positions are found again: openings of games with pieces, and of stones most of the
/// game.
/// 40 with pieces, 60 with stones. Positions of stones depend on more plies before games part. Stored
/// positions depend on it.
std::size_t indexed_plies(const BoardShape& shape);

/// Finds where games have been. Keeps the boards of the kinds of games that it has met. One thread.
class PositionTrails {
 public:
  /// @param salt LibraryReader::library_salt()
  explicit PositionTrails(std::uint64_t salt) : salt_(salt) {}

  /// Each position that the game came to in its first plies, with the move that it went on with; where it
  /// came twice the first time counts. @pre its moves were legal when it was kept
  /// At most indexed_plies() + 1 rows, sorted by key; empty for a game that cannot be replayed.
  std::vector<storage::SeenPosition> positions_of(const storage::LibraryGame& game);

  /// Where a game is at a position.
  struct Occurrence {
    int ply = 0;
    int move = 0;  ///< As SeenPosition::move.
  };
  /// The first one of this position in a game, among the plies that are indexed; none: it is at none.
  std::optional<Occurrence> find(const storage::LibraryGame& game, std::uint64_t key);

 private:
  struct Kind;
  Kind* kind_of(const storage::LibraryGame& game);
  template <class Visit>
  void replay(const storage::LibraryGame& game, Visit visit);

  const std::uint64_t salt_;
  std::map<std::string, std::shared_ptr<Kind>> kinds_;  // By game, rule and size.
};

}  // namespace server
