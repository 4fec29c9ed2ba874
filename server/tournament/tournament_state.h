#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "server/tournament/events.h"
#include "server/tournament/tables.h"

namespace server::tournament {

/// Set by events of the player, of the director, and of games that did not begin.
enum class Attendance : std::uint8_t {
  here,
  away,  ///< Has not come to a game: not paired until back.
  withdrawn,
  invited,  ///< Added by the director: has no part in it before they come themselves.
};

/// Numbered by their order of joining. Nothing is removed: a place stays.
struct Player {
  std::string user;
  std::string name;
  int rating = 0;
  std::uint32_t lot = 0;
  Attendance attendance = Attendance::here;
  int missed = 0;    ///< Rounds that were paired before the player joined.
  int half_bye = 0;  ///< The number of the round that they asked to rest in; 0: none, or it was denied.
  int returns = 0;   ///< How often they have come back.
  bool came = true;  ///< By themselves, be it once: false of who was only invited into the place.
  bool operator==(const Player&) const = default;
};

/// Numbered from 1 as they were paired. Annulled ones keep their number.
struct Round {
  std::vector<Table> tables;
  std::vector<Rest> rests;
  std::vector<Number> denied;  ///< Had asked for a bye: see RoundPaired.
  TimePoint paired_at{};
  bool annulled = false;
  bool operator==(const Round&) const = default;
};

/// open: players join. finished and cancelled are final, but for corrections of results after the former.
enum class Phase : std::uint8_t { open, running, finished, cancelled };

/// What the director has decided and given a reason for: told to all.
struct Ruling {
  TimePoint at{};
  EventKind kind = EventKind::corrected;
  std::string note;
  GameId game = {};      ///< Of a round that is annulled: its number alone.
  Number player = 0;     ///< Who was added or substituted; 0: it is of none.
  std::string was = {};  ///< The name of who was substituted.
  bool operator==(const Ruling&) const = default;
};

using Pair = std::pair<Number, Number>;
/// In one order, whichever is named first.
constexpr Pair pair_of(Number a, Number b) {
  return a < b ? Pair{a, b} : Pair{b, a};
}

/// A tournament as its events make it: no clock, no chance, no input but events, so that replaying them gives
/// this very state again, and each prefix of them is a tournament that can go on. What may happen is judged
/// in decisions.h, who meets whom is chosen in plan.h, who leads is computed in standings.h; here is only
/// judged whether an event can follow the others at all.
/// A plain value, copied for each step. One thread at a time; no function blocks.
class TournamentState {
 public:
  /// None if the event is not Created, numbered 1, with rules that are valid.
  static std::optional<TournamentState> begin(const Event& created);
  /// None if the events do not make a tournament.
  static std::optional<TournamentState> replay(std::span<const Event> events);

  /// Cheap, but for `round_paired` (O(players * rounds)).
  bool can_follow(const Event& event) const;
  /// The next event. False, and nothing has changed, if it cannot follow the others.
  [[nodiscard]] bool follow(const Event& event);

  /// Event::v of the last event.
  int version() const { return version_; }
  const Rules& rules() const { return rules_; }
  Phase phase() const { return phase_; }
  bool is_paused() const { return paused_; }
  int pauses() const { return pauses_; }  ///< Until now.
  bool is_over() const { return phase_ == Phase::finished || phase_ == Phase::cancelled; }
  TimePoint started_at() const { return started_at_; }
  /// When a round began, or a game ended or was corrected last, before the end of the tournament; what else
  /// happens meanwhile does not matter.
  TimePoint played_at() const { return played_at_; }
  /// The last time; of one that was never paused the clock's zero.
  TimePoint resumed_at() const { return resumed_at_; }

  /// Number 1 is at index 0.
  const std::vector<Player>& players() const { return players_; }
  /// @pre has(number)
  const Player& player(Number number) const { return players_[static_cast<std::size_t>(number - 1)]; }
  bool has(Number number) const { return 1 <= number && number <= static_cast<Number>(players_.size()); }
  Number find(const std::string& user) const;  ///< 0: has not joined.
  /// Or one that a withdrawn player has left.
  bool has_free_place() const;
  /// Withdrawn by the director, who has not let them back: kept out in whichever place.
  bool is_removed(const std::string& user) const { return removed_.contains(user); }
  /// @pre has(number)
  bool is_here(Number number) const { return player(number).attendance == Attendance::here; }
  bool is_forbidden(Number a, Number b) const { return forbidden_.contains(pair_of(a, b)); }
  /// May be named in a pairing. @pre has(number)
  bool may_play(Number number) const;
  /// Oldest first.
  const std::vector<Ruling>& rulings() const { return rulings_; }

  /// Those who were there at the start: of a round robin by lot, else the strongest first.
  const std::vector<Number>& entrants() const { return entrants_; }
  /// How many there are to be; of an arena 0.
  int total_rounds() const { return total_rounds_; }
  /// As they were paired, annulled ones included.
  const std::vector<Round>& rounds() const { return rounds_; }
  /// How many count.
  int rounds_paired() const;
  /// The last that counts, or null.
  const Round* last_round() const;

  /// Null if there is none.
  const Table* find_table(GameId id) const;
  const Game* find_game(GameId id) const;
  /// In the order of rounds and tables.
  std::vector<GameId> running_games() const;
  /// Who sits at a table that is not decided.
  std::set<Number> playing() const;
  /// All tables that count, by pairs.
  std::set<Pair> pairs_met() const;

  /// By strength: the higher rating first, then the lower lot.
  /// A strict order: numbers decide between equal lots.
  bool is_stronger(Number a, Number b) const;

  bool operator==(const TournamentState&) const = default;

 private:
  TournamentState() = default;

  bool fits(const Created&) const { return false; }
  bool fits(const Joined& joined) const;
  bool fits(const Withdrew& withdrew) const;
  bool fits(const CameBack& came) const;
  bool fits(const AskedBye& asked) const;
  bool fits(const Started&) const;
  bool fits(const Paused&) const { return phase_ == Phase::running && !paused_; }
  bool fits(const Resumed&) const { return phase_ == Phase::running && paused_; }
  bool fits(const RoundPaired& paired) const;
  bool fits(const GameEnded& ended) const;
  bool fits(const NotPlayed& missed) const;
  bool fits(const Corrected& corrected) const;
  bool fits(const Replayed& replayed) const;
  bool fits(const SeatsExchanged& exchanged) const;
  bool fits(const RoundAnnulled&) const;
  bool fits(const PairForbidden& forbidden) const;
  bool fits(const Substituted& substituted) const;
  bool fits(const Finished&) const { return phase_ == Phase::running && running_games().empty(); }
  bool fits(const Cancelled&) const { return !is_over(); }

  void apply(const Created& created, const Event& event);
  void apply(const Joined& joined, const Event& event);
  void apply(const Withdrew& withdrew, const Event& event);
  void apply(const CameBack& came, const Event&);
  void apply(const AskedBye& asked, const Event& event);
  void apply(const Started&, const Event& event);
  void apply(const Paused&, const Event&) { paused_ = true, ++pauses_; }
  void apply(const Resumed&, const Event& event) { paused_ = false, resumed_at_ = event.at; }
  void apply(const RoundPaired& paired, const Event& event);
  void apply(const GameEnded& ended, const Event& event);
  void apply(const NotPlayed& missed, const Event& event);
  void apply(const Corrected& corrected, const Event& event);
  void apply(const Replayed& replayed, const Event& event);
  void apply(const SeatsExchanged& exchanged, const Event& event);
  void apply(const RoundAnnulled&, const Event& event);
  void apply(const PairForbidden& forbidden, const Event& event);
  void apply(const Substituted& substituted, const Event& event);
  void apply(const Finished&, const Event&) { phase_ = Phase::finished; }
  void apply(const Cancelled&, const Event&) { phase_ = Phase::cancelled; }

  /// Before the event is applied.
  void note_ruling(const Event& event);
  bool has_known_player(Number number) const { return !is_over() && has(number); }
  bool fits_round(const RoundPaired& paired) const;
  bool fits_swiss(const RoundPaired& paired) const;
  Round* last_round();
  bool is_current(GameId id) const;
  bool is_running(GameId id) const;
  Player& at(Number number) { return players_[static_cast<std::size_t>(number - 1)]; }
  Table& table_at(GameId id);
  Game& game_at(GameId id);
  void end(GameId id, const Outcome& outcome, const Event& event);

  int version_ = 0;
  Rules rules_;
  Phase phase_ = Phase::open;
  bool paused_ = false;
  int pauses_ = 0;
  TimePoint started_at_{};
  TimePoint played_at_{};
  TimePoint resumed_at_{};
  std::vector<Player> players_;
  std::set<std::string> users_;
  std::set<std::string> removed_;
  std::set<Pair> forbidden_;
  std::vector<Number> entrants_;
  int total_rounds_ = 0;
  std::vector<Round> rounds_;
  std::vector<Ruling> rulings_;
};

/// Pairs that a director forbids.
inline constexpr std::size_t kMaxForbidden = 2048;
/// Of its opponents a simul needs so many, or it is an ordinary game.
inline constexpr std::size_t kMinOpponents = 2;

}  // namespace server::tournament
