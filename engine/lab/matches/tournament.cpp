#include "engine/lab/matches/tournament.h"

#include <algorithm>
#include <array>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/search/parallel.h"

namespace engine::lab {
namespace {

/// Lost by a player rather than on the board.
// Kept apart in the score: a match with failures tests the set-up, not the players.
bool is_failure(const std::string& reason) {
  static constexpr std::array<std::string_view, 6> kFailures = {"illegal_move", "time",     "stalled",
                                                                "crashed",      "protocol", "refused"};
  return std::ranges::find(kFailures, reason) != kFailures.end();
}

/// Which of the two players has this side in a game.
std::size_t player_of(Side side, std::size_t number) {
  return (index(side) + number) % 2;
}

void refuse_repeats(const Pairing& pairing) {
  const std::size_t pairs = pairing.games / 2, openings = pairing.openings.size();
  if (pairs <= openings || !std::ranges::all_of(pairing.players, answers_alike)) return;
  throw std::invalid_argument(std::to_string(pairs) + " pairs of games have " + std::to_string(openings) +
                              " openings, and without a clock equal openings give equal games: more openings "
                              "(--openings, --random) or fewer games");
}

/// The work that threads share.
// Players are made by the thread that uses them, since a Player and its process are one thread's own.
class Schedule {
 public:
  Schedule(const Pairing& pairing, ScoreBook& book,
           const std::function<bool(const NumberedGame&)>& on_progress)
      : pairing_(pairing), book_(book), on_progress_(on_progress) {}

  void work(std::stop_source& stop) {
    std::array<std::unique_ptr<Player>, 2> players = {make_player(pairing_.players[0]),
                                                      make_player(pairing_.players[1])};
    while (const auto number = next(stop)) {
      const NumberedGame played{*number, play(*number, players)};
      check_start(played);
      if (!finish(played)) stop.request_stop();
    }
  }

 private:
  std::optional<std::size_t> next(const std::stop_source& stop) {
    const std::lock_guard lock(mutex_);
    // In order, so that pairs are complete early and the SPRT sees them.
    while (next_ < pairing_.games && book_.has(next_)) ++next_;
    if (stop.stop_requested() || next_ >= pairing_.games) return std::nullopt;
    return next_++;
  }

  GameRecord play(std::size_t number, std::array<std::unique_ptr<Player>, 2>& players) const {
    const Opening& opening = pairing_.opening_of(number);
    const std::size_t first = player_of(Side::first, number), second = 1 - first;
    return play_game(*pairing_.game, opening, *players[first], *players[second],
                     pairing_.players[first].control, pairing_.players[second].control, pairing_.rules);
  }

  /// Once a player was ready for a game it loses by what fails later.
  void check_start(const NumberedGame& played) {
    const std::lock_guard lock(mutex_);
    if (played.game.has_begun) {
      has_started_ = {true, true};
      return;
    }
    const std::size_t failed = player_of(other(*played.game.winner), played.number);
    if (!has_started_[failed])
      throw std::runtime_error(pairing_.players[failed].name + " does not start: " + played.game.note);
  }

  /// Whether to go on.
  bool finish(const NumberedGame& played) {
    const std::lock_guard lock(mutex_);
    book_.add(played);
    return on_progress_(played);
  }

  const Pairing& pairing_;
  ScoreBook& book_;
  const std::function<bool(const NumberedGame&)>& on_progress_;
  std::mutex mutex_;
  std::size_t next_ = 0;
  std::array<bool, 2> has_started_{};  // By player, on any thread.
};

}  // namespace

ScoreBook::ScoreBook(const Pairing& pairing)
    : half_points_(pairing.games, kNotPlayed), hashes_(pairing.games) {
  for (const Opening& opening : pairing.openings) {
    const auto match = *pairing.game->new_match(opening.setup);
    for (const std::string& move : opening.moves) (void)match->play(move);
    opening_moves_.push_back(opening.moves.size());
    // Rule and position: the same stones under another rule are another start.
    starts_.push_back(opening.setup.rule + ' ' + match->look().pos);
  }
}

/// Of the position after the opening, for several ways lead to one, the moves from there, and the result.
std::size_t ScoreBook::hash_of(const NumberedGame& played) const {
  const std::size_t opening = played.number / 2 % starts_.size();
  std::string text = starts_[opening];
  const auto& moves = played.game.moves;
  for (std::size_t i = opening_moves_[opening]; i < moves.size(); ++i) text += ' ' + moves[i];
  if (played.game.winner) text += *played.game.winner == Side::first ? '1' : '2';
  return std::hash<std::string>{}(text);
}

void ScoreBook::add(const NumberedGame& played) {
  const GameRecord& game = played.game;
  int half_points = 1;
  if (game.winner) half_points = player_of(*game.winner, played.number) == 0 ? 2 : 0;
  half_points_.at(played.number) = half_points;
  hashes_[played.number] = hash_of(played);
  ++(half_points == 2 ? score_.wins : half_points == 1 ? score_.draws : score_.losses);
  // 2k and 2k + 1. The pair counts when its second game, whichever it is, comes in.
  const std::size_t partner = played.number ^ 1;
  if (partner < half_points_.size() && has(partner)) add_pair(std::min(played.number, partner));
  score_.moves += game.times_ms.size();
  if (game.winner && is_failure(game.reason))
    ++score_.failures[player_of(other(*game.winner), played.number)];
  for (Side side : {Side::first, Side::second}) {
    int& max = score_.overrun_ms[player_of(side, played.number)];
    max = std::max(max, game.overrun_ms[index(side)]);
  }
}

void ScoreBook::add_pair(std::size_t even) {
  if (pairs_.emplace(hashes_[even], hashes_[even + 1]).second)
    ++score_.pairs.of[static_cast<std::size_t>(half_points_[even] + half_points_[even + 1])];
  else
    ++score_.repeated_pairs;
}

void play_pairing(const Pairing& pairing, ScoreBook& book, int threads,
                  const std::function<bool(const NumberedGame&)>& on_progress) {
  refuse_repeats(pairing);
  Schedule schedule(pairing, book, on_progress);
  search::run_on_threads(threads, [&schedule](int, std::stop_source& stop) { schedule.work(stop); });
}

}  // namespace engine::lab
