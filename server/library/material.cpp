#include "server/library/material.h"

#include <algorithm>

namespace server {

namespace {

constexpr int kMostOfKind = 7;
constexpr std::int64_t kGuard = 8;
constexpr std::size_t kMostKinds = 15;  // In 63 bits.
constexpr char kNoPiece = '-';

}  // namespace

MaterialCode::MaterialCode(std::string_view start) : kinds_(start) {
  std::erase(kinds_, kNoPiece);
  std::ranges::sort(kinds_);
  const auto repeated = std::ranges::unique(kinds_);
  kinds_.erase(repeated.begin(), repeated.end());
  if (kinds_.size() > kMostKinds) kinds_.clear();
}

std::int64_t MaterialCode::of(std::string_view board) const {
  std::int64_t code = 0;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const auto count = static_cast<std::int64_t>(std::ranges::count(board, kinds_[kind]));
    code |= std::min<std::int64_t>(count, kMostOfKind) << (4 * kind);
  }
  return code;
}

std::int64_t MaterialCode::most(const std::vector<PieceRange>& ranges) const {
  std::int64_t code = 0;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    std::int64_t most = kMostOfKind;
    for (const PieceRange& range : ranges)
      if (range.piece == kinds_[kind]) most = std::min<std::int64_t>(most, range.most);
    code |= (kGuard | most) << (4 * kind);
  }
  return code;
}

std::int64_t MaterialCode::guards(const std::vector<PieceRange>& ranges) const {
  std::int64_t guards = 0;
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    const auto is_bound = [&](const PieceRange& range) {
      return range.piece == kinds_[kind] && range.most < kMostOfKind;
    };
    if (std::ranges::any_of(ranges, is_bound)) guards |= kGuard << (4 * kind);
  }
  return guards;
}

}  // namespace server
