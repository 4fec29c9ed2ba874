#include "engine/games/antireversi/rules.h"

#include <algorithm>
#include <cctype>

namespace engine::antireversi {

namespace {

/// @pre the square is on the board and the move is not legal
template <int N>
Rejection why_not_there(const PositionOn<N>& position, int square) {
  const std::string name = write_move<N>(move_to(square));
  if ((position.discs().empty() & bit(square)) == 0) return {"occupied", name + " has a disc already."};
  if (position.is_legal(kPass))
    return {"must_pass", "No square would flip a disc: the only move is to pass."};
  return {"no_flip", name + " would flip nothing."};
}

/// The last square of the board, as people write it.
template <int N>
std::string last_square() {
  return {static_cast<char>('a' + N - 1), static_cast<char>('0' + N)};
}

template <int N>
Expected<AnyPosition, Rejection> read_board(const Setup& setup) {
  const std::string size = std::to_string(N);
  if (setup.size != 0 && setup.size != N) {
    return Unexpected(Rejection{"bad_size", "This rule is played on " + size + " x " + size + " squares."});
  }
  if (setup.pos.empty()) return AnyPosition(PositionOn<N>());
  if (const auto position = read_position<N>(setup.pos)) return AnyPosition(*position);
  return Unexpected(Rejection{"syntax", "A position is " + std::to_string(N * N) +
                                            " of X, O and -, from a1 over b1 to " + last_square<N>() +
                                            ", a blank, and X or O to move."});
}

/// A letter and a number, as squares are written, but perhaps of a bigger board.
bool looks_like_a_square(std::string_view text) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  return (text.size() == 2 || text.size() == 3) && std::isalpha(static_cast<unsigned char>(text[0])) &&
         std::ranges::all_of(text.substr(1), is_digit);
}

}  // namespace

Expected<AnyPosition, Rejection> Rules::read_position(const Setup& setup) {
  if (setup.rule.empty() || setup.rule == kRuleNames[0]) return read_board<8>(setup);
  if (setup.rule == kRuleNames[1]) return read_board<6>(setup);
  if (setup.rule == kRuleNames[2]) return read_board<4>(setup);
  return Unexpected(Rejection{"unknown_rule", "The rules of anti-Reversi are standard, 6x6 and 4x4."});
}

Look Rules::look(const Position& position) {
  Look look;
  look.turn = position.side_to_move();
  look.pos = position.visit([](const auto& board) { return write_position(board); });
  return look;
}

// Empty squares that no side can fill count for neither.
std::optional<Outcome> Rules::outcome(const Position& position) {
  if (!position.is_over()) return std::nullopt;
  const int margin = position.margin();
  if (margin == 0) return Outcome{std::nullopt, "fewest_discs"};
  const Side mover = position.side_to_move();
  return Outcome{margin > 0 ? mover : other(mover), "fewest_discs"};
}

std::string Rules::write_move(const Position& position, Move move) {
  return position.visit([move]<int N>(const PositionOn<N>&) { return antireversi::write_move<N>(move); });
}

std::optional<Move> Rules::read_notation(const Position& position, std::string_view text) {
  const auto move = position.visit([text]<int N>(const PositionOn<N>&) { return read_move<N>(text); });
  return move && position.is_legal(*move) ? move : std::nullopt;
}

std::vector<Notation> Rules::notations(const Position& position, Move move) {
  // As in GGF, the exchange format of the Othello servers.
  if (move == kPass) return {{"ggf", "PA"}};
  std::string text = write_move(position, move);
  text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return {{"ggf", text}};
}

Rejection Rules::why_not(const Position& position, std::string_view text) {
  return position.visit([text]<int N>(const PositionOn<N>& board) -> Rejection {
    const auto move = read_move<N>(text);
    if (!move && looks_like_a_square(text))
      return {"off_board", "The board has the squares a1 to " + last_square<N>() + '.'};
    // Legal, but spelt otherwise than the protocol does: read_notation() would have understood it.
    if (!move || board.is_legal(*move)) return {"syntax", "A move is a square such as d3, or pass."};
    if (*move == kPass) return {"must_move", "Passing is only for a side that cannot flip anything."};
    return why_not_there(board, square_of(*move));
  });
}

}  // namespace engine::antireversi
