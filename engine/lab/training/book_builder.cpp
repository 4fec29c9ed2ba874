#include "engine/lab/training/book_builder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <queue>
#include <set>

#include "engine/core/board_point.h"
#include "engine/core/fair_opening.h"

namespace engine::lab {
namespace {

using Moves = std::vector<std::string>;

// The tree is a graph of positions by key. Grown best-first by cost, it follows good moves deep and doubtful
// ones not far.
struct Edge {
  std::string move;
  Score score;  ///< For the side to move.
  std::uint64_t child;
};

/// A position, in the view in which it was first met.
struct Searched {
  Moves moves;                   ///< From the start.
  std::vector<Edge> edges;       ///< In the order of the search.
  std::optional<Score> decided;  ///< What is proven, for the side to move.
};

struct Candidate {
  int cost;
  std::uint64_t order;  ///< Of equal costs the first found comes first.
  Moves moves;
  bool operator>(const Candidate& other) const {
    return std::tie(cost, order) > std::tie(other.cost, other.order);
  }
};

/// Ways to see a board that make no difference to the game: of Gomoku, from the empty board, the eight of a
/// square.
unsigned views_of(const BookSettings& settings) {
  return settings.game->id == "gomoku" && settings.setup.pos.empty() ? kSquareSymmetries : 1;
}

int lines_of(const BookSettings& settings) {
  if (settings.setup.size != 0 || settings.game->sizes.empty()) return settings.setup.size;
  return settings.game->sizes.front();
}

/// The same move in another view of a board of so many lines.
std::string seen(const std::string& move, unsigned view, int lines) {
  if (view == 0) return move;
  return point_name(symmetric(point_named(move), view, lines - 1));
}

class Builder {
 public:
  explicit Builder(const BookSettings& settings)
      : settings_(settings), bot_(settings.game->new_bot({.hash_bytes = settings.hash_bytes})) {}

  void grow(const std::function<void()>& on_progress) {
    candidates_.push({});
    while (searched_.size() < settings_.positions && !candidates_.empty()) {
      const Candidate next = candidates_.top();
      candidates_.pop();
      if (expand(next)) on_progress();
    }
  }

  std::vector<Book::Entry> entries() {
    bring_scores_back();
    std::set<Book::Entry> all;
    for (const auto& [key, position] : searched_) append(all, position);
    return {all.begin(), all.end()};
  }

 private:
  /// False: it is over, or known by another order of moves or in another view.
  bool expand(const Candidate& candidate) {
    const auto match = match_after(candidate.moves, 0);
    if (match->outcome()) return false;
    const auto [place, is_new] =
        searched_.try_emplace(key_of(candidate.moves), Searched{candidate.moves, {}, {}});
    // The cheapest way to it came first: costs only grow along a line.
    if (!is_new) return false;
    // Fresh: what is said of a position does not depend on the order in which they are searched.
    Limits limits{.nodes = settings_.nodes, .multipv = settings_.lines, .fresh = true};
    const std::size_t ply = candidate.moves.size();
    limits.among =
        ply < settings_.first.size() ? Moves{settings_.first[ply]} : unlike_moves(candidate.moves, *match);
    const Thought thought = bot_->think(*match, limits, {}, {});
    // Those of a search that was cut short are not in order.
    const Line& best = *std::ranges::max_element(thought.lines, {}, points_of);
    if (best.kind != ScoreKind::eval) place->second.decided = points_of(best);
    for (const Line& line : thought.lines) {
      if (line.kind != ScoreKind::eval || points_of(best) - line.value > settings_.window) continue;
      const std::string& move = line.pv.front();
      Candidate next = after(candidate, move, best.value - line.value);
      place->second.edges.push_back({move, line.value, key_of(next.moves)});
      candidates_.push(std::move(next));
    }
    return true;
  }

  Candidate after(const Candidate& from, const std::string& move, int given_away) {
    Candidate next{from.cost + given_away + settings_.ply_cost, ++order_, from.moves};
    next.moves.push_back(move);
    return next;
  }

  std::unique_ptr<Match> match_after(const Moves& moves, unsigned view) const {
    auto match = *settings_.game->new_match(settings_.setup);
    for (const std::string& move : moves) (void)match->play(seen(move, view, lines_));
    return match;
  }

  /// The same for every view of the position.
  // The smallest of the keys of all views; Book::key_of() knows boards as text only.
  std::uint64_t key_of(const Moves& moves) const {
    std::uint64_t smallest = Book::key_of(*match_after(moves, 0));
    for (unsigned view = 1; view < views_; ++view)
      smallest = std::min(smallest, Book::key_of(*match_after(moves, view)));
    return smallest;
  }

  /// Of moves that some view of the position makes the same, the one that sorts first; none: all are unlike.
  // From a symmetric position several moves are one: searching one of them leaves more lines for others.
  Moves unlike_moves(const Moves& moves, const Match& match) const {
    std::vector<unsigned> same;
    for (unsigned view = 1; view < views_; ++view)
      if (Book::key_of(*match_after(moves, view)) == Book::key_of(match)) same.push_back(view);
    if (same.empty()) return {};
    Moves unlike = match.legal_moves();
    std::erase_if(unlike, [&](const std::string& move) {
      return std::ranges::any_of(same, [&](unsigned view) { return seen(move, view, lines_) < move; });
    });
    return unlike;
  }

  /// From the last plies to the first; a move back to where the game has been keeps what its search said.
  void bring_scores_back() {
    std::vector<Searched*> by_ply;
    for (auto& [key, position] : searched_) by_ply.push_back(&position);
    std::ranges::stable_sort(by_ply, std::ranges::greater{},
                             [](const Searched* position) { return position->moves.size(); });
    for (Searched* position : by_ply)
      for (Edge& edge : position->edges) {
        const auto child = searched_.find(edge.child);
        if (child != searched_.end() && child->second.moves.size() > position->moves.size())
          edge.score = -score_of(child->second);
      }
  }

  /// @pre it is decided or has a move.
  static Score score_of(const Searched& position) {
    return position.decided ? *position.decided : std::ranges::max(position.edges, {}, &Edge::score).score;
  }

  /// The position in all its views; a win or a loss is left to the search.
  void append(std::set<Book::Entry>& all, const Searched& position) const {
    const Score best = score_of(position);
    if (is_win(best) || is_loss(best)) return;
    for (unsigned view = 0; view < views_; ++view) {
      const auto match = match_after(position.moves, view);
      const Moves legal = match->legal_moves();
      for (const Edge& edge : position.edges) {
        const auto weight = weight_of(edge, best);
        if (weight == 0) continue;
        const auto number = std::ranges::lower_bound(legal, seen(edge.move, view, lines_)) - legal.begin();
        all.insert({Book::key_of(*match), static_cast<std::uint16_t>(number), weight,
                    static_cast<std::int16_t>(edge.score)});
      }
    }
  }

  std::uint16_t weight_of(const Edge& edge, Score best) const {
    constexpr double kWhole = 1'000;
    if (best - edge.score > settings_.window) return 0;
    const double share = std::exp(static_cast<double>(edge.score - best) / settings_.spread);
    return static_cast<std::uint16_t>(std::lround(kWhole * share));
  }

  const BookSettings& settings_;
  const unsigned views_ = views_of(settings_);
  const int lines_ = lines_of(settings_);
  std::unique_ptr<Bot> bot_;
  std::map<std::uint64_t, Searched> searched_;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates_;
  std::uint64_t order_ = 0;
};

}  // namespace

std::vector<Book::Entry> build_book(const BookSettings& settings, const std::function<void()>& on_progress) {
  Builder builder(settings);
  builder.grow(on_progress);
  return builder.entries();
}

std::string header_of(const BookSettings& settings) {
  return nlohmann::json{{"format", "sanqi-book"},    {"version", 1},
                        {"game", settings.game->id}, {"rule", settings.setup.rule},
                        {"first", settings.first},   {"positions", settings.positions},
                        {"nodes", settings.nodes},   {"lines", settings.lines},
                        {"window", settings.window}, {"ply_cost", settings.ply_cost},
                        {"spread", settings.spread}}
      .dump();
}

}  // namespace engine::lab
