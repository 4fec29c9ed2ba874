#pragma once

#include <functional>
#include <iosfwd>
#include <vector>

#include "engine/games/book.h"

namespace engine::lab {

/// How an opening book is grown: drop-out expansion (Lincke 2000, "Strategies for the automatic construction
/// of opening books"). The position that costs least is searched next; it costs what all moves that lead to
/// it give away, and `ply_cost` for each of them.
struct BookSettings {
  const Game* game;
  Setup setup = {};
  std::vector<std::string> first = {};  ///< Moves that every game begins with.
  std::size_t positions = 1'000;        ///< To search.
  std::uint64_t nodes = 100'000;        ///< For each.
  int lines = 5;                        ///< Moves of each that are looked at.
  int window = 40;                      ///< Those that give away more are left out; in the unit of the game.
  int ply_cost = 8;
  int spread = 15;  ///< Moves that are worse by so much are played 1/e as often.
  std::size_t hash_bytes = std::size_t{16} << 20;
};

/// Grows a book from the start position; equal settings give equal books. Scores are those of the last
/// positions searched, brought back by minimax. `on_progress` is called after each position.
/// Positions are one where a symmetry or another order of moves makes them so. Moves whose
/// result is proven are left out: the search finds them by itself.
std::vector<Book::Entry> build_book(const BookSettings& settings, const std::function<void()>& on_progress);

/// The first line of the file.
std::string header_of(const BookSettings& settings);

}  // namespace engine::lab
