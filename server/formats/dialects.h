#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/core/game.h"
#include "server/formats/move_text.h"

/// How the moves of one file may be understood. play_tree() tries the dialects of a game and keeps the one
/// under which the main line is legal; GameReader judges a file of many games once and reads all of them in
/// the same dialect.
namespace server {

/// One way to understand the moves of a file. Programs count ranks from 0 or from 1, and use the same letters
/// for different pieces; which way a file means shows only in which of its moves are legal.
/// Instances are constants of dialects.cpp: pointers to them may be kept and compared.
struct Dialect {
  std::string_view name;  ///< For people.
  /// Whether it may read such a move in another way than the first dialect of its game.
  bool (*concerns)(std::string_view text);
  /// Something that Match::read_move() reads, or the text as it is.
  /// The position of `match` is needed where the text names a piece, not a square (`Che3`).
  std::string (*translate)(const engine::Match& match, const std::string& text);
};

/// The move that a file means, in protocol text; an exact one is read in no dialect. Changes nothing of the
/// match.
/// Costs what the match needs to read a move; where two points could be read in two ways, one move is played
/// and taken back as well. An illegal move is an error with the rules' own reason.
engine::Expected<std::string, engine::Rejection> read_move(engine::Match& match, const MoveText& move,
                                                           const Dialect& dialect);

/// Those that files of `game` are written in, never none; the first takes moves as they stand.
std::span<const Dialect> dialects_of(std::string_view game);

}  // namespace server
