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
  // In hundredths of the game's unit, or plies to the end of a proven result, or discs of a solved one.
  int value = 0;  ///< Hundredths, plies to the end, or discs.
  bool operator==(const Evaluation&) const = default;
};

// ---- client -> server --------------------------------------------------------------------------------
// Plain data, without invariants: decode() makes what comes in, encode() writes what goes out. Equality is
// for tests.

/// Progress of the analysis of one finished game. Answered by `analysis`; it begins if none is stored.
struct WatchAnalysis {
  std::string game_id;
  bool on = true;  ///< False: no more is told.
  bool operator==(const WatchAnalysis&) const = default;
};

// Bounds that decode() enforces; what is beyond them is refused by the field's name.
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

// In this order an analysis goes through them.
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

/// As an answer all that is known; to subscribers what is new.
struct Analysis {
  std::string game_id;
  AnalysisStatus status = AnalysisStatus::queued;
  int done = 0;                                   ///< Positions known so far, from the first without gaps.
  int total = 0;                                  ///< Positions: one more than moves.
  std::vector<AnalysedPly> plies;                 ///< To subscribers: those not yet told.
  std::optional<std::array<double, 2>> accuracy;  ///< Per cent, of each side; when done.
};

/// What a bot thought before its last move. Told, not kept: a later viewer waits for the next.
struct Thought {
  std::string game_id;
  int ply = 0;    ///< Of the position that it thought about.
  int depth = 0;  ///< In plies.
  Evaluation eval;
  std::vector<std::string>
      line;  ///< What it expects, from its own best move on: at a low level it plays another.
  std::vector<std::vector<engine::Notation>> notations;  ///< Of the moves of the line.
};

/// The answer to ActionKind::hint, to the connection that asked alone.
struct Hint {
  std::string game_id;
  int ply = 0;       ///< Before the move.
  std::string move;  ///< The best that a bot at its best found.
  std::optional<Evaluation> eval;
  std::vector<std::string> line;  ///< Begins with `move`.
};

/// One way to go on, and what it is worth to the first side.
struct ExploredLine {
  Evaluation eval;
  double win = 0;  ///< The first side's chance.
  std::vector<std::string> moves;
};

/// The answer to Explore.
struct Explored {
  engine::Look look;
  std::vector<std::string> legal;          ///< Of the position after the moves; sorted.
  std::optional<engine::Outcome> outcome;  ///< None: it goes on.
  std::vector<std::string> moves;          ///< As they are written in protocol text.
  std::vector<engine::Notation> notation;  ///< Of the last one.
  std::optional<Evaluation> eval;          ///< If asked for, as the next two.
  std::optional<double> win;               ///< The first side's chance.
  std::vector<std::string> line;           ///< What it would play; begins with the best move.
  int depth = 0;                           ///< In plies.
  std::vector<ExploredLine> lines;  ///< If more than one was asked for: the best first, which is `line`.
};

}  // namespace server::protocol
