#include "engine/games/xiangqi/rules.h"

#include <algorithm>

#include "engine/games/xiangqi/fen.h"
#include "engine/games/xiangqi/notation.h"

namespace engine::xiangqi {
namespace {

/// The verdicts that do not wait for a side to be out of moves.
std::optional<Outcome> outcome_with_moves(const Position& position) {
  const auto end = position.ending(0);
  if (!end) return std::nullopt;
  return Outcome{end->loser ? std::optional(other(*end->loser)) : std::nullopt, end->reason};
}

/// Moves that would make the third occurrence of a position, and by it the mover the loser.
// Tries every move: rare, for it takes seven plies without a capture.
std::vector<std::string> perilous_moves(const Position& now) {
  // To come back twice takes eight plies without a capture.
  if (now.states().back().reversible < 7) return {};
  Position position = now;
  const Side mover = position.side_to_move();
  std::vector<std::string> perilous;
  MoveList moves;
  position.generate(moves);
  for (const Move move : moves) {
    position.do_move(move);
    const auto end = position.ending(0);
    if (end && end->loser == mover) perilous.push_back(write_move(move));
    position.undo_move();
  }
  std::ranges::sort(perilous);
  return perilous;
}

// Why a piece does not go from one square to another by its way of moving. People learn Xiangqi from these
// sentences, so they name the rule and, where one piece is to blame, its square.

Rejection why_not_by_horse(const Board& board, Square from, Square to) {
  if (kAttacks.horse_jumps[from].contains(to) && board.occupied().contains(horse_leg(from, to)))
    return {"leg_blocked", "The piece on " + square_name(horse_leg(from, to)) + " blocks the horse's leg."};
  return {"cannot_go_there", "A horse goes one point straight and one diagonally."};
}

Rejection why_not_by_elephant(const Board& board, Square from, Square to) {
  const Square eye = (from + to) / 2;  // Files and ranks both differ by two.
  const bool two_diagonally =
      std::abs(file_of(to) - file_of(from)) == 2 && std::abs(rank_of(to) - rank_of(from)) == 2;
  if (!two_diagonally) return {"cannot_go_there", "An elephant goes two points diagonally."};
  if (has_crossed(side_of(board.at(from)), to))
    return {"across_river", "An elephant does not cross the river."};
  return {"eye_blocked", "The piece on " + square_name(eye) + " blocks the elephant's eye."};
}

// A free way to an own piece was told before; so a rook with a free way is legal, and only a cannon comes
// here.
Rejection why_not_by_slider(const Board& board, Square from, Square to) {
  if (!kAttacks.cross[from].contains(to))
    return {"cannot_go_there", "Rooks and cannons go straight along ranks and files."};
  const bool free_way = !(kAttacks.between[from][to] & board.occupied());
  if (free_way) return {"no_screen", "A cannon captures over exactly one piece."};
  return {"blocked", "There is a piece in the way."};
}

Rejection why_not_in_palace(Side side, Square to) {
  if (!in_palace(side, to)) return {"outside_palace", "Generals and advisors stay in the palace."};
  return {"cannot_go_there", "A general goes one point straight, an advisor one diagonally."};
}

Rejection why_not_by_way_of_moving(const Board& board, Square from, Square to) {
  switch (type_of(board.at(from))) {
    case PieceType::horse:
      return why_not_by_horse(board, from, to);
    case PieceType::elephant:
      return why_not_by_elephant(board, from, to);
    case PieceType::rook:
    case PieceType::cannon:
      return why_not_by_slider(board, from, to);
    case PieceType::advisor:
    case PieceType::king:
      return why_not_in_palace(side_of(board.at(from)), to);
    default:
      return {"cannot_go_there", "A pawn goes one point forward, and sideways only beyond the river."};
  }
}

/// @pre The piece goes there by its way of moving, but may not.
// By playing it on a copy: the position after it tells which rule it breaks.
Rejection why_not_for_the_general(Position position, Move move) {
  const Side mover = position.side_to_move();
  position.do_move(move);
  const Board& board = position.board();
  const Bitboard attackers = board.checkers(mover);
  if (attackers == board.pieces(other(mover), PieceType::king))
    return {"flying_general", "The generals would face each other on an open file."};
  return {"own_king_in_check", "Your general would be in check."};
}

/// Asked in the order in which a person would look at it: the piece, its target, its way, the general.
Rejection why_not_move(const Position& position, Move move) {
  const Board& board = position.board();
  const Square from = from_of(move);
  const Square to = to_of(move);
  if (board.at(from) == Piece::none) return {"no_piece", "There is no piece on " + square_name(from) + "."};
  if (side_of(board.at(from)) != position.side_to_move())
    return {"not_your_piece", "The piece on " + square_name(from) + " is your opponent's."};
  if (board.pieces(position.side_to_move()).contains(to))
    return {"own_piece", "Your own piece stands on " + square_name(to) + "."};
  if (!board.targets(from).contains(to)) return why_not_by_way_of_moving(board, from, to);
  if (board.leaves_king_attacked(from, to)) return why_not_for_the_general(position, move);
  // The move is legal, so it must be the moment or the writing: play() takes protocol text only.
  if (Rules::outcome(position)) return {"game_over", "The game is over."};
  return {"syntax", "Write the move as " + write_move(move) + "."};
}

/// For WXF and Chinese, which name no squares: either nothing can do that, or too many can.
Rejection why_not_spelling(const Position& position, const std::string& spelling) {
  MoveList moves;
  position.generate(moves);
  const bool known = std::ranges::any_of(moves, [&](Move move) {
    const auto names = spellings(position.board(), move);
    return std::ranges::find(names, spelling) != names.end();
  });
  if (known) return {"ambiguous", "Several pieces can make that move."};
  return {"no_such_move", "No piece can make that move."};
}

}  // namespace

Expected<Position, Rejection> Rules::read_position(const Setup& setup) {
  if (!setup.rule.empty() && setup.rule != "standard")
    return Unexpected(Rejection{"unknown_rule", "Xiangqi has one rule: standard."});
  if (setup.size != 0) return Unexpected(Rejection{"bad_size", "The board of Xiangqi has one size."});
  return read_fen(setup.pos.empty() ? kStartFen : std::string_view(setup.pos));
}

Look Rules::look(const Position& position) {
  Look look;
  look.turn = position.side_to_move();
  look.pos = write_fen(position);
  look.check = position.in_check();
  if (!outcome(position)) look.perilous = perilous_moves(position);
  return look;
}

std::optional<Outcome> Rules::outcome(const Position& position) {
  // Before repetition and limits: a side that is mated has lost, whatever the record says.
  if (!position.has_moves())
    return Outcome{other(position.side_to_move()), position.in_check() ? "checkmate" : "stalemate"};
  return outcome_with_moves(position);
}

std::string Rules::write_move(const Position&, Move move) {
  return xiangqi::write_move(move);
}

std::optional<Move> Rules::find_move(const Position& position, std::string_view text) {
  const auto move = read_coordinates(text).ranks_from_0;
  return move && xiangqi::write_move(*move) == text && position.is_legal(*move) ? move : std::nullopt;
}

std::optional<Move> Rules::read_notation(const Position& position, std::string_view text) {
  return read_move(position, text);
}

std::vector<Notation> Rules::notations(const Position& position, Move move) {
  return {{"wxf", write_wxf(position.board(), move)}, {"zh", write_chinese(position.board(), move)}};
}

Rejection Rules::why_not(const Position& position, std::string_view text) {
  const CoordinateMove coordinates = read_coordinates(text);
  if (coordinates.ranks_from_0) return why_not_move(position, *coordinates.ranks_from_0);
  if (coordinates.ranks_from_1) return why_not_move(position, *coordinates.ranks_from_1);
  if (const auto spelling = normal_spelling(text)) return why_not_spelling(position, *spelling);
  return {"syntax", "A move is two squares, such as h2e2, or WXF (C2=5), or Chinese (炮二平五)."};
}

}  // namespace engine::xiangqi
