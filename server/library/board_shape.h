#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace server {

/// A move as a number: that of its point, or `from * points + to`. Points are numbered rank by rank. The
/// number after the last one is a pass.
/// 16 bits hold 90 * 90 + 1 moves of Xiangqi, the most of any game here.
using MoveNumber = std::uint16_t;

/// A board without anything on it: names and numbers of its points and moves, and its symmetries.
///
/// It is told by the text of a position. FEN is of pieces, which go from point to point and whose sides face
/// each other: ranks count from 0, and the board may be mirrored left to right. Else a character stands for
/// each point of a square of stones, which may be turned and mirrored; ranks count from 1.
class BoardShape {
 public:
  /// @param pos as engine::Look::pos
  /// O(points * symmetries): made once for a game, not for each position. @pre `pos` is a whole position, as
  /// a match gives it
  explicit BoardShape(std::string_view pos);

  std::size_t points() const { return points_; }
  std::size_t files() const { return files_; }
  /// Moves have two points, and pieces move.
  bool has_pieces() const { return has_pieces_; }
  /// What stands on the points of a position, a character each, rank by rank from the first: '-' for nothing.
  /// @pre it is one on such a board
  /// Allocates; O(points).
  std::string contents(std::string_view pos) const;
  /// 2 with pieces (as it is, mirrored), 8 for a square of stones. 0 is the board as it is.
  unsigned symmetries() const { return static_cast<unsigned>(images_.size()); }
  /// Where `point` comes to lie. @pre both are of the board
  std::size_t image(std::size_t point, unsigned symmetry) const { return images_[symmetry][point]; }
  /// A pass stays a pass.
  MoveNumber image_of_move(MoveNumber move, unsigned symmetry) const;
  /// The symmetry that undoes this one.
  static unsigned inverse(unsigned symmetry);

  /// From where a piece goes, and where to. @pre has_pieces(), and there is such a move
  std::pair<std::size_t, std::size_t> points_of(MoveNumber move) const {
    return {move / points_, move % points_};
  }

  /// None if there is no such point.
  /// Protocol text; says nothing of whether the move is legal.
  std::optional<MoveNumber> number(std::string_view move) const;
  /// Empty if there is no such move.
  std::string name(MoveNumber move) const;

  /// One byte a move if their numbers fit, else two, low byte first. None if one is no move of the board.
  std::optional<std::string> pack(const std::vector<std::string>& moves) const;
  /// Numbers of packed moves; none if they are not what pack() makes.
  std::optional<std::vector<MoveNumber>> numbers(std::string_view packed) const;
  /// As names; none where numbers() gives none.
  std::optional<std::vector<std::string>> unpack(std::string_view packed) const;
  /// Of a packed move.
  std::size_t bytes_of_move() const { return pass() < 256 ? 1 : 2; }
  /// The number of a pass: the last one.
  MoveNumber pass() const;

 private:
  std::optional<std::size_t> take_point(std::string_view& text) const;
  std::string point_name(std::size_t point) const;

  std::size_t points_;
  std::size_t files_;
  bool has_pieces_;
  int first_rank_;
  std::vector<std::vector<std::uint16_t>> images_;  // Of each point, by symmetry.
};

}  // namespace server
