#include "engine/games/antireversi/rules.h"

#include <algorithm>
#include <cctype>

namespace engine::antireversi {

namespace {

Rejection why_not_there(const Position& position, int square) {
  const std::string name = write_move(move_to(square));
  if ((position.discs().empty() & bit(square)) == 0) return {"occupied", name + " has a disc already."};
  if (position.is_legal(kPass))
    return {"must_pass", "No square would flip a disc: the only move is to pass."};
  return {"no_flip", name + " would flip nothing."};
}

/// A letter and a number, as squares are written, but perhaps of a bigger board.
bool looks_like_a_square(std::string_view text) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  return (text.size() == 2 || text.size() == 3) && std::isalpha(static_cast<unsigned char>(text[0])) &&
         std::ranges::all_of(text.substr(1), is_digit);
}

}  // namespace

Expected<Position, Rejection> Rules::read_position(const Setup& setup) {
  if (!setup.rule.empty() && setup.rule != "standard") {
    return Unexpected(Rejection{"unknown_rule", "Anti-Reversi has one rule: standard."});
  }
  if (setup.size != 0 && setup.size != kFiles) {
    return Unexpected(Rejection{"bad_size", "Anti-Reversi is played on 8 x 8 squares."});
  }
  if (setup.pos.empty()) return Position();
  if (const auto position = antireversi::read_position(setup.pos)) return *position;
  return Unexpected(Rejection{
      "syntax", "A position is 64 of X, O and -, from a1 over b1 to h8, a blank, and X or O to move."});
}

Look Rules::look(const Position& position) {
  Look look;
  look.turn = position.side_to_move();
  look.pos = write_position(position);
  return look;
}

std::optional<Outcome> Rules::outcome(const Position& position) {
  if (!position.is_over()) return std::nullopt;
  const int difference = position.discs().difference();
  if (difference == 0) return Outcome{std::nullopt, "fewest_discs"};
  const Side mover = position.side_to_move();
  return Outcome{difference > 0 ? mover : other(mover), "fewest_discs"};
}

std::string Rules::write_move(const Position&, Move move) {
  return antireversi::write_move(move);
}

std::optional<Move> Rules::read_notation(const Position& position, std::string_view text) {
  const auto move = read_move(text);
  return move && position.is_legal(*move) ? move : std::nullopt;
}

std::vector<Notation> Rules::notations(const Position&, Move move) {
  // As in GGF, the exchange format of the Othello servers.
  if (move == kPass) return {{"ggf", "PA"}};
  std::string text = antireversi::write_move(move);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return {{"ggf", text}};
}

Rejection Rules::why_not(const Position& position, std::string_view text) {
  const auto move = read_move(text);
  if (!move && looks_like_a_square(text)) return {"off_board", "The board has the squares a1 to h8."};
  // Legal, but spelt otherwise than the protocol does: read_notation() would have understood it.
  if (!move || position.is_legal(*move)) return {"syntax", "A move is a square such as d3, or pass."};
  if (*move == kPass) return {"must_move", "Passing is only for a side that cannot flip anything."};
  return why_not_there(position, square_of(*move));
}

}  // namespace engine::antireversi
