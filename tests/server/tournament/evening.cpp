#include "tests/server/tournament/evening.h"

#include <algorithm>
#include <cmath>

#include "server/tournament/event_codec.h"
#include "server/tournament/words.h"

namespace server::tournament {

using protocol::word;

// ---- the tournament -------------------------------------------------------------------------------------

Evening::Evening(std::mt19937_64& random, EveningStatistics& statistics)
    : random_(random), statistics_(statistics), hall_(random_rules(random)) {
  ++statistics_.tournaments;
}

Rules Evening::random_rules(std::mt19937_64& random) {
  using enum Format;
  const Format formats[] = {swiss, swiss, swiss, swiss, round_robin, knockout, arena, simul};
  const char* const games[] = {"xiangqi", "gomoku", "antireversi"};
  Rules rules{.game = games[random() % 3], .format = formats[random() % 8]};
  if (rules.format == swiss && random() % 4 == 0) rules.rounds = 3 + static_cast<int>(random() % 8);
  if (rules.game == "antireversi") rules.squares = random() % 2 != 0 ? 64 : 36;
  if (rules.format != arena && rules.format != simul && random() % 4 == 0) rules.legs = 2;
  if (rules.format == simul) rules.host_side = static_cast<HostSide>(random() % 3);
  rules.cycles = random() % 4 == 0 ? 2 : 1;
  rules.third_place = random() % 2 != 0;
  rules.length = std::chrono::hours(1);
  set_default_draws(rules);
  if (random() % 3 == 0) return rules;
  rules.tie_breaks = {TieBreak::opponents, TieBreak::buchholz_cut, TieBreak::sonneborn_berger,
                      TieBreak::direct,    TieBreak::wins,         TieBreak::wins_as_second};
  if (rules.squares > 0) rules.tie_breaks.insert(rules.tie_breaks.end(), {TieBreak::bq, TieBreak::discs});
  std::ranges::shuffle(rules.tie_breaks, random);
  rules.tie_breaks.resize(random() % (rules.tie_breaks.size() + 1));
  if (random() % 4 != 0) rules.tie_breaks.push_back(TieBreak::lot);
  return rules;
}

/// 2 to 128, small ones as often as large ones.
int Evening::random_size() {
  const double share = static_cast<double>(below(1001)) / 1000;
  const int size = static_cast<int>(2 * std::pow(64.0, share));
  return std::min(size, max_players(hall_.state().rules().format));
}

void Evening::join() {
  const std::string name = "P" + std::to_string(++joined_);
  const int rating = once_in(4) ? 0 : 1000 + below(100) * 10;
  Joined joined{.user = name, .name = name, .rating = rating, .lot = static_cast<std::uint32_t>(random_())};
  joined.invited = once_in(20);
  hall_.perform(decide_join(hall_.state(), std::move(joined), hall_.order()));
}

void Evening::substitute() {
  const std::string name = "P" + std::to_string(++joined_);
  Substituted substituted{.player = anybody(), .user = name, .name = name, .invited = once_in(4)};
  hall_.perform(decide_substitute(hall_.state(), std::move(substituted), hall_.order()));
}

void Evening::open() {
  const int size = random_size();
  for (int i = 0; i < size; ++i) join();
  for (int i = below(3); i > 0; --i) happen();
}

void Evening::play() {
  open();
  if (hall_.start()) return note_standings();
  hall_.wait(kFirstWaveAfter);
  while (!testing::Test::HasFailure() && play_round())
    if (once_in(3)) note_standings();
  if (once_in(30)) hall_.perform(decide_cancel(hall_.state(), hall_.order()));
  hall_.wait(std::chrono::hours(1));
  hall_.finish();
  if (once_in(4)) correct_something();
  crash();
}

/// Between rounds, and while games run.
void Evening::happen() {
  const TournamentState& state = hall_.state();
  const Order order = hall_.order();
  switch (below(9)) {
    case 0:
      return join();
    case 1:
      return static_cast<void>(hall_.perform(decide_withdraw(state, anybody(), order)));
    case 2:
    case 3:
    case 4:
    case 5:
      return static_cast<void>(hall_.perform(decide_come_back(state, anybody(), order)));
    case 7:
      return substitute();
    case 6:
      return static_cast<void>(hall_.perform(decide_ask_bye(state, anybody(), order)));
    default:
      return static_cast<void>(hall_.perform(decide_forbid(state, anybody(), anybody(), order)));
  }
}

std::vector<Number> Evening::waiting() {
  std::vector<Number> waiting;
  for (Number n = 1; hall_.state().has(n); ++n)
    if (hall_.state().is_here(n) && !hall_.state().playing().contains(n) && !once_in(10))
      waiting.push_back(n);
  std::ranges::shuffle(waiting, random_);
  waiting_ = waiting.size();
  return waiting;
}

Plan Evening::plan() {
  if (hall_.state().rules().format != Format::arena) return plan_round(hall_.state());
  hall_.wait(std::chrono::minutes(4));
  return plan_wave(hall_.state(), waiting());
}

/// False: there is none.
bool Evening::play_round() {
  for (int i = below(4); i > 0; --i) happen();
  const Plan next = plan();
  const bool is_swiss = hall_.state().rules().format == Format::swiss;
  if (!next.round && is_swiss && hall_.state().rounds_paired() < hall_.state().total_rounds())
    ++statistics_.unfinished;
  if (!next.round) return false;
  check_round(*next.round);
  if (hall_.perform(decide_round(hall_.state(), next, hall_.order()))) return false;
  const auto number = static_cast<int>(hall_.state().rounds().size());
  if (once_in(15) && !hall_.perform(decide_annul_round(hall_.state(), number, false, hall_.order()))) {
    for (const Pairing& table : next.round->tables) met_.erase(pair_of(table.first, table.second));
    for (const Rest& rest : next.round->rests) byes_.erase(rest.player);
    return true;
  }
  play_games();
  return true;
}

void Evening::play_games() {
  for (auto running = hall_.state().running_games(); !running.empty();
       running = hall_.state().running_games()) {
    go_on(running[random_() % running.size()]);
    if (once_in(60)) crash();
    const bool leaves_games = hall_.state().rules().format == Format::arena && once_in(4);
    if (leaves_games) return;
  }
}

void Evening::go_on(GameId game) {
  const TournamentState& state = hall_.state();
  const Order order = hall_.order();
  if (once_in(20)) return happen();
  if (once_in(25)) return static_cast<void>(hall_.perform(decide_exchange_seats(state, game, false, order)));
  if (once_in(25)) return static_cast<void>(hall_.perform(decide_replay(state, game, order)));
  if (once_in(25)) return correct_something();
  if (once_in(15)) {
    const bool first_came = once_in(2);
    hall_.perform(decide_no_show(state, game, {first_came, !first_came && once_in(2)}, order));
    return;
  }
  EXPECT_FALSE(hall_.perform(decide_result(state, game, random_outcome(), order)));
}

Outcome Evening::random_outcome() {
  const Result results[] = {Result::first, Result::first, Result::second, Result::draw};
  Outcome outcome{.result = results[below(4)], .ending = once_in(3) ? Ending::off_board : Ending::on_board};
  outcome.plies = below(100);
  if (const int squares = hall_.state().rules().squares; squares > 0) {
    const int fewer = below(squares / 2);
    const int more = squares / 2 + 1 + below(squares / 2 - fewer);
    outcome.discs = outcome.result == Result::first ? std::array{fewer, more} : std::array{more, fewer};
    if (outcome.result == Result::draw) outcome.discs = {squares / 2, squares / 2};
  }
  return outcome;
}

void Evening::correct_something() {
  const auto rounds = static_cast<int>(hall_.state().rounds().size());
  if (rounds == 0) return;
  const GameId game{.round = below(rounds) + 1, .table = below(4) + 1, .game = below(2) + 1};
  hall_.perform(decide_correct(hall_.state(), game, random_outcome().result, hall_.order()));
}

/// The server is gone, and another one reads the record.
void Evening::crash() {
  ++statistics_.crashes;
  const TournamentState before = hall_.state();
  std::vector<Event> record;
  for (Event event : hall_.events()) {
    const auto change = decode_change(kind_of(event.change), encode_change(event.change));
    ASSERT_TRUE(change);
    event.change = *change;
    record.push_back(std::move(event));
  }
  ASSERT_TRUE(TournamentState::replay(record));
  hall_.restart(std::move(record));
  EXPECT_EQ(hall_.state() == before, true) << "the record is another tournament";
  note_standings();
}

// ---- what has to hold -----------------------------------------------------------------------------------

void Evening::check_round(const RoundPaired& round) {
  if (hall_.state().rules().format == Format::swiss) check_swiss(round);
  if (hall_.state().rules().format == Format::arena) check_arena(round, waiting_);
}

void Evening::check_swiss(const RoundPaired& round) {
  const TournamentState& state = hall_.state();
  std::set<Number> named;
  for (const Pairing& table : round.tables) {
    EXPECT_TRUE(met_.insert(pair_of(table.first, table.second)).second) << "the same two again";
    EXPECT_FALSE(state.is_forbidden(table.first, table.second));
    named.insert({table.first, table.second});
    ++statistics_.pairings;
    statistics_.floats += table.reason.points[0] != table.reason.points[1];
    statistics_.forced += table.reason.forced[0] || table.reason.forced[1];
    if (state.rules().legs != 1) continue;
    for (const bool begins : {true, false}) {
      const auto colours = colours_of(begins ? table.first : table.second);
      const auto same = std::ranges::count(colours, begins);
      const bool third = colours.size() >= 2 && colours.back() == begins && colours.end()[-2] == begins;
      const bool beyond = 2 * same - std::ssize(colours) + 1 > 2;
      EXPECT_EQ(table.reason.forced[begins ? 0 : 1], third || beyond);
    }
  }
  int byes = 0;
  for (const Rest& rest : round.rests) {
    EXPECT_TRUE(named.insert(rest.player).second);
    if (rest.kind != RestKind::bye) continue;
    ++byes;
    EXPECT_TRUE(byes_.insert(rest.player).second) << "a second bye";
  }
  EXPECT_LE(byes, 1);
  for (Number n = 1; state.has(n); ++n) EXPECT_EQ(named.contains(n), state.is_here(n)) << "player " << n;
}

void Evening::check_arena(const RoundPaired& round, std::size_t waiting) {
  const bool are_alone = waiting <= 3 && hall_.state().playing().empty();
  for (const Pairing& table : round.tables) {
    EXPECT_FALSE(hall_.state().playing().contains(table.first) ||
                 hall_.state().playing().contains(table.second));
    for (const bool begins : {true, false}) {
      const Number player = begins ? table.first : table.second;
      const auto colours = colours_of(player);
      const bool is_third = colours.size() >= 2 && colours.back() == begins && colours.end()[-2] == begins;
      EXPECT_FALSE(is_third && !are_alone);
      EXPECT_EQ(table.reason.forced[begins ? 0 : 1], is_third);
      const auto& rounds = hall_.state().rounds();
      const auto last = std::find_if(rounds.rbegin(), rounds.rend(), [&](const Round& r) {
        return std::ranges::any_of(r.tables, [&](const Table& t) { return t.has(player); });
      });
      if (last == rounds.rend() || are_alone) continue;
      const auto seat = std::ranges::find_if(last->tables, [&](const Table& t) { return t.has(player); });
      EXPECT_NE(seat->opponent_of(player), begins ? table.second : table.first) << "the last opponent again";
    }
  }
}

std::vector<bool> Evening::colours_of(Number player) const {
  std::vector<bool> colours;
  for (const Round& round : hall_.state().rounds()) {
    if (round.annulled) continue;
    for (const Table& table : round.tables)
      for (const Game& game : table.games)
        if (table.has(player) && !game.annulled && game.outcome && game.outcome->ending != Ending::forfeit)
          colours.push_back((player == table.first) != game.exchanged);
  }
  return colours;
}

// ---- for the script -------------------------------------------------------------------------------------

/// {"v": the last event, "rows": [[rank, player, points, tie-breaks ...], ...]}
void Evening::note_standings() {
  if (!standings_.empty()) standings_ += ',';
  standings_ += R"({"v":)" + std::to_string(hall_.state().version()) + R"(,"rows":[)";
  for (const Standing& standing : standings_of(hall_.state())) {
    if (standings_.back() != '[') standings_ += ',';
    standings_ += '[' + std::to_string(standing.rank) + ',' + std::to_string(standing.player) + ',' +
                  std::to_string(standing.points);
    for (const std::int64_t value : standing.tie_breaks) standings_ += ',' + std::to_string(value);
    standings_ += ']';
  }
  standings_ += "]}";
}

std::string Evening::report() const {
  std::string text = R"({"events":[)";
  for (const Event& event : hall_.events()) {
    if (text.back() != '[') text += ',';
    text += R"({"v":)" + std::to_string(event.v) + R"(,"kind":")" + std::string(word(kind_of(event.change))) +
            R"(","body":)" + encode_change(event.change) + '}';
  }
  return text + R"(],"standings":[)" + standings_ + "]}\n";
}

}  // namespace server::tournament
