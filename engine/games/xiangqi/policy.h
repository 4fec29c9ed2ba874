#pragma once

#include <optional>

#include "engine/games/book.h"
#include "engine/games/xiangqi/levels.h"
#include "engine/games/xiangqi/mate_search.h"
#include "engine/games/xiangqi/network_evaluator.h"
#include "engine/games/xiangqi/position.h"
#include "engine/games/xiangqi/quiet_order.h"
#include "engine/search/policy.h"

namespace engine::xiangqi {

/// What the search must know of Xiangqi to play it well; see search::Policy and its hooks.
class Policy {
 public:
  using Position = xiangqi::Position;

  // Hooks of the search; search/policy.h tells what each promises. Stateless but for the mate search and the
  // cache of the network.

  /// What judges: the network, where there is one and it is wanted, else evaluate() of evaluation.h.
  struct SharedState {
    explicit SharedState(const BotOptions& options) : network(options.network ? own_network() : nullptr) {}
    void clear() {}
    const Network* network;
  };
  explicit Policy(const SharedState& shared) {
    if (shared.network) evaluator_.emplace(*shared.network);
  }
  Policy() : Policy(SharedState({})) {}

  static const search::LevelTable& levels() { return kLevels; }
  static const Book& book();

  /// In centipawns for the side to move. Not cached here: the search keeps it in the TT.
  Score evaluate(const Position& position);

  // Captures are noisy, and lose by static exchange evaluation.
  void generate_noisy(const Position& position, MoveList& moves) { position.generate_captures(moves); }
  void generate_quiet(const Position& position, MoveList& moves) { position.generate_quiet(moves); }
  bool is_legal(const Position& position, Move move) { return position.is_legal(move); }
  bool is_noisy(const Position& position, Move move) {
    return position.board().at(to_of(move)) != Piece::none;
  }
  /// MVV-LVA.
  std::int32_t noisy_score(const Position& position, Move move);
  /// @pre the move is a capture that is legal
  bool see_loses(const Position& position, Move move);
  using QuietOrder = xiangqi::QuietOrder;

  /// The piece and where it goes.
  // 1,260: the continuation history has 1,261 rows of them, 3.2 MB a thread.
  static constexpr std::size_t kMoveIndices = 2 * kPieceTypes * kSquares;
  /// @pre a piece stands where the move begins
  static std::size_t move_index(const Position& position, Move move) {
    const Piece piece = position.board().at(from_of(move));
    const std::size_t code = index(side_of(piece)) * kPieceTypes + index(type_of(piece));
    return code * kSquares + static_cast<std::size_t>(to_of(move));
  }

  /// As SEE counts pieces, not as the evaluation does; delta pruning adds a margin for the difference.
  Score capture_value(const Position& position, Move move);

  /// A check is looked at one ply deeper.
  int extension(const Position& position, Move move, const search::Node& node);
  bool under_threat(const Position& position) { return position.in_check(); }

  /// Centipawns a ply. Guessed, not tuned by games.
  search::Margins margins() const { return {.futility = 100, .reverse_futility = 80, .razoring = 250}; }

  /// Not with little left, where having to move may be the trouble.
  // Stalemate is a loss in Xiangqi, so zugzwang is real in endings of few pieces.
  bool may_try_null_move(const Position& position);

  /// Mates that begin quietly, or that pruning hides from a side far ahead; at the root alone.
  std::optional<search::Solved> solve(Position& position, const search::Node& node) {
    if (node.ply > 0) return std::nullopt;
    return mate_at_root(position, node);
  }

 private:
  std::optional<search::Solved> mate_at_root(Position& position, const search::Node& node);

  MateSearch mates_;
  std::optional<NetworkEvaluator> evaluator_;
};

}  // namespace engine::xiangqi
