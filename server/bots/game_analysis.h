#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/game.h"
#include "server/protocol/analysis_messages.h"
#include "storage/analysis.h"

namespace server {

/// How long a bot thinks about each position of a game: positions visited, not time, so that the same game is
/// always analysed alike. The time is only for a bot that hangs.
engine::Limits analysis_limits(const engine::Game& game);

/// A game on its way through analysis: gives out positions, takes thoughts in whatever order they come, and
/// makes of them the rows that are kept, in order. Pure: no threads, no time.
///
/// Loop of a caller: `while (auto position = analysis.next()) think(*position)`, take() for each answer,
/// completed() for the rows to be stored. Several positions may be given out at a time; a row appears when
/// all before it are known, for its mark needs the chance before.
class GameAnalysis {
 public:
  /// @pre `moves` can be played from `start`, `known` is how far an earlier analysis came. The first
  /// `unjudged` moves belong to an opening procedure and are not marked.
  GameAnalysis(const engine::Game& game, std::unique_ptr<engine::Match> start, std::vector<std::string> moves,
               int unjudged, std::vector<storage::PlyAnalysis> known);

  struct Position {
    int ply = 0;
    std::unique_ptr<engine::Match> match;
  };
  /// The next position to be thought about; none when all have been given out.
  /// Positions where the game is over are not given out: their rows follow from the rules.
  std::optional<Position> next();
  /// What was thought of it; without lines: the bot failed.
  /// @pre ply was given out and not taken
  void take(int ply, const engine::Thought& thought);
  /// The rows that were completed since the last call.
  /// To be stored; the next call gives only what is new.
  std::vector<storage::PlyAnalysis> completed();

  const std::vector<std::string>& moves() const { return moves_; }
  /// One more than moves: the position before the first counts.
  int total() const { return static_cast<int>(moves_.size()) + 1; }
  /// From the first, without gaps; the first `done()` of `total()`.
  const std::vector<storage::PlyAnalysis>& plies() const { return plies_; }
  int done() const { return static_cast<int>(plies_.size()); }
  /// False until next() has been called.
  bool begun() const { return given_out_ > 0; }
  bool finished() const { return done() == total(); }
  /// Per cent, of each side. @pre finished()
  std::array<double, 2> accuracy() const;

 private:
  storage::PlyAnalysis row(int ply, const std::optional<protocol::Evaluation>& eval) const;
  void put(int ply, storage::PlyAnalysis row);
  /// What the move that led to `ply` took away; none if it cannot be judged.
  std::optional<double> loss(int ply) const;

  const engine::Game& game_;
  std::vector<std::string> moves_;
  int unjudged_;
  std::unique_ptr<engine::Match> cursor_;  // The position of the next ply to give out.
  int given_out_ = 0;
  std::vector<engine::Side> turns_;                           // Of the plies that were given out.
  std::vector<std::optional<storage::PlyAnalysis>> waiting_;  // Thought about, but not those before them.
  std::vector<storage::PlyAnalysis> plies_;
  std::size_t published_ = 0;
};

}  // namespace server
