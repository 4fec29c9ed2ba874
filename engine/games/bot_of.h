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

// One thought:
//
//     book                      if asked for, and nothing but one line is wanted
//     blunders()                whether this move is one that the level plays like a beginner
//     static_search(), search() lines, best first
//     in_words()                moves and scores as text
//     choose()                  which line the level plays

/// A Bot for any game: the search, guided by one policy, and the words to report what it found.
///
/// The policy's Position is made from the rules' Position, which is the same type or holds the same moves.
template <GameRules R, search::Policy P>
  requires std::constructible_from<typename P::Position, const typename R::Position&>
class BotOf final : public Bot {
  static_assert(
      !requires { P::book(); } || HasBook<P>, "book() has a wrong signature");

 public:
  explicit BotOf(const BotOptions& options) : team_(options) {}

  Thought think(const Match& match, const Limits& limits, std::stop_token stop,
                const Progress& progress) override {
    if constexpr (HasBook<P>) {
      const bool may_use_book = limits.book && limits.multipv == 1 && limits.among.empty();
      if (auto known = may_use_book ? P::book().think(match, limits.seed) : std::nullopt) {
        // The thoughts that follow count on it.
        if (limits.fresh) team_.forget();
        return *known;
      }
    }
    // The cast is checked by the contract of think(): the match is of the game that made this bot.
    const auto root = root_of(static_cast<const MatchOf<R>&>(match).position());
    const search::Level& level = search::level_of(search::levels_of<P>(), limits.level);
    SplitMix64 random(limits.seed ^
                      root.key());  // The key makes a seed choose differently from move to move.
    const search::SearchResult result =
        search::blunders(level, random)
            ? team_.static_search(typename P::Position(root), limits, read(root, limits.among))
            : look_ahead(root, search::cap(limits, level), std::move(stop), progress, limits.multipv);
    Thought thought = in_words(root, result, limits.multipv);
    // Of all lines of the search, which may be more than the thought tells.
    const std::size_t chosen = search::choose(result.lines, level, random);
    thought.best = R::write_move(root, result.lines[chosen].pv.front());
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

  search::SearchResult look_ahead(const typename R::Position& root, const Limits& limits,
                                  std::stop_token stop, const Progress& progress, int lines) {
    const auto report = [&](const search::SearchResult& result) {
      if (progress) progress(in_words(root, result, lines));
    };
    return team_.search(typename P::Position(root), limits, std::move(stop), report,
                        read(root, limits.among));
  }

  /// Texts that name no legal move are passed over; if all are, every move may be chosen.
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
  static Thought in_words(const typename R::Position& root, const search::SearchResult& result, int lines) {
    Thought thought;
    for (const search::RootLine& line : result.lines | std::views::take(std::max(lines, 1)))
      thought.lines.push_back(in_words(root, line));
    thought.best = thought.lines.front().pv.front();
    thought.depth = result.depth;
    thought.seldepth = result.seldepth;
    thought.nodes = result.nodes;
    thought.time = result.time;
    thought.hash_permille = result.hash_permille;
    if (result.current != kNoMove) thought.current = R::write_move(root, result.current);
    thought.current_number = result.current_number;
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

  search::Team<P> team_;
};

/// A Bot for a game whose rule variants have a policy each. It keeps the one in use: a match does not change
/// its rule, so a bot that goes on to another match may start from nothing.
template <GameRules R, search::Policy... Policies>
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
    return std::make_unique<BotOf<R, P>>(options);
  }
  using Make = std::unique_ptr<Bot> (*)(const BotOptions&);
  static constexpr std::array<Make, sizeof...(Policies)> kMake = {&make<Policies>...};

  BotOptions options_;
  std::size_t current_ = 0;
  std::unique_ptr<Bot> bot_;
};

/// A bot for a game with one policy, or with one for each of its rules.
template <GameRules R, search::Policy... Policies>
std::unique_ptr<Bot> make_bot(const BotOptions& options) {
  if constexpr (sizeof...(Policies) == 1)
    return std::make_unique<BotOf<R, Policies...>>(options);
  else
    return std::make_unique<BotByRule<R, Policies...>>(options);
}

}  // namespace engine
