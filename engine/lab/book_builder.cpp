#include "engine/lab/book_builder.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <queue>

namespace engine::lab {
namespace {

struct Edge {
  std::uint16_t number;  ///< Of the move among the sorted legal ones.
  int score;             ///< For who moves.
  std::uint64_t child;
};

struct Searched {
  std::size_t ply;
  std::vector<Edge> edges;  ///< Best first as they were searched.
};

struct Candidate {
  int cost;
  std::uint64_t order;  ///< Of equal costs the first found comes first.
  std::vector<std::string> moves;
  bool operator>(const Candidate& other) const {
    return std::tie(cost, order) > std::tie(other.cost, other.order);
  }
};

class Builder {
 public:
  explicit Builder(const BookSettings& settings)
      : settings_(settings), bot_(settings.game->new_bot({.hash_bytes = settings.hash_bytes})) {}

  void grow(const std::function<void()>& heard) {
    candidates_.push({});
    while (searched_.size() < settings_.positions && !candidates_.empty()) {
      const Candidate next = candidates_.top();
      candidates_.pop();
      if (expand(next)) heard();
    }
  }

  std::vector<Book::Entry> entries() {
    bring_scores_back();
    std::vector<Book::Entry> all;
    for (const auto& [key, position] : searched_) append(all, key, position);
    return all;
  }

 private:
  /// False: it is over, or known by another order of moves.
  bool expand(const Candidate& candidate) {
    const auto match = *settings_.game->new_match(settings_.setup);
    for (const std::string& move : candidate.moves) (void)match->play(move);
    if (match->outcome()) return false;
    const auto [place, is_new] =
        searched_.try_emplace(Book::key_of(*match), Searched{candidate.moves.size(), {}});
    if (!is_new) return false;
    const Thought thought =
        bot_->think(*match, {.nodes = settings_.nodes, .multipv = settings_.lines, .fresh = true}, {}, {});
    const std::vector<std::string> legal = match->legal_moves();
    const int best = thought.lines.front().value;
    for (const Line& line : thought.lines) {
      if (line.kind != ScoreKind::eval || best - line.value > settings_.window) continue;
      const std::string& move = line.pv.front();
      const auto after = match->clone();
      (void)after->play(move);
      const auto number = static_cast<std::uint16_t>(std::ranges::lower_bound(legal, move) - legal.begin());
      place->second.edges.push_back({number, line.value, Book::key_of(*after)});
      push(candidate, move, best - line.value);
    }
    return true;
  }

  void push(const Candidate& from, const std::string& move, int given_away) {
    Candidate next{from.cost + given_away + settings_.ply_cost, ++order_, from.moves};
    next.moves.push_back(move);
    candidates_.push(std::move(next));
  }

  /// From the last plies to the first; a move back to where the game has been keeps what its search said.
  void bring_scores_back() {
    std::vector<Searched*> by_ply;
    for (auto& [key, position] : searched_) by_ply.push_back(&position);
    std::ranges::stable_sort(by_ply, std::ranges::greater{}, &Searched::ply);
    for (Searched* position : by_ply) {
      for (Edge& edge : position->edges) {
        const auto child = searched_.find(edge.child);
        if (child == searched_.end() || child->second.ply <= position->ply || child->second.edges.empty())
          continue;
        edge.score = -std::ranges::max(child->second.edges, {}, &Edge::score).score;
      }
    }
  }

  void append(std::vector<Book::Entry>& all, std::uint64_t key, const Searched& position) const {
    if (position.edges.empty()) return;
    constexpr double kWhole = 1'000;
    const int best = std::ranges::max(position.edges, {}, &Edge::score).score;
    for (const Edge& edge : position.edges) {
      const double share = std::exp(static_cast<double>(edge.score - best) / settings_.spread);
      const auto weight = static_cast<std::uint16_t>(std::lround(kWhole * share));
      if (weight == 0 || best - edge.score > settings_.window) continue;
      const auto score = static_cast<std::int16_t>(std::clamp(edge.score, -32'767, 32'767));
      all.push_back({key, edge.number, weight, score});
    }
  }

  const BookSettings& settings_;
  std::unique_ptr<Bot> bot_;
  std::map<std::uint64_t, Searched> searched_;
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates_;
  std::uint64_t order_ = 0;
};

}  // namespace

std::vector<Book::Entry> build_book(const BookSettings& settings, const std::function<void()>& heard) {
  Builder builder(settings);
  builder.grow(heard);
  return builder.entries();
}

std::string header_of(const BookSettings& settings) {
  return nlohmann::json{{"format", "sanqi-book"},          {"version", 1},
                        {"game", settings.game->id},       {"rule", settings.setup.rule},
                        {"positions", settings.positions}, {"nodes", settings.nodes},
                        {"lines", settings.lines},         {"window", settings.window},
                        {"ply_cost", settings.ply_cost},   {"spread", settings.spread}}
      .dump();
}

}  // namespace engine::lab
