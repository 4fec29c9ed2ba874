#include "server/library/position_keys.h"

#include <algorithm>
#include <cassert>

#include "engine/core/zobrist.h"

namespace server {

namespace {

constexpr char kEmpty = '-';

std::uint64_t mixed(std::uint64_t number) {
  return engine::SplitMix64(number)();
}

}  // namespace

std::uint64_t text_hash(std::string_view bytes, std::uint64_t seed) {
  // FNV-1a's offset and prime for 64 bits. FNV mixes its high bits badly, so SplitMix64's finalizer comes
  // after it.
  std::uint64_t hash = seed ^ 0xcbf29ce484222325;
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  return mixed(hash ^ bytes.size());
}

PositionKeys::PositionKeys(const BoardShape& shape, std::uint64_t seed, std::string_view kind)
    : shape_(shape),
      seed_(mixed(text_hash(kind, seed) + shape.points())),
      board_(shape.points(), kEmpty),
      hashes_(shape.symmetries(), seed_) {
  show(board_, engine::Side::first);
}

std::uint64_t PositionKeys::piece_key(char piece, std::size_t point) const {
  return piece == kEmpty ? 0 : mixed(seed_ + (static_cast<std::uint64_t>(piece) << 16 | point));
}

void PositionKeys::show(std::string_view board, engine::Side turn) {
  assert(board.size() == board_.size());
  for (std::size_t point = 0; point < board.size(); ++point)
    if (board[point] != board_[point]) put(point, board[point]);
  give_turn(turn);
}

// A move changes two points, so all images are kept by a few XORs each.
void PositionKeys::put(std::size_t point, char piece) {
  for (unsigned symmetry = 0; symmetry < hashes_.size(); ++symmetry) {
    const std::size_t image = shape_.image(point, symmetry);
    hashes_[symmetry] ^= piece_key(board_[point], image) ^ piece_key(piece, image);
  }
  board_[point] = piece;
}

void PositionKeys::give_turn(engine::Side turn) {
  turn_ = turn == engine::Side::first ? 0 : mixed(~seed_);
  least_.clear();
  const std::uint64_t least = *std::ranges::min_element(hashes_);
  for (unsigned symmetry = 0; symmetry < hashes_.size(); ++symmetry)
    if (hashes_[symmetry] == least) least_.push_back(symmetry);
}

std::uint64_t PositionKeys::key() const {
  return hashes_[least_.front()] ^ turn_;
}

MoveNumber PositionKeys::canonical(MoveNumber move) const {
  MoveNumber greatest = 0;
  for (const unsigned symmetry : least_) greatest = std::max(greatest, shape_.image_of_move(move, symmetry));
  return greatest;
}

MoveNumber PositionKeys::turned_back(MoveNumber canonical) const {
  return shape_.image_of_move(canonical, BoardShape::inverse(least_.front()));
}

}  // namespace server
