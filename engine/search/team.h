#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/search/parallel.h"
#include "engine/search/searcher.h"

namespace engine::search {

/// Several threads that search the same position over one TT and one SharedState ("lazy SMP"): what one
/// finds spares the others the work. Odd ones start a ply deeper, and what one is searching the others leave
/// for later (AbdadaTable). The first, on the caller's thread, decides when to stop; the answer is the
/// best result (better_result()). One thread alone is deterministic.
template <Policy P>
class Team {
 public:
  using Position = typename P::Position;

  /// Allocates the table, the shared state and what each thread learns into. One call at a time.
  explicit Team(const BotOptions& options) : tt_(options.hash_bytes), shared_(options) {
    for (int i = 0; i < std::max(options.threads, 1); ++i)
      searchers_.push_back(std::make_unique<Member>(tt_, shared_, parameters_of(options.parameters),
                                                    options.threads > 1 ? &abdada_ : nullptr));
  }

  /// See Searcher::search(). `nodes` of the result counts every thread.
  SearchResult search(const Position& root, const Limits& limits, std::stop_token stop,
                      const Progress& progress, std::span<const Move> among = {}) {
    if (limits.fresh) forget();
    // Even where the same position is searched again: entries of the last search age, but stay until they are
    // replaced, so a search of the next move starts with a warm table.
    tt_.next_generation();
    const int threads = static_cast<int>(searchers_.size());
    std::vector<SearchResult> results(searchers_.size());
    run_on_threads(threads, [&](int i, std::stop_source& answered) {
      const auto at = static_cast<std::size_t>(i);
      Member& searcher = *searchers_[at];
      if (i == 0) {
        results[at] = searcher.search(root, share_of(limits), stop, progress, 1, among);
        answered.request_stop();
      } else {
        results[at] =
            searcher.search(root, share_of_others(limits), answered.get_token(), {}, 1 + i % 2, among);
      }
    });
    return answer(results, limits, progress);
  }

  /// See Searcher::static_search().
  SearchResult static_search(const Position& root, const Limits& limits, std::span<const Move> among) {
    if (limits.fresh) forget();
    return searchers_.front()->static_search(root, among);
  }

  /// Empties the table, the shared state and what each thread has learned. Not during a search.
  void forget() {
    tt_.clear();
    shared_.clear();
    for (auto& searcher : searchers_) searcher->forget();
  }

  /// See TranspositionTable::permille_used().
  int permille_used() const { return tt_.permille_used(); }

 private:
  using Member = Searcher<P>;

  /// The first thread's, or the best line of another that got further. Several lines are only compared with
  /// each other within one search, and the depth that was asked for is that of the first thread alone.
  static SearchResult answer(std::vector<SearchResult>& results, const Limits& limits,
                             const Progress& progress) {
    const bool may_be_of_another = limits.multipv <= 1 && !limits.depth;
    SearchResult& first = results.front();
    const SearchResult* best = &first;
    for (const SearchResult& other : results) {
      if (&other != &first) first.nodes += other.nodes;
      if (may_be_of_another && better_result(other, *best)) best = &other;
    }
    // Nodes, time and the share of the table stay those of all threads.
    if (best == &first) return first;
    first.lines = best->lines;
    first.depth = best->depth;
    first.seldepth = best->seldepth;
    if (progress) progress(first);
    return first;
  }

  /// A node limit is for all threads together.
  Limits share_of(Limits limits) const {
    if (limits.nodes) limits.nodes = std::max<std::uint64_t>(1, *limits.nodes / searchers_.size());
    return limits;
  }

  /// The others go on until the first has answered.
  Limits share_of_others(const Limits& limits) const {
    Limits others = share_of({.nodes = limits.nodes});
    others.multipv = limits.multipv;
    others.solvers = limits.solvers;
    return others;
  }

  TranspositionTable tt_;
  AbdadaTable abdada_;
  typename SharedStateOf<P>::Type shared_;
  std::vector<std::unique_ptr<Member>> searchers_;
};

}  // namespace engine::search
