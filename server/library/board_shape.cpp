#include "server/library/board_shape.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "engine/core/board_point.h"

namespace server {

namespace {

constexpr std::string_view kPass = "pass";

/// FEN separates its ranks.
constexpr char kNextRank = '/';

std::string_view board_of(std::string_view pos) {
  return pos.substr(0, pos.find(' '));
}

int gap(char c) {
  return c >= '1' && c <= '9' ? c - '0' : 0;
}

/// A rank of FEN, from file a on.
void append_rank(std::string& points, std::string_view rank) {
  for (const char c : rank)
    points.append(static_cast<std::size_t>(gap(c) > 0 ? gap(c) : 1), gap(c) > 0 ? '-' : c);
}

/// FEN begins with the last rank.
std::string points_of_fen(std::string_view board) {
  std::string points;
  while (!board.empty()) {
    const std::size_t slash = board.rfind(kNextRank);
    const std::size_t begin = slash == std::string_view::npos ? 0 : slash + 1;
    append_rank(points, board.substr(begin));
    board = board.substr(0, begin == 0 ? 0 : slash);
  }
  return points;
}

std::size_t side_of_square(std::size_t points) {
  return static_cast<std::size_t>(std::lround(std::sqrt(static_cast<double>(points))));
}

}  // namespace

BoardShape::BoardShape(std::string_view pos)
    : points_(0),
      files_(0),
      has_pieces_(board_of(pos).find(kNextRank) != std::string_view::npos),
      first_rank_(has_pieces_ ? 0 : 1) {
  points_ = contents(pos).size();
  const auto ranks = static_cast<std::size_t>(std::ranges::count(board_of(pos), kNextRank)) + 1;
  files_ = has_pieces_ ? points_ / ranks : side_of_square(points_);
  // Of the square's symmetries the first two are "as it is" and "mirrored left to right", which is all that
  // pieces with a front allow; engine::symmetric() numbers them so.
  images_.assign(has_pieces_ ? 2 : engine::kSquareSymmetries, std::vector<std::uint16_t>(points_));
  const int last = static_cast<int>(files_) - 1;
  for (unsigned symmetry = 0; symmetry < symmetries(); ++symmetry) {
    for (std::size_t point = 0; point < points_; ++point) {
      const auto [x, y] = engine::symmetric(
          {static_cast<int>(point % files_), static_cast<int>(point / files_)}, symmetry, last);
      images_[symmetry][point] =
          static_cast<std::uint16_t>(static_cast<std::size_t>(y) * files_ + static_cast<std::size_t>(x));
    }
  }
}

std::string BoardShape::contents(std::string_view pos) const {
  // A position of stones is its board as it stands, a character a point.
  return has_pieces_ ? points_of_fen(board_of(pos)) : std::string(board_of(pos));
}

MoveNumber BoardShape::pass() const {
  return static_cast<MoveNumber>(has_pieces_ ? points_ * points_ : points_);
}

MoveNumber BoardShape::image_of_move(MoveNumber move, unsigned symmetry) const {
  if (move >= pass()) return move;
  if (!has_pieces_) return static_cast<MoveNumber>(image(move, symmetry));
  return static_cast<MoveNumber>(image(move / points_, symmetry) * points_ + image(move % points_, symmetry));
}

// Of the symmetries that change files and ranks those are turns that mirror one of them.
unsigned BoardShape::inverse(unsigned symmetry) {
  // 5 and 6 are the quarter turns, each the other's inverse; all other symmetries undo themselves.
  return symmetry == 5 || symmetry == 6 ? symmetry ^ 3 : symmetry;
}

std::optional<std::size_t> BoardShape::take_point(std::string_view& text) const {
  if (text.empty()) return std::nullopt;
  const auto file = static_cast<std::size_t>(static_cast<unsigned char>(text.front()) - 'a');
  int rank = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), rank);
  const auto row = static_cast<std::size_t>(rank - first_rank_);
  if (error != std::errc() || file >= files_ || rank < first_rank_ || row >= points_ / files_)
    return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return row * files_ + file;
}

std::optional<MoveNumber> BoardShape::number(std::string_view move) const {
  if (move == kPass) return pass();
  auto found = take_point(move);
  if (found && has_pieces_) {
    const auto to = take_point(move);
    found = to ? std::optional(*found * points_ + *to) : std::nullopt;
  }
  if (!found || !move.empty()) return std::nullopt;
  return static_cast<MoveNumber>(*found);
}

std::string BoardShape::point_name(std::size_t point) const {
  return static_cast<char>('a' + point % files_) +
         std::to_string(static_cast<int>(point / files_) + first_rank_);
}

std::string BoardShape::name(MoveNumber move) const {
  if (move == pass()) return std::string(kPass);
  if (move > pass()) return {};
  if (!has_pieces_) return point_name(move);
  return point_name(move / points_) + point_name(move % points_);
}

std::optional<std::string> BoardShape::pack(const std::vector<std::string>& moves) const {
  std::string packed;
  packed.reserve(moves.size() * bytes_of_move());
  for (const std::string& move : moves) {
    const auto found = number(move);
    if (!found) return std::nullopt;
    packed += static_cast<char>(*found & 0xff);
    if (bytes_of_move() == 2) packed += static_cast<char>(*found >> 8);
  }
  return packed;
}

std::optional<std::vector<MoveNumber>> BoardShape::numbers(std::string_view packed) const {
  if (packed.size() % bytes_of_move() != 0) return std::nullopt;
  std::vector<MoveNumber> moves(packed.size() / bytes_of_move());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::size_t at = i * bytes_of_move();
    const unsigned low = static_cast<unsigned char>(packed[at]);
    const unsigned high = bytes_of_move() == 2 ? static_cast<unsigned char>(packed[at + 1]) : 0;
    moves[i] = static_cast<MoveNumber>(low | high << 8);
    if (moves[i] > pass()) return std::nullopt;
  }
  return moves;
}

std::optional<std::vector<std::string>> BoardShape::unpack(std::string_view packed) const {
  const auto found = numbers(packed);
  if (!found) return std::nullopt;
  std::vector<std::string> moves;
  moves.reserve(found->size());
  for (const MoveNumber move : *found) moves.push_back(name(move));
  return moves;
}

}  // namespace server
