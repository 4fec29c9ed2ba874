// Games as they come, a thousand of them in `scripts/test slow`: all games and rules, played at random by
// people who leave, return, take back, offer, claim, pause and flag, on disks that fail and servers that are
// killed. Whatever happened, the record is the game.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <ranges>
#include <vector>

#include "engine/games/registry.h"
#include "server/identity/glicko.h"
#include "server/match/opening.h"
#include "server/protocol/codec.h"
#include "storage/open_store.h"
#include "tests/seed.h"
#include "tests/server/room/simulated_room.h"
#include "tests/storage/temporary_folder.h"
#include "tests/thorough.h"

namespace server {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;

constexpr int kGames = 1'000;
constexpr int kOnDiskEvery = 25;  // The rest are kept in memory: a real disk makes the test slow.
constexpr TimePoint kStart{std::chrono::milliseconds(1'700'000'000'000)};

storage::Seat seat(const std::string& name, int level) {
  storage::Seat seat;
  seat.name = level > 0 ? "Bot" : name;
  seat.level = level;
  if (level == 0) seat.user = "g_" + name;
  if (level == 0 && name == "Lin") seat.token_hash = "hash";
  return seat;
}

storage::Game random_game(const engine::Game& game, int number, engine::SplitMix64& random) {
  static const TimeControl kTimes[] = {
      {},
      {.initial = minutes(5), .increment = seconds(3)},
      {.initial = seconds(40)},
      {.increment = seconds(2)},
      {.initial = minutes(1), .byoyomi = seconds(10), .periods = 3},
      {.initial = minutes(10), .byoyomi = seconds(30), .periods = 1, .per_move = minutes(1)},
      {.per_move = seconds(30)},
      {.days = 2},
  };
  storage::Game header;
  header.id = "game" + std::to_string(number);
  header.code = "C" + std::to_string(number);
  header.game = game.id;
  header.rule = game.rules[random.below(static_cast<std::uint32_t>(game.rules.size()))];
  if (!game.sizes.empty())
    header.size = game.sizes[random.below(static_cast<std::uint32_t>(game.sizes.size()))];
  std::vector<std::string_view> possible{""};
  for (const OpeningRule& opening : openings()) {
    if (opening.game == game.id && std::ranges::count(opening.rules, header.rule) > 0)
      possible.push_back(opening.id);
  }
  header.opening = possible[random.below(static_cast<std::uint32_t>(possible.size()))];
  header.time = to_record(kTimes[random.below(std::size(kTimes))]);
  header.created = kStart.time_since_epoch().count();
  const bool against_bot = random.below(4) == 0;
  header.seats = {seat("Lin", 0), seat("Wang", against_bot ? 3 : 0)};
  header.rated = !against_bot && random.below(2) == 0;
  if (against_bot && random.below(2) == 0) std::swap(header.seats[0], header.seats[1]);
  return header;
}

std::string as_text(const GameLog& log, TimePoint now) {
  protocol::GameFull full;
  full.state = log.state(now);
  return protocol::encode(full);
}

/// Without any of the room's own code: the moves that stand, played by the rules.
std::unique_ptr<engine::Match> play_record(const engine::Game& game, const storage::Record& record) {
  std::vector<std::string> moves;
  for (const storage::Event& event : record.events) {
    if (event.kind == EventKind::move) moves.push_back(event.move);
    if (event.kind == EventKind::takeback) moves.resize(moves.size() - std::stoul(event.detail));
    EXPECT_EQ(static_cast<std::size_t>(event.ply), moves.size()) << "event " << event.v;
  }
  auto match =
      game.new_match({.rule = record.game.rule, .pos = record.game.start_pos, .size = record.game.size});
  for (const std::string& move : moves) EXPECT_TRUE((*match)->play(move)) << move;
  return std::move(*match);
}

/// Reckons the clocks of a game of main time and increments again, from the times that the moves cost.
void check_clocks(const storage::Record& record) {
  if (record.game.time.byoyomi > 0 || record.game.time.initial == 0) return;
  std::array<storage::Millis, 2> left{record.game.time.initial, record.game.time.initial};
  std::string running;
  std::size_t thinks = 0;                          // Whose turn it is, once clocks run.
  std::vector<std::optional<std::size_t>> gained;  // Of each move: whose clock got an increment.
  for (const storage::Event& event : record.events) {
    const std::size_t by = event.by == "second" ? 1 : 0;
    const bool ends_turn =
        event.kind == EventKind::move || event.kind == EventKind::swap || event.kind == EventKind::opening;
    if (ends_turn && !running.empty()) left[by] += record.game.time.increment - event.spent;
    if (event.kind == EventKind::swap) std::swap(left[0], left[1]);
    if (event.kind == EventKind::swap) {
      for (auto& side : gained) side = side ? std::optional(1 - *side) : std::nullopt;
    }
    if (event.kind == EventKind::move) gained.push_back(running.empty() ? std::nullopt : std::optional(by));
    if (event.kind == EventKind::takeback) left[thinks] -= event.spent;
    for (; event.kind == EventKind::takeback && std::ssize(gained) > event.ply; gained.pop_back()) {
      if (gained.back()) left[*gained.back()] -= record.game.time.increment;
    }
    if (event.kind == EventKind::clock) left[1 - by] += std::stoll(event.detail);
    if (event.kind == EventKind::clock &&
        left[1 - by] != event.clock[1 - by]) {  // Against a bot one gives it to oneself.
      left[1 - by] -= std::stoll(event.detail);
      left[by] += std::stoll(event.detail);
    }
    if (record.game.ending.reason == "timeout" && event.kind == EventKind::end) {
      left[record.game.ending.result == "first" ? 1 : 0] = 0;
    }
    ASSERT_EQ(left, event.clock) << "event " << event.v << " " << word(event.kind);
    running = event.running;
    if (!running.empty()) thinks = running == "second" ? 1 : 0;
  }
}

void check_ending(const storage::Game& game, const engine::Match& match) {
  ASSERT_NE(game.ending.status, "playing");
  const auto& [status, result, reason, ended, pos] = game.ending;
  EXPECT_EQ(pos, match.look().pos);
  EXPECT_EQ(status == "aborted", reason == "no_start") << reason;
  EXPECT_EQ(status == "aborted", result.empty()) << result;
  const auto outcome = match.outcome();
  const bool by_people = reason == "resign" || reason == "timeout" || reason == "abandoned" ||
                         reason == "agreement" || reason == "no_start";
  EXPECT_EQ(outcome.has_value(), !by_people) << reason;
  if (!outcome) return;
  EXPECT_EQ(reason, outcome->reason);
  EXPECT_EQ(result, !outcome->winner ? "draw" : *outcome->winner == Side::first ? "first" : "second");
}

void check(const SimulatedRoom& simulated, storage::Reader& store) {
  const GameLog& log = simulated.room().log();
  const auto record = store.load(log.header().id);
  ASSERT_TRUE(record);
  const auto again = GameLog::replay(log.game(), *record, static_cast<int>(record->events.size()));
  ASSERT_TRUE(again);
  EXPECT_EQ(as_text(*again, simulated.now()), as_text(log, simulated.now()));
  const auto match = play_record(log.game(), *record);
  EXPECT_EQ(match->look().pos, log.look().pos);
  check_clocks(*record);
  check_ending(record->game, *match);
  simulated.expect_all_pages_know();
}

/// A store in which the players have accounts, and what their ratings must be: reckoned beside it, game by
/// game.
class RatedStore {
 public:
  explicit RatedStore(const std::filesystem::path& file) : store(storage::open_store(file.string())) {
    std::vector<storage::Write> writes;
    for (const char* name : {"Lin", "Wang"}) {
      writes.emplace_back(storage::CreateAccount{
          {{std::string("g_") + name, name, false}, {name}, "password"}, "token of " + std::string(name)});
    }
    for (const auto result : store->commit(writes)) EXPECT_EQ(result, storage::WriteResult::done);
  }

  void count(const storage::Game& game) {
    if (!game.rated || game.ending.status != "finished") return;
    auto& first = at(game.seats[0].user, game.game);
    auto& second = at(game.seats[1].user, game.game);
    const auto after = glicko::rate_game({first, second}, game.ending.result, game.ending.ended);
    first = after[0];
    second = after[1];
    ++counted;
  }

  void expect_ratings() const {
    for (const char* user : {"g_Lin", "g_Wang"}) {
      for (const storage::Rating& rating : store->open_reader()->ratings(user)) {
        EXPECT_EQ(rating.standing, expected_.at({user, rating.game})) << user << ' ' << rating.game;
      }
      EXPECT_EQ(store->open_reader()->ratings(user).size(), expected_.size() / 2);
    }
  }

  const std::unique_ptr<storage::Store> store;
  int counted = 0;

 private:
  storage::Standing& at(const std::string& user, const std::string& game) {
    return expected_.try_emplace({user, game}, glicko::kStart).first->second;
  }

  std::map<std::pair<std::string, std::string>, storage::Standing> expected_;
};

TEST(SimulationTest, RandomGamesAreWhatTheirRecordsSay) {
  const std::uint64_t first_seed = random_seed();
  const TemporaryFolder folder;
  RatedStore on_disk(folder / "records.db");
  RatedStore in_memory("");
  std::map<std::string, int> happened;
  std::map<std::string, int> reasons;
  const int games = some_of(kGames);
  for (int number = 0; number < games && !testing::Test::HasFailure(); ++number) {
    SCOPED_TRACE("game " + std::to_string(number));
    engine::SplitMix64 random(first_seed + static_cast<std::uint64_t>(number));
    RatedStore& rated = number % kOnDiskEvery == 0 ? on_disk : in_memory;
    storage::Store& store = *rated.store;
    const engine::Game& game = engine::games()[static_cast<std::size_t>(number) % engine::games().size()];
    std::optional<storage::Game> header = random_game(game, number, random);
    for (int round = 0; header && round < 2; ++round) {  // Two games if they agree on a second one.
      SimulatedRoom simulated(game, *std::exchange(header, std::nullopt), store, random,
                              kStart + std::chrono::hours(number));
      simulated.live(400);
      simulated.finish();
      check(simulated, *store.open_reader());
      rated.count(simulated.room().log().header());
      header = simulated.rematch();
      for (const auto& [what, times] : simulated.happened) happened[what] += times;
      ++reasons[simulated.room().log().header().ending.reason];
    }
  }
  on_disk.expect_ratings();
  in_memory.expect_ratings();
  EXPECT_GE(in_memory.counted, some_of(100));
  if (testing::Test::HasFailure()) return;
  for (const auto& [what, times] : happened) std::cout << what << ' ' << times << ", ";
  for (const auto& [reason, times] : reasons) std::cout << "\n  ended by " << reason << ' ' << times;
  std::cout << '\n';
  // Everything that the simulation is for has come about many times.
  const int least = games < kGames ? 1 : 5;
  for (const char* what : {"move", "bot", "join", "duplicate", "restart", "disk failure", "takeback", "draw",
                           "pause", "resume", "addTime", "rematch", "resign", "keep", "swap"}) {
    EXPECT_GE(happened[what], least) << what;
  }
  for (const char* reason : {"resign", "timeout", "five", "fewest_discs"})
    EXPECT_GE(reasons[reason], least) << reason;
  if (games < kGames) return;  // Of a part of them the rest may be missing by chance.
  EXPECT_GE(happened["more"], 5);
  EXPECT_GE(happened["offer"], 1) << "13 in a thousand games";
  EXPECT_GE(happened["declare"], 1);
  for (const char* reason : {"abandoned", "agreement", "no_start"}) EXPECT_GE(reasons[reason], 5) << reason;
}

}  // namespace
}  // namespace server
