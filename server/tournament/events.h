#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "server/protocol/time.h"
#include "server/tournament/rules.h"

/// What happens in a tournament. Events are numbered 1, 2, 3, ...; they are only ever added, and made in
/// their order they are the tournament (TournamentState).
namespace server::tournament {

/// Of a player: 1, 2, 3, ... in the order of joining.
using Number = int;
/// Of a simul.
inline constexpr Number kHost = 1;

/// Their words (words.h) are stored: the order may change with that of Change, the words may not.
enum class EventKind : std::uint8_t {
  created,
  joined,
  withdrew,
  came_back,
  asked_bye,
  started,
  paused,
  resumed,
  round_paired,
  game_ended,
  not_played,
  corrected,
  replayed,
  seats_exchanged,
  round_annulled,
  pair_forbidden,
  substituted,
  finished,
  cancelled,
};

// ---- games -----------------------------------------------------------------------------------------------

/// Of what the game ends with: `first` is who began.
/// The last one: lost by both.
enum class Result : std::uint8_t { first, second, draw, nobody };

/// How it came to an end. The discs on a board that was not played out say nothing.
/// By the rules of the game; by resignation, time or agreement; without a game.
enum class Ending : std::uint8_t { on_board, off_board, forfeit };

/// Of one game. Plies and discs are 0 where no game was played.
struct Outcome {
  Result result = Result::draw;
  Ending ending = Ending::on_board;
  int plies = 0;
  std::array<int, 2> discs{};  ///< On the board at the end, of who began and of the other.
  bool operator==(const Outcome&) const = default;
};

/// Never given twice, even if a round is annulled or a game replayed. All from 1.
struct GameId {
  int round = 0;  ///< As they were paired, annulled ones included; of an arena the wave.
  int table = 0;
  int game = 0;
  auto operator<=>(const GameId&) const = default;
};

// ---- pairings --------------------------------------------------------------------------------------------

/// Why these two meet.
enum class Basis : std::uint8_t {
  same_points,   ///< Both had the same points.
  other_points,  ///< No pairing of all was closer.
  berger,        ///< The table of a round robin.
  bracket,       ///< Of a knock-out.
  third_place,
  arena,
  simul,
};

/// Why these colours.
enum class ColourBasis : std::uint8_t {
  first_due,   ///< Who begins had begun less often, or not last.
  second_due,  ///< The other had begun more often, or last.
  both_due,
  rank,   ///< Nothing else decided: by rank and table.
  fixed,  ///< By the table of the format.
};

/// Stored with the pairing, and computed at the same time: players ask why they meet, and the standing of
/// that moment is gone later.
struct Reason {
  Basis basis = Basis::same_points;
  ColourBasis colour = ColourBasis::fixed;
  std::array<int, 2> points{};  ///< Before, of who begins and of the other, in halves.
  /// Gets the same colour for the third time in a row, or in a Swiss three times more often than the other
  /// colour: no pairing of all was without.
  std::array<bool, 2> forced{};
  bool operator==(const Reason&) const = default;
};

/// A table of a round.
struct Pairing {
  Number first = 0;
  Number second = 0;
  Reason reason = {};
  bool operator==(const Pairing&) const = default;
};

/// Who has no table although they are in the tournament. Without any of these a player is absent.
enum class RestKind : std::uint8_t {
  bye,         ///< No opponent was left: points of a win.
  half_bye,    ///< Asked for: points of a draw.
  walkover,    ///< The opponent has withdrawn: points of a win, if their results count.
  free_round,  ///< Of a round robin with an odd number: no points.
};

/// A player without a table in a round, and why.
struct Rest {
  Number player = 0;
  RestKind kind = RestKind::bye;
  Number opponent = 0;  ///< Of a walkover.
  bool operator==(const Rest&) const = default;
};

// ---- events ----------------------------------------------------------------------------------------------

/// The first event, and no other.
struct Created {
  static constexpr EventKind kind = EventKind::created;
  Rules rules;
  bool operator==(const Created&) const = default;
};
/// The first who joins a simul is its host.
struct Joined {
  static constexpr EventKind kind = EventKind::joined;
  std::string user = {};  ///< Id.
  std::string name = {};
  int rating = 0;         ///< 0: none.
  std::uint32_t lot = 0;  ///< Drawn by the server; the lower one goes first.
  bool invited = false;   ///< By the director: not there before they come themselves.
  bool operator==(const Joined&) const = default;
};

/// What happens to one player.
template <EventKind k>
struct OfPlayer {
  static constexpr EventKind kind = k;
  Number player = 0;
  /// Withdrawn by the director, they are kept out; let back, invited. In the event, for Event::by may be
  /// forgotten.
  bool by_director = false;
  bool operator==(const OfPlayer&) const = default;
};
using Withdrew = OfPlayer<EventKind::withdrew>;
using CameBack = OfPlayer<EventKind::came_back>;
using AskedBye = OfPlayer<EventKind::asked_bye>;  ///< For the next round.

/// What happens to the tournament.
template <EventKind k>
struct OfTournament {
  static constexpr EventKind kind = k;
  bool operator==(const OfTournament&) const = default;
};
using Started = OfTournament<EventKind::started>;
using Paused = OfTournament<EventKind::paused>;
using Resumed = OfTournament<EventKind::resumed>;
using RoundAnnulled = OfTournament<EventKind::round_annulled>;  ///< The last one.
using Finished = OfTournament<EventKind::finished>;
using Cancelled = OfTournament<EventKind::cancelled>;

/// Games begin with it: see settle().
struct RoundPaired {
  static constexpr EventKind kind = EventKind::round_paired;
  std::vector<Pairing> tables = {};
  std::vector<Rest> rests = {};
  /// Have asked for a bye and do not get it: no pairing was left with the byes that were asked for.
  std::vector<Number> denied = {};
  bool operator==(const RoundPaired&) const = default;
};
struct GameEnded {
  static constexpr EventKind kind = EventKind::game_ended;
  GameId game = {};
  Outcome outcome = {};
  bool operator==(const GameEnded&) const = default;
};
/// One player or both have not come. Those are away until they come back.
struct NotPlayed {
  static constexpr EventKind kind = EventKind::not_played;
  GameId game;
  std::array<bool, 2> came{};  ///< Who was to begin, and the other.
  bool operator==(const NotPlayed&) const = default;
};
/// The director sets another result.
struct Corrected {
  static constexpr EventKind kind = EventKind::corrected;
  GameId game = {};
  Outcome outcome = {};
  bool operator==(const Corrected&) const = default;
};
/// The game does not count, running or over; another one takes its place.
struct Replayed {
  static constexpr EventKind kind = EventKind::replayed;
  GameId game;
  bool operator==(const Replayed&) const = default;
};
/// The same before its first move; the other one has the seats exchanged.
struct SeatsExchanged {
  static constexpr EventKind kind = EventKind::seats_exchanged;
  GameId game;
  bool operator==(const SeatsExchanged&) const = default;
};
struct PairForbidden {
  static constexpr EventKind kind = EventKind::pair_forbidden;
  Number a = 0;
  Number b = 0;
  bool operator==(const PairForbidden&) const = default;
};
/// Another person goes on in this place.
struct Substituted {
  static constexpr EventKind kind = EventKind::substituted;
  Number player = 0;
  std::string user = {};
  std::string name = {};
  bool invited = false;  ///< As Joined::invited.
  bool operator==(const Substituted&) const = default;
};

/// In the order of EventKind.
using Change = std::variant<Created, Joined, Withdrew, CameBack, AskedBye, Started, Paused, Resumed,
                            RoundPaired, GameEnded, NotPlayed, Corrected, Replayed, SeatsExchanged,
                            RoundAnnulled, PairForbidden, Substituted, Finished, Cancelled>;

/// O(1): the index of the variant.
constexpr EventKind kind_of(const Change& change) {
  return static_cast<EventKind>(change.index());
}

/// `v` has no gaps. A plain value.
struct Event {
  int v = 0;
  TimePoint at{};
  /// User::id of the player or director; of who joins or substitutes that of this player, though the director
  /// may have added them: who is forgotten is found by it. Empty: the server.
  std::string by = {};
  std::string note = {};  ///< Why, in words of the director, for all to see.
  Change change = Created{};
  bool operator==(const Event&) const = default;
};

}  // namespace server::tournament
