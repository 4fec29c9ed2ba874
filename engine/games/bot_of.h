#pragma once

#include <algorithm>
#include <concepts>
#include <iterator>
#include <memory>
#include <ranges>

#include "engine/games/book.h"
#include "engine/games/match_of.h"
#include "engine/search/levels.h"
#include "engine/search/team.h"

namespace engine {

/// The hook of a policy whose game and rule have an opening book.
template <class P>
concept HasBook = requires {
  { P::book() } -> std::same_as<const Book&>;
};

/// A Bot for any game: the search, guided by one policy, and the words to report what it found.
///
/// The policy's Position is made from the rules' Position, which is the same type or holds the same moves.
template <GameRules R, search::Policy P, class Techniques>
  requires std::constructible_from<typename P::Position, const typename R::Position&>
class BotOf final : public Bot {
 public:
  explicit BotOf(const BotOptions& options) : team_(options) {}

  Thought think(const Match& match, const Limits& limits, std::stop_token stop,
                const Progress& progress) override {
    if constexpr (HasBook<P>) {
      const bool may_use_book = limits.book && limits.multipv == 1 && limits.among.empty();
      if (auto known = may_use_book ? P::book().think(match, limits.seed) : std::nullopt) return *known;
    }
    const auto root = root_of(static_cast<const MatchOf<R>&>(match).position());
    const search::Level& level = search::level_of(search::levels_of<P>(), limits.level);
    SplitMix64 random(limits.seed ^
                      root.key());  // The key makes a seed choose differently from move to move.
    const search::Found found =
        search::is_hasty(level, random)
            ? team_.glance(typename P::Position(root), limits, read(root, limits.among))
            : look_ahead(root, search::cap(limits, level), std::move(stop), progress, limits.multipv);
    Thought thought = in_words(root, found, limits.multipv);
    const std::size_t chosen = search::choose(found.lines, level, random);
    thought.best = R::write_move(root, found.lines[chosen].pv.front());
    return thought;
  }

 private:
  /// Rules under which a draw may have moves behind it say how the board is played on: else every move would
  /// be worth a draw, and none better than another.
  static typename R::Position root_of(const typename R::Position& now) {
    if constexpr (requires { R::without_past(now); })
      if (R::outcome(now)) return R::without_past(now);
    return now;
  }

  search::Found look_ahead(const typename R::Position& root, const Limits& limits, std::stop_token stop,
                           const Progress& progress, int lines) {
    const auto report = [&](const search::Found& found) {
      if (progress) progress(in_words(root, found, lines));
    };
    return team_.search(typename P::Position(root), limits, std::move(stop), report,
                        read(root, limits.among));
  }

  static std::vector<Move> read(const typename R::Position& root, const std::vector<std::string>& texts) {
    std::vector<Move> moves;
    if (texts.empty()) return moves;
    MoveList all;
    root.generate(all);
    const auto is_meant = [&](Move move) {
      return std::ranges::find(texts, R::write_move(root, move)) != texts.end();
    };
    std::ranges::copy_if(all, std::back_inserter(moves), is_meant);
    return moves;
  }

  /// A level below the highest may have looked at more lines than were asked for.
  static Thought in_words(const typename R::Position& root, const search::Found& found, int lines) {
    Thought thought;
    for (const search::RootLine& line : found.lines | std::views::take(std::max(lines, 1)))
      thought.lines.push_back(in_words(root, line));
    thought.best = thought.lines.front().pv.front();
    thought.depth = found.depth;
    thought.seldepth = found.seldepth;
    thought.nodes = found.nodes;
    thought.time = found.time;
    thought.hash_permille = found.hash_permille;
    if (found.current != kNoMove) thought.current = R::write_move(root, found.current);
    thought.current_number = found.current_number;
    return thought;
  }

  static Line in_words(typename R::Position position, const search::RootLine& root_line) {
    Line line = search::reading<P>(root_line.score, root_line.proven);
    for (Move move : root_line.pv) {
      line.pv.push_back(R::write_move(position, move));
      position.do_move(move);
    }
    return line;
  }

  search::Team<P, Techniques> team_;
};

/// A Bot for a game whose rule variants have a policy each. It keeps the one in use: a match does not change
/// its rule, so a bot that goes on to another match may start from nothing.
template <class Techniques, GameRules R, search::Policy... Policies>
class BotByRule final : public Bot {
 public:
  explicit BotByRule(const BotOptions& options) : options_(options) {}

  void prepare(const Match& match) override {
    const std::size_t wanted = R::policy_of(static_cast<const MatchOf<R>&>(match).position());
    if (bot_ && wanted == current_) return;
    bot_.reset();  // Two tables at once would be twice the memory that we were given.
    bot_ = kMake.at(wanted)(options_);
    current_ = wanted;
  }

  Thought think(const Match& match, const Limits& limits, std::stop_token stop,
                const Progress& progress) override {
    prepare(match);
    return bot_->think(match, limits, stop, progress);
  }

 private:
  template <class P>
  static std::unique_ptr<Bot> make(const BotOptions& options) {
    return std::make_unique<BotOf<R, P, Techniques>>(options);
  }
  using Make = std::unique_ptr<Bot> (*)(const BotOptions&);
  static constexpr std::array<Make, sizeof...(Policies)> kMake = {&make<Policies>...};

  BotOptions options_;
  std::size_t current_ = 0;
  std::unique_ptr<Bot> bot_;
};

/// A bot for a game with one policy, or with one for each of its rules.
template <class Techniques, GameRules R, search::Policy... Policies>
std::unique_ptr<Bot> make_bot(const BotOptions& options) {
  if constexpr (sizeof...(Policies) == 1)
    return std::make_unique<BotOf<R, Policies..., Techniques>>(options);
  else
    return std::make_unique<BotByRule<Techniques, R, Policies...>>(options);
}

}  // namespace engine
