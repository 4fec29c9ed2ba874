#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/expected.h"
#include "server/library/board_replay.h"
#include "server/library/material.h"

namespace server {

/// What is looked for in games of one kind, as it is asked.
struct AskedPattern {
  std::string game{}, rule{};
  int size = 0;
  /// As the text of a position, where `?` stands for whatever there is, of pieces also a number for so many
  /// of it, and `-` for nothing. Empty: any board.
  std::string board{};
  std::string material{};  ///< "R2,r0,C1+,n1-": so many, at least, at most.
  std::string turn{};      ///< "first", "second"; empty: either.
};

/// What boards must be like, in any of their symmetries.
class BoardPattern {
 public:
  /// The name of the field that makes no sense instead: also `pattern` where nothing is asked.
  /// @param replay of the kind that is asked about
  static engine::Expected<BoardPattern, std::string> read(const BoardReplay& replay,
                                                          const AskedPattern& asked);

  const std::vector<PieceRange>& material() const { return material_; }
  /// The first ply of a game at which its board is so, where `replay` stops. None: it never is, or it is no
  /// game.
  /// Some 0.3 us of a game of pieces.
  std::optional<int> find(BoardReplay& replay, const std::string& start_pos, std::string_view packed) const;

 private:
  class Watch;
  /// What must stand where, as the board lies in one symmetry.
  struct Image {
    std::string wanted{};                                // By point; kAny: whatever.
    std::vector<std::pair<std::size_t, char>> points{};  // The others.
  };
  void add_images(const BoardShape& shape, const std::string& board);

  std::vector<Image> images_;
  std::vector<PieceRange> material_;
  std::optional<engine::Side> turn_;
};

}  // namespace server
