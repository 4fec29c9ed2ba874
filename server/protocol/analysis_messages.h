#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/game.h"
#include "server/protocol/time.h"

/// What is said about computer analysis, hints and variations; part of messages.h: both directions.
namespace server::protocol {

/// What a position is worth to the first side, whichever is to move: clients draw one curve.
struct Evaluation {
  engine::ScoreKind kind = engine::ScoreKind::eval;  ///< `win`: the first side wins; `loss`: the second does.
  int value = 0;                                     ///< Hundredths, plies to the end, or discs.
  bool operator==(const Evaluation&) const = default;
};

// ---- client -> server --------------------------------------------------------------------------------

struct WatchAnalysis {
  std::string game_id;
  bool on = true;
  bool operator==(const WatchAnalysis&) const = default;
};

inline constexpr std::size_t kMaxExploredMoves = 600;  ///< More do not fit into a message anyway.
inline constexpr Millis kLongestExploration{2'000};
inline constexpr int kMostExploredLines = 5;

/// A variation, wherever it begins: the server is the only one who knows the rules.
struct Explore {
  std::string game;
  std::string rule = {};  ///< Empty: the game's first.
  int size = 0;           ///< 0: the usual one.
  std::string pos = {};   ///< Empty: the start position.
  std::vector<std::string> moves = {};
  std::optional<Millis> think = {};  ///< For an evaluation as well.
  int lines = 1;                     ///< So many of the best moves, if it thinks.
  bool operator==(const Explore&) const = default;
};

// ---- server -> client --------------------------------------------------------------------------------

enum class AnalysisStatus { queued, running, done };
/// What is wrong with a move. Most moves have none.
enum class Mark { inaccuracy, mistake, blunder };

/// The position after `ply` moves, and what to think of the move that led to it.
struct AnalysedPly {
  int ply = 0;
  std::optional<Evaluation> eval;  ///< None: the bot failed here.
  std::optional<double> win;       ///< The first side's chance, 0 to 1; with `eval`.
  std::string best;                ///< Empty: the game is over here.
  std::vector<std::string> line;   ///< Begins with `best`.
  std::optional<Mark> mark;        ///< Of the move that was played to come here.
};

struct Analysis {
  std::string game_id;
  AnalysisStatus status = AnalysisStatus::queued;
  int done = 0;
  int total = 0;                                  ///< Positions: one more than moves.
  std::vector<AnalysedPly> plies;                 ///< To subscribers: those not yet told.
  std::optional<std::array<double, 2>> accuracy;  ///< Per cent, of each side; when done.
};

/// What a bot thought before its last move. Told, not kept: who comes later waits for the next.
struct Thought {
  std::string game_id;
  int ply = 0;    ///< Of the position that it thought about.
  int depth = 0;  ///< In plies.
  Evaluation eval;
  std::vector<std::string>
      line;  ///< What it expects, from its own best move on: at a low level it plays another.
  std::vector<std::vector<engine::Notation>> notations;  ///< Of the moves of the line.
};

struct Hint {
  std::string game_id;
  int ply = 0;  ///< Before the move.
  std::string move;
  std::optional<Evaluation> eval;
  std::vector<std::string> line;
};

/// One way to go on, and what it is worth to the first side.
struct ExploredLine {
  Evaluation eval;
  double win = 0;  ///< The first side's chance.
  std::vector<std::string> moves;
};

struct Explored {
  engine::Look look;
  std::vector<std::string> legal;
  std::optional<engine::Outcome> outcome;
  std::vector<std::string> moves;          ///< As they are written in protocol text.
  std::vector<engine::Notation> notation;  ///< Of the last one.
  std::optional<Evaluation> eval;          ///< If asked for, as the next two.
  std::optional<double> win;
  std::vector<std::string> line;
  int depth = 0;
  std::vector<ExploredLine> lines;  ///< If more than one was asked for: the best first, which is `line`.
};

}  // namespace server::protocol
