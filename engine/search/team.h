#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/search/parallel.h"
#include "engine/search/searcher.h"

namespace engine::search {

/// Several threads that search the same position over one table and one knowledge ("lazy SMP"): what one
/// finds spares the others the work, and their differences come from timing and from odd ones starting a ply
/// deeper. The first, on the caller's thread, gives the answer; with it alone a search is deterministic.
template <Policy P, class Techniques = EveryTechnique>
class Team {
 public:
  using Position = typename P::Position;

  explicit Team(const BotOptions& options) : table_(options.hash_bytes), knowledge_(options) {
    Techniques techniques;
    if constexpr (requires { techniques.last; }) techniques.last = options.technique;
    for (int i = 0; i < std::max(options.threads, 1); ++i)
      searchers_.push_back(
          std::make_unique<Member>(table_, knowledge_, techniques, parameters_of(options.parameters)));
  }

  /// See Searcher::search(). `nodes` of the result counts every thread.
  Found search(const Position& root, const Limits& limits, std::stop_token stop, const Progress& progress,
               std::span<const Move> among = {}) {
    if (limits.fresh) forget();
    table_.next_generation();
    const int threads = static_cast<int>(searchers_.size());
    std::vector<std::uint64_t> nodes(searchers_.size());
    std::stop_source answered;
    Found found;
    run_on_threads(threads, [&](int i) {
      Member& searcher = *searchers_[static_cast<std::size_t>(i)];
      if (i == 0) {
        found = searcher.search(root, share_of(limits), stop, progress, 1, among);
        answered.request_stop();
      } else {
        nodes[static_cast<std::size_t>(i)] =
            searcher.search(root, share_of_others(limits), answered.get_token(), {}, 1 + i % 2, among).nodes;
      }
    });
    for (std::uint64_t n : nodes) found.nodes += n;
    return found;
  }

  /// See Searcher::glance().
  Found glance(const Position& root, const Limits& limits, std::span<const Move> among) {
    if (limits.fresh) forget();
    return searchers_.front()->glance(root, among);
  }

  void forget() {
    table_.clear();
    knowledge_.clear();
    for (auto& searcher : searchers_) searcher->forget();
  }

  int permille_used() const { return table_.permille_used(); }

 private:
  using Member = Searcher<P, Techniques>;

  /// A node limit is for all threads together.
  Limits share_of(Limits limits) const {
    if (limits.nodes) limits.nodes = std::max<std::uint64_t>(1, *limits.nodes / searchers_.size());
    return limits;
  }

  /// The others go on until the first has answered.
  Limits share_of_others(const Limits& limits) const {
    Limits others = share_of({.nodes = limits.nodes});
    others.multipv = limits.multipv;
    return others;
  }

  Table table_;
  typename KnowledgeOf<P>::Type knowledge_;
  std::vector<std::unique_ptr<Member>> searchers_;
};

}  // namespace engine::search
