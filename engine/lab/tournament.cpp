#include "engine/lab/tournament.h"

#include <algorithm>
#include <array>
#include <utility>

#include "engine/search/parallel.h"

namespace engine::lab {
namespace {

/// Lost by a player rather than on the board.
bool is_failure(const std::string& reason) {
  static constexpr std::array<std::string_view, 6> kFailures = {"illegal_move", "time",     "stalled",
                                                                "crashed",      "protocol", "refused"};
  return std::ranges::find(kFailures, reason) != kFailures.end();
}

/// Who of the two has this side in a game.
std::size_t player_of(Side side, std::size_t number) {
  return (index(side) + number) % 2;
}

/// The work that threads share.
class Schedule {
 public:
  Schedule(const Pairing& pairing, ScoreBook& book, const std::function<bool(const Numbered&)>& heard)
      : pairing_(pairing), book_(book), heard_(heard) {}

  void work(std::stop_source& stop) {
    std::array<std::unique_ptr<Player>, 2> players = {make_player(pairing_.players[0]),
                                                      make_player(pairing_.players[1])};
    while (const auto number = next(stop))
      if (!finish({*number, play(*number, players)})) stop.request_stop();
  }

 private:
  std::optional<std::size_t> next(const std::stop_source& stop) {
    const std::lock_guard lock(mutex_);
    while (next_ < pairing_.games && book_.has(next_)) ++next_;
    if (stop.stop_requested() || next_ >= pairing_.games) return std::nullopt;
    return next_++;
  }

  PlayedGame play(std::size_t number, std::array<std::unique_ptr<Player>, 2>& players) const {
    const Opening& opening = pairing_.opening_of(number);
    const std::size_t first = player_of(Side::first, number), second = 1 - first;
    return play_game(*pairing_.game, opening, *players[first], *players[second],
                     pairing_.players[first].control, pairing_.players[second].control, pairing_.rules);
  }

  /// Whether to go on.
  bool finish(const Numbered& played) {
    const std::lock_guard lock(mutex_);
    book_.add(played);
    return heard_(played);
  }

  const Pairing& pairing_;
  ScoreBook& book_;
  const std::function<bool(const Numbered&)>& heard_;
  std::mutex mutex_;
  std::size_t next_ = 0;
};

}  // namespace

void ScoreBook::add(const Numbered& played) {
  const PlayedGame& game = played.game;
  int half_points = 1;
  if (game.winner) half_points = player_of(*game.winner, played.number) == 0 ? 2 : 0;
  half_points_.at(played.number) = half_points;
  ++(half_points == 2 ? score_.wins : half_points == 1 ? score_.draws : score_.losses);
  const std::size_t partner = played.number ^ 1;
  if (partner < half_points_.size() && has(partner))
    ++score_.pairs.of[static_cast<std::size_t>(half_points + half_points_[partner])];
  score_.moves += game.times_ms.size();
  if (game.winner && is_failure(game.reason))
    ++score_.failures[player_of(other(*game.winner), played.number)];
  for (Side side : {Side::first, Side::second}) {
    int& most = score_.overrun_ms[player_of(side, played.number)];
    most = std::max(most, game.overrun_ms[index(side)]);
  }
}

void play_pairing(const Pairing& pairing, ScoreBook& book, int threads,
                  const std::function<bool(const Numbered&)>& heard) {
  Schedule schedule(pairing, book, heard);
  search::run_on_threads(threads, [&schedule](int, std::stop_source& stop) { schedule.work(stop); });
}

}  // namespace engine::lab
