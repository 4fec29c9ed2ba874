#pragma once

#include <array>
#include <span>
#include <string_view>

#include "storage/people.h"

/// Ratings by Glicko-2 (Mark E. Glickman, "Example of the Glicko-2 system", 2012), with the figures that
/// lichess.org plays by: every game is a rating period of its own, and in between a rating grows less certain
/// with the days. Pure: no time of its own, no storage.
namespace server::glicko {

using storage::Millis;
using storage::Standing;

/// Of an account without a game. Figures of lichess.
inline constexpr Standing kStart{.rating = 1500, .deviation = 500, .volatility = 0.09};
/// Less certain ratings are marked as a guess, and stay out of leaderboards.
inline constexpr double kProvisionalDeviation = 110;

/// One game as one of its players sees it.
/// The opponent's standing is that before the game.
struct Score {
  Standing opponent;
  double points = 0;  ///< 1, 0.5 or 0.
};

/// The algorithm of the paper over one rating period that lasts `periods`: 1 there, 0 for one that is over at
/// once. `tau` is how much a volatility may change. Nothing is bounded.
/// Steps 2 to 8 of the paper. O(scores), and some ten iterations for the volatility.
Standing rate_period(const Standing& before, std::span<const Score> scores, double tau, double periods);

/// How uncertain the rating has become by `now`.
/// Unchanged for one without a game, and for a `now` before the last game.
double deviation_at(const Standing& standing, Millis now);
/// By the deviation at `now`: a rating that was sure may become a guess.
bool is_provisional(const Standing& standing, Millis now);

/// Both standings after a game: a storage::RatingFormula.
/// `result` is "first", "second" or anything else for a draw. Both are rated from before the game. Bounds:
/// 400 to 4000, at most 700 up or down a game, deviations 45 to 500, volatility at most 0.1.
std::array<Standing, 2> rate_game(const std::array<Standing, 2>& before, std::string_view result, Millis at);

}  // namespace server::glicko
