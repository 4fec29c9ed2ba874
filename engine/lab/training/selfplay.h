#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/game.h"

namespace engine::lab {

// Where training data come from:
//
//     run_selfplay()          games into a file, resumable, equal for equal settings
//     read_selfplay_file()    the games of a file by number (selfplay_files.h)
//     samples_of(), add_*()   positions with their scores and results
//     train*()                weights
//
// Limits are nodes and one thread a game, and the bot forgets everything before a game, so game k is the same
// on every machine, whatever was played before.

/// How games of the engine against itself are made. Game k depends on these and k alone.
struct SelfPlaySettings {
  const Game* game;
  Setup setup = {};
  std::uint64_t seed = 1;
  std::uint64_t nodes = 5'000;  ///< For each move.
  int random_plies = 8;         ///< At the beginning.
  int near = 0;         ///< Gomoku: the random stones stand so near to another, in king's steps; 0: anywhere.
  int balance = 0;      ///< They are drawn again while the first search says more than this; 0: never.
  int max_plies = 400;  ///< Then it is a draw.
  std::size_t hash_bytes = std::size_t{4} << 20;
};

/// A game of it. Moves are numbers in the sorted list of legal moves, which no change of the engine's own
/// packing can make unreadable.
struct SelfPlayGame {
  static constexpr std::int16_t kNoScore = 32767;  ///< Of a random move.
  struct Ply {
    std::uint16_t move;
    std::int16_t score;  ///< For the side to move, in the unit of the game.
    bool operator==(const Ply&) const = default;
  };
  std::uint32_t number = 0;
  std::int8_t result = 0;   ///< For the first side: 1, 0, -1.
  std::int16_t margin = 0;  ///< Anti-Reversi: discs of the second side less those of the first at the end.
  std::vector<Ply> plies = {};
  bool operator==(const SelfPlayGame&) const = default;
};

/// Plays one. A game ends early where the engine proves how: its result is then as exact as one played out.
/// Throws std::runtime_error where no opening has the balance.
SelfPlayGame play_selfplay(const SelfPlaySettings& settings, std::uint32_t number, Bot& bot);

/// The file, all numbers with the low byte first:
///
///     a line of JSON: {"format":"sanqi-selfplay","version":1,"game",...}, told by header_of()
///     each game:  u32 number, u16 plies, i8 result, i16 margin, then for each ply u16 move, i16 score
///
/// 9 bytes a game and 4 a ply. Games stand in the order in which they were finished.
/// Everything that a game depends on but the engine itself: weights and search are not in it.
std::string header_of(const SelfPlaySettings& settings);
void write_game(std::ostream& out, const SelfPlayGame& game);
/// The next game, or nothing at the end of the file or where it was cut short.
std::optional<SelfPlayGame> read_selfplay_game(std::istream& in);

/// Plays games 0 to `games` - 1 that `file` lacks, on `threads` threads, and appends them; a game that was
/// cut short is taken off first. `on_progress` is called after each, under a lock, with the number of games
/// and plies so far, this run's. Throws std::runtime_error when the file was made otherwise, and what
/// play_selfplay() throws.
void run_selfplay(const SelfPlaySettings& settings, const std::string& file, std::uint32_t games, int threads,
                  const std::function<void(std::uint64_t games, std::uint64_t plies)>& on_progress);

/// What training looks at of a game.
struct Sample {
  std::string pos;
  Side turn;
  std::int16_t score;
  std::int8_t result;   ///< For the side to move.
  std::int16_t margin;  ///< For the side to move.
  int ply;
};
struct Filter {
  bool quiet = false;  ///< Not in check, and the move played takes nothing (Xiangqi).
  int decided = 0;     ///< Leave out scores beyond this; 0: none.
};
/// The positions of a game after its random plies. Throws std::runtime_error for a move that is none.
/// Replays the game by the rules' text, which is slow (a list of names a ply); network_samples.h and
/// shape_training.h do the same on boards.
std::vector<Sample> samples_of(const SelfPlaySettings& settings, const SelfPlayGame& game,
                               const Filter& filter);

}  // namespace engine::lab
