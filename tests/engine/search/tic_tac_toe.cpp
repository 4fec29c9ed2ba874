#include "tests/engine/search/tic_tac_toe.h"

#include "engine/games/game_of.h"

namespace tic_tac_toe {

engine::Expected<Position, engine::Rejection> Rules::read_position(const engine::Setup& setup) {
  const auto refuse = [] { return engine::Unexpected(engine::Rejection{"syntax", "Nine of X, O and -."}); };
  if (!setup.rule.empty() && setup.rule != "standard") return refuse();
  if (setup.pos.empty()) return Position();
  if (setup.pos.size() != kSquares) return refuse();
  unsigned stones[2] = {};
  for (std::size_t i = 0; i < kSquares; ++i) {
    if (setup.pos[i] == 'X')
      stones[0] |= 1u << i;
    else if (setup.pos[i] == 'O')
      stones[1] |= 1u << i;
    else if (setup.pos[i] != '-')
      return refuse();
  }
  const int more = std::popcount(stones[0]) - std::popcount(stones[1]);
  if (more < 0 || more > 1) return refuse();
  return Position::of(stones[0], stones[1]);
}

engine::Look Rules::look(const Position& position) {
  engine::Look look;
  look.turn = position.side_to_move();
  for (int i = 0; i < kSquares; ++i)
    look.pos += position.stones(Side::first) >> i & 1    ? 'X'
                : position.stones(Side::second) >> i & 1 ? 'O'
                                                         : '-';
  return look;
}

constexpr std::string_view kRules[] = {"standard"};
constexpr std::string_view kSides[] = {"cross", "nought"};
constexpr engine::BenchRow kBench[] = {{.rule = "", .pos = "", .moves = "b2 a1", .depth = 7}};

constinit const engine::Game kGame = engine::make_game<Rules, Policy>({
    .id = "tic_tac_toe",
    .name = "Tic-tac-toe",
    .rules = kRules,
    .side_names = kSides,
    .bench = kBench,
});

}  // namespace tic_tac_toe
