#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/core/game.h"
#include "server/library/board_shape.h"

namespace server {

/// What is told of a game while it is replayed. `at` says whether to go on.
template <class Watch>
concept WatchesBoard = requires(Watch& watch, const std::string& board, engine::Side turn, std::size_t point,
                                char piece, int ply, std::optional<MoveNumber> next) {
  watch.begin(board, turn);
  watch.set(point, piece, piece);                       // What stood there, and what stands there now.
  { watch.at(ply, turn, next) } -> std::same_as<bool>;  // The move that follows; none: the game ends here.
};

/// Replays games of one kind that were legal when they were kept, one after another: for searches through
/// many. One thread.
///
/// Pieces go from point to point and most stones stay as they are, which needs no rules and takes a fraction
/// of the time; what stones do to others only the rules know.
class BoardReplay {
 public:
  /// None: there is no such game, rule or size.
  static std::unique_ptr<BoardReplay> of(const std::string& game, const std::string& rule, int size);

  const BoardShape& shape() const { return shape_; }
  /// The usual start, as BoardShape::contents().
  const std::string& start() const { return start_; }

  /// The position at which play() has stopped, as a text without counts of moves. O(points).
  std::string pos() const;

  /// From the start to the end, or until `watch` has seen enough. False: it is no game of this kind, or its
  /// moves are none.
  /// @param packed as BoardShape::pack()
  template <WatchesBoard Watch>
  bool play(const std::string& start_pos, std::string_view packed, Watch& watch) {
    if (!begin(start_pos) || packed.size() % width_ != 0) return false;
    watch.begin(board_, turn_);
    const auto plies = static_cast<int>(packed.size() / width_);
    for (int ply = 0; ply < plies; ++ply) {
      const MoveNumber move = next_of(packed, ply);
      if (move > last_move_) return false;
      if (!watch.at(ply, turn_, move)) return true;
      if (!step(move, watch)) return false;
    }
    watch.at(plies, turn_, std::nullopt);
    return true;
  }

 private:
  using Ends = std::array<std::uint8_t, 2>;  // Points of a move of a piece: 90 at most.

  BoardReplay(const engine::Game& rules, engine::Setup setup, const engine::Match& start);
  bool begin(const std::string& start_pos);
  bool play_by_rules(MoveNumber move);

  MoveNumber next_of(std::string_view packed, int ply) const {
    const std::size_t at = static_cast<std::size_t>(ply) * width_;
    const unsigned low = static_cast<unsigned char>(packed[at]);
    const unsigned high = width_ == 2 ? static_cast<unsigned char>(packed[at + 1]) : 0;
    return static_cast<MoveNumber>(low | high << 8);
  }

  template <class Watch>
  void put(std::size_t point, char piece, Watch& watch) {
    if (board_[point] == piece) return;
    watch.set(point, std::exchange(board_[point], piece), piece);
  }

  template <class Watch>
  bool step(MoveNumber move, Watch& watch) {
    if (by_rules_) {
      if (!play_by_rules(move)) return false;
      for (std::size_t point = 0; point < after_.size(); ++point) put(point, after_[point], watch);
      return true;  // Whose turn it is now they say as well.
    }
    if (shape_.has_pieces()) {
      if (move >= ends_.size()) return false;
      const auto [from, to] = ends_[move];
      const char piece = board_[from];
      if (piece == kNothing) return false;
      put(to, piece, watch);
      put(from, kNothing, watch);
    } else if (move != last_move_) {  // A pass puts nothing.
      if (board_[move] != kNothing) return false;
      put(move, kStones[turn_ == engine::Side::first ? 0 : 1], watch);
    }
    turn_ = engine::other(turn_);
    return true;
  }

  static constexpr char kNothing = '-';
  static constexpr std::array kStones{'X', 'O'};  // As positions of stones are written.

  const engine::Game& rules_;
  const engine::Setup setup_;  // Of the usual start.
  const BoardShape shape_;
  const bool by_rules_;
  const std::size_t width_;  // Bytes of a move.
  const MoveNumber last_move_;
  const std::string start_;  // The usual one,
  const engine::Side first_turn_;
  std::vector<Ends> ends_;  // By move, of pieces.
  // Of the game that is replayed.
  std::string board_;
  engine::Side turn_ = engine::Side::first;
  std::unique_ptr<engine::Match> match_;  // With rules alone.
  std::string after_;                     // The board after its last move.
};

}  // namespace server
