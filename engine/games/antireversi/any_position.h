#pragma once

#include <array>
#include <string_view>
#include <variant>

#include "engine/games/antireversi/position.h"

namespace engine::antireversi {

/// The boards that people can choose, by the name of their rule.
inline constexpr std::array<std::string_view, 3> kRuleNames{"standard", "6x6", "4x4"};

// Satisfies search::Position like each PositionOn<N>, so that matches, perft and records need one type. A
// visit costs a branch; the search avoids it by working on PositionOn<N>.

/// A position on any of these boards. The rules speak of it; the search is compiled for each board.
class AnyPosition {
 public:
  AnyPosition() = default;
  template <int N>
  AnyPosition(const PositionOn<N>& position) : on_(position) {}  // NOLINT: a board is a position.
  /// @pre it is on that board
  template <int N>
  operator const PositionOn<N>&() const {  // NOLINT: likewise.
    return std::get<PositionOn<N>>(on_);
  }

  /// Which of kRuleNames.
  std::size_t rule() const { return on_.index(); }
  /// What `ask` says of the PositionOn<N>.
  template <class Ask>
  decltype(auto) visit(const Ask& ask) const {
    return std::visit(ask, on_);
  }

  Side side_to_move() const {
    return visit([](const auto& position) { return position.side_to_move(); });
  }
  Key key() const {
    return visit([](const auto& position) { return position.key(); });
  }
  void generate(MoveList& moves) const {
    visit([&](const auto& position) { position.generate(moves); });
  }
  int count_moves() const {
    return visit([](const auto& position) { return position.count_moves(); });
  }
  void do_move(Move move) {
    std::visit([move](auto& position) { position.do_move(move); }, on_);
  }
  void undo_move() {
    std::visit([](auto& position) { position.undo_move(); }, on_);
  }
  bool is_legal(Move move) const {
    return visit([move](const auto& position) { return position.is_legal(move); });
  }
  bool is_over() const {
    return visit([](const auto& position) { return position.is_over(); });
  }
  /// Opponent's discs less those of the side to move.
  // Colourless like DiscsOn: positive is good for the side to move.
  int margin() const {
    return visit([](const auto& position) { return position.discs().margin(); });
  }
  // As PositionOn: the game ends for lack of moves only.
  std::optional<Score> verdict(int) const { return std::nullopt; }
  Score no_moves(int) const { return result(margin()); }

 private:
  std::variant<PositionOn<8>, PositionOn<6>, PositionOn<4>> on_;  // In the order of kRuleNames.
};

}  // namespace engine::antireversi
