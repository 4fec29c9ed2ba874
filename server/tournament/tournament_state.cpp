#include "server/tournament/tournament_state.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <tuple>
#include <utility>

#include "server/tournament/berger.h"
#include "server/tournament/history.h"

namespace server::tournament {
namespace {

/// Who plays in the first round, or is expected there.
/// Away players count: they may have come back by then, and a round robin needs their places.
bool enters(const Player& player) {
  return player.attendance == Attendance::here || player.attendance == Attendance::away;
}

int rounds_of(const Rules& rules, int entrants) {
  switch (rules.format) {
    case Format::round_robin:
      return rules.cycles * berger_rounds(entrants);
    case Format::swiss:
      return rules.rounds > 0 ? rules.rounds : default_rounds(entrants);
    case Format::knockout:
      return std::bit_width(static_cast<unsigned>(entrants - 1));
    case Format::simul:
      return 1;
    case Format::arena:
      return 0;
  }
  return 0;
}

bool may_join_late(Format format) {
  return format == Format::swiss || format == Format::arena;
}

/// Of what is said of a game, and of a player.
template <class Change>
void tell(Ruling& ruling, const Change& change) {
  if constexpr (requires { change.game; }) ruling.game = change.game;
  if constexpr (requires { change.player; }) ruling.player = change.player;
}

}  // namespace

std::optional<TournamentState> TournamentState::begin(const Event& created) {
  const auto* const change = std::get_if<Created>(&created.change);
  if (!change || created.v != 1 || !are_valid(change->rules)) return std::nullopt;
  TournamentState state;
  state.version_ = 1;
  state.apply(*change, created);
  return state;
}

std::optional<TournamentState> TournamentState::replay(std::span<const Event> events) {
  if (events.empty()) return std::nullopt;
  std::optional<TournamentState> state = begin(events.front());
  for (const Event& event : events.subspan(1))
    if (!state || !state->follow(event)) return std::nullopt;
  return state;
}

bool TournamentState::can_follow(const Event& event) const {
  const auto fit = [this](const auto& change) { return fits(change); };
  return event.v == version_ + 1 && std::visit(fit, event.change);
}

bool TournamentState::follow(const Event& event) {
  if (!can_follow(event)) return false;
  version_ = event.v;
  if (!event.note.empty()) note_ruling(event);
  std::visit([&](const auto& change) { apply(change, event); }, event.change);
  return true;
}

void TournamentState::note_ruling(const Event& event) {
  Ruling ruling{.at = event.at, .kind = kind_of(event.change), .note = event.note};
  std::visit([&](const auto& change) { tell(ruling, change); }, event.change);
  if (ruling.kind == EventKind::joined) ruling.player = static_cast<Number>(players_.size()) + 1;
  // Let back by the director: added once more.
  if (ruling.kind == EventKind::came_back) ruling.kind = EventKind::joined;
  if (ruling.kind == EventKind::substituted) ruling.was = player(ruling.player).name;
  if (ruling.kind == EventKind::round_annulled)
    ruling.game.round = static_cast<int>(last_round() - rounds_.data()) + 1;
  rulings_.push_back(std::move(ruling));
}

// ---- what there is --------------------------------------------------------------------------------------

bool TournamentState::may_play(Number number) const {
  const Attendance attendance = player(number).attendance;
  return attendance == Attendance::here || attendance == Attendance::away;
}

Number TournamentState::find(const std::string& user) const {
  const auto found = std::ranges::find(players_, user, &Player::user);
  return found == players_.end() ? 0 : static_cast<Number>(found - players_.begin()) + 1;
}

int TournamentState::rounds_paired() const {
  return static_cast<int>(std::ranges::count(rounds_, false, &Round::annulled));
}

const Round* TournamentState::last_round() const {
  const auto last =
      std::find_if(rounds_.rbegin(), rounds_.rend(), [](const Round& r) { return !r.annulled; });
  return last == rounds_.rend() ? nullptr : &*last;
}

Round* TournamentState::last_round() {
  return const_cast<Round*>(std::as_const(*this).last_round());
}

const Table* TournamentState::find_table(GameId id) const {
  if (id.round < 1 || id.round > static_cast<int>(rounds_.size())) return nullptr;
  const Round& round = rounds_[static_cast<std::size_t>(id.round - 1)];
  if (round.annulled || id.table < 1 || id.table > static_cast<int>(round.tables.size())) return nullptr;
  return &round.tables[static_cast<std::size_t>(id.table - 1)];
}

const Game* TournamentState::find_game(GameId id) const {
  const Table* const table = find_table(id);
  if (!table || id.game < 1 || id.game > static_cast<int>(table->games.size())) return nullptr;
  return &table->games[static_cast<std::size_t>(id.game - 1)];
}

bool TournamentState::has_free_place() const {
  const auto withdrawn = std::ranges::count(players_, Attendance::withdrawn, &Player::attendance);
  return std::ssize(players_) - withdrawn < max_players(rules_.format);
}

std::vector<GameId> TournamentState::running_games() const {
  std::vector<GameId> running;
  GameId id;
  for (const Round& round : rounds_) {
    ++id.round;
    id.table = 0;
    for (const Table& table : round.tables) {
      ++id.table;
      id.game = static_cast<int>(table.games.size());  // The others are over.
      if (!round.annulled && table.games.back().is_running()) running.push_back(id);
    }
  }
  return running;
}

std::set<Number> TournamentState::playing() const {
  std::set<Number> playing;
  for (const GameId id : running_games()) playing.insert({find_table(id)->first, find_table(id)->second});
  return playing;
}

std::set<Pair> TournamentState::pairs_met() const {
  std::set<Pair> met;
  for (const Round& round : rounds_) {
    if (round.annulled) continue;
    for (const Table& table : round.tables) met.insert(pair_of(table.first, table.second));
  }
  return met;
}

bool TournamentState::is_stronger(Number a, Number b) const {
  const auto key = [this](Number n) { return std::tuple(-player(n).rating, player(n).lot, n); };
  return key(a) < key(b);
}

// ---- people ---------------------------------------------------------------------------------------------

bool TournamentState::fits(const Joined& joined) const {
  if (is_over() || (phase_ == Phase::running && !may_join_late(rules_.format))) return false;
  return has_free_place() && players_.size() < static_cast<std::size_t>(max_joined(rules_.format)) &&
         !users_.contains(joined.user);
}

void TournamentState::apply(const Joined& joined, const Event&) {
  players_.push_back({.user = joined.user,
                      .name = joined.name,
                      .rating = joined.rating,
                      .lot = joined.lot,
                      .attendance = joined.invited ? Attendance::invited : Attendance::here,
                      // 0 before the start; see LineKind::late.
                      .missed = rounds_paired(),
                      .came = !joined.invited});
  users_.insert(joined.user);
  removed_.erase(joined.user);
}

bool TournamentState::fits(const Withdrew& withdrew) const {
  if (!has_known_player(withdrew.player)) return false;
  const Player& left = player(withdrew.player);
  // Also of who has left, by the director: they stay away then.
  const bool keeps_out = withdrew.by_director && !is_removed(left.user);
  return keeps_out || left.attendance != Attendance::withdrawn;
}

void TournamentState::apply(const Withdrew& withdrew, const Event& event) {
  at(withdrew.player).attendance = Attendance::withdrawn;
  if (withdrew.by_director) removed_.insert(player(withdrew.player).user);
  if (rules_.format != Format::knockout || !last_round()) return;
  for (Table& table : last_round()->tables) {
    if (!table.has(withdrew.player) || verdict_of(table, rules_)) continue;
    // A knock-out cannot go on without a winner of the table; elsewhere the running game is played to its
    // end.
    table.left = withdrew.player;
    played_at_ = event.at;
    settle(table, rules_);
  }
}

/// A withdrawal from a round robin or a knock-out stands: its games have been given to the others.
bool TournamentState::fits(const CameBack& came) const {
  if (!has_known_player(came.player)) return false;
  const Attendance attendance = player(came.player).attendance;
  const bool may_return = phase_ == Phase::open || may_join_late(rules_.format);
  // Another may have the place.
  if (attendance == Attendance::withdrawn && !has_free_place()) return false;
  const bool is_awaited = attendance == Attendance::away || attendance == Attendance::invited;
  return is_awaited || (attendance == Attendance::withdrawn && may_return);
}

void TournamentState::apply(const CameBack& came, const Event&) {
  Player& player = at(came.player);
  removed_.erase(player.user);
  if (came.by_director) {
    player.attendance = Attendance::invited;
    return;
  }
  ++player.returns;
  player.attendance = Attendance::here;
  player.came = true;
}

bool TournamentState::fits(const AskedBye& asked) const {
  return has_known_player(asked.player) && rules_.format == Format::swiss &&
         player(asked.player).half_bye == 0;
}

void TournamentState::apply(const AskedBye& asked, const Event&) {
  // A number, not a flag: an annulled round is paired anew under the same number, and the wish holds.
  at(asked.player).half_bye = rounds_paired() + 1;
}

/// Who plays ends that first: their room knows them alone. In a simul no other round would be theirs.
bool TournamentState::fits(const Substituted& substituted) const {
  return has_known_player(substituted.player) && !users_.contains(substituted.user) &&
         rules_.format != Format::simul && !playing().contains(substituted.player);
}

void TournamentState::apply(const Substituted& substituted, const Event&) {
  Player& player = at(substituted.player);
  users_.erase(player.user);
  users_.insert(substituted.user);
  removed_.erase(substituted.user);
  player.user = substituted.user;
  player.name = substituted.name;
  player.rating = 0;  // It was the other's.
  player.returns = 0;
  player.attendance = substituted.invited ? Attendance::invited : Attendance::here;
  player.came = !substituted.invited;
}

bool TournamentState::fits(const PairForbidden& forbidden) const {
  return has_known_player(forbidden.a) && has(forbidden.b) && forbidden.a != forbidden.b &&
         forbidden_.size() < kMaxForbidden;
}

void TournamentState::apply(const PairForbidden& forbidden, const Event&) {
  forbidden_.insert(pair_of(forbidden.a, forbidden.b));
}

// ---- rounds ---------------------------------------------------------------------------------------------

void TournamentState::apply(const Created& created, const Event&) {
  rules_ = created.rules;
  if (rules_.tie_breaks.empty()) rules_.tie_breaks = default_tie_breaks(rules_.game, rules_.format);
}

bool TournamentState::fits(const Started&) const {
  const auto entrants = static_cast<std::size_t>(std::ranges::count_if(players_, enters));
  const bool is_simul = rules_.format == Format::simul;
  return phase_ == Phase::open && entrants >= (is_simul ? kMinOpponents + 1 : 2) &&
         (!is_simul || enters(players_.front()));
}

void TournamentState::apply(const Started&, const Event& event) {
  phase_ = Phase::running;
  started_at_ = event.at;
  for (Number n = 1; has(n); ++n)
    if (enters(player(n))) entrants_.push_back(n);
  if (rules_.format == Format::round_robin)
    std::ranges::sort(entrants_, {}, [this](Number n) { return std::pair(player(n).lot, n); });
  else
    std::ranges::sort(entrants_, [this](Number a, Number b) { return is_stronger(a, b); });
  total_rounds_ = rounds_of(rules_, static_cast<int>(entrants_.size()));
}

bool TournamentState::fits(const RoundPaired& paired) const {
  if (phase_ != Phase::running || paused_ || (paired.tables.empty() && paired.rests.empty())) return false;
  const bool is_arena = rules_.format == Format::arena;
  if (!is_arena && (rounds_paired() >= total_rounds_ || !running_games().empty())) return false;
  return fits_round(paired) && (rules_.format != Format::swiss || fits_swiss(paired));
}

/// Each player is named once at most, and is free to play.
bool TournamentState::fits_round(const RoundPaired& paired) const {
  std::set<Number> busy = playing();
  const bool may_repeat = rules_.format == Format::simul;  // Its host sits at every table.
  const auto is_free = [&](Number n) {
    return has(n) && may_play(n) && (busy.insert(n).second || (may_repeat && n == kHost));
  };
  const auto are_free = [&](const Pairing& p) {
    return p.first != p.second && is_free(p.first) && is_free(p.second);
  };
  return std::ranges::all_of(paired.denied, [&](Number n) { return has(n); }) &&
         std::ranges::all_of(paired.tables, are_free) &&
         std::ranges::all_of(paired.rests, [&](const Rest& rest) { return is_free(rest.player); });
}

/// No pair twice, none that the director has forbidden, no second bye.
bool TournamentState::fits_swiss(const RoundPaired& paired) const {
  const std::set<Pair> met = pairs_met();
  const std::vector<History> histories = histories_of(*this);
  return std::ranges::none_of(paired.tables,
                              [&](const Pairing& p) {
                                return met.contains(pair_of(p.first, p.second)) ||
                                       is_forbidden(p.first, p.second);
                              }) &&
         std::ranges::none_of(paired.rests, [&](const Rest& rest) {
           return rest.kind == RestKind::bye && histories[static_cast<std::size_t>(rest.player)].had_bye;
         });
}

void TournamentState::apply(const RoundPaired& paired, const Event& event) {
  // Games begin with the round: settle() adds the first one of each table.
  Round round{.tables = {}, .rests = paired.rests, .denied = paired.denied, .paired_at = event.at};
  // They may ask for another one.
  for (const Number player : paired.denied) at(player).half_bye = 0;
  for (const Pairing& pairing : paired.tables) {
    round.tables.push_back({.first = pairing.first, .second = pairing.second, .reason = pairing.reason});
    settle(round.tables.back(), rules_);
  }
  rounds_.push_back(std::move(round));
  played_at_ = event.at;
}

/// Rounds are annulled only where they have brought nothing yet.
bool TournamentState::fits(const RoundAnnulled&) const {
  if (phase_ != Phase::running || rules_.format == Format::arena || !last_round()) return false;
  return std::ranges::none_of(last_round()->tables, [](const Table& table) {
    return table.left != 0 ||
           std::ranges::any_of(table.games, [](const Game& g) { return g.outcome.has_value(); });
  });
}

void TournamentState::apply(const RoundAnnulled&, const Event&) {
  Round& round = *last_round();
  for (Table& table : round.tables)
    for (Game& game : table.games) game.annulled = true;
  round.annulled = true;
}

}  // namespace server::tournament
