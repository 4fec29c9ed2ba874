#include "server/analysis/analyst.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <nlohmann/json.hpp>
#include <numeric>
#include <stdexcept>

#include "engine/games/registry.h"
#include "server/analysis/explorer.h"
#include "server/base/metrics.h"
#include "server/bots/bot_pool.h"
#include "server/bots/dispatcher.h"
#include "server/match/game_events.h"
#include "server/match/game_log.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/server/analysis/held_bots.h"
#include "tests/server/run_until.h"
#include "tests/storage/failing_stores.h"
#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

using Json = nlohmann::json;
using Outcome = engine::Expected<protocol::Analysis, protocol::Error>;
using protocol::AnalysisStatus;
using protocol::ErrorCode;

constexpr TimePoint kThen{std::chrono::milliseconds(1'700'000'000'000)};
const std::vector<std::string> kMoves{"h8", "i9", "h9", "h10", "g8", "f8", "i8", "j8", "g10", "i10", "j10"};

/// Writes a game down, finished or still being played.
void write_game(storage::Store& store, const std::string& id, const std::vector<std::string>& moves,
                bool over = true, const std::string& player = "") {
  storage::Game header;
  header.id = id;
  header.seats[1].user = player;
  header.game = "gomoku";
  header.rule = "freestyle";
  header.size = 15;
  auto log = GameLog::begin(*engine::find_game("gomoku"), header);
  ASSERT_TRUE(log->follow(start_event(*log, kThen)));
  for (const std::string& move : moves)
    ASSERT_TRUE(log->follow(move_event(*log, kThen, move, log->clock(), {})));
  if (over) {
    ASSERT_TRUE(log->follow(
        end_event(*log, kThen, protocol::Status::finished, engine::Side::first, "resign", Seat::b)));
  }
  std::vector<storage::Write> writes{storage::CreateGame{header}};
  for (const storage::Event& event : log->events()) writes.emplace_back(storage::Append{event, {}, {}});
  if (over) std::get<storage::Append>(writes.back()).ending = log->header().ending;
  store.commit(writes);
}

engine::Limits quick(const engine::Game&) {
  engine::Limits limits;
  limits.nodes = 3000;
  limits.time = std::chrono::minutes(5);
  return limits;
}

class Reader final : public Subscriber {
 public:
  void send(Text text) override { told.push_back(Json::parse(*text)); }
  void close(protocol::CloseCode, std::string_view) override {}
  Millis round_trip() const override { return Millis(0); }

  std::vector<Json> told;
};

/// An analyst with its pool and its records; the store outlives it, so that another can go on.
class Desk {
 public:
  explicit Desk(storage::Store& store, unsigned threads = 1, Analyst::Options options = {},
                std::size_t max_background = 64)
      : records(store, io.get_executor()),
        bots(io.get_executor(), metrics,
             {.threads = threads, .background_hash_bytes = 1 << 20, .max_background = max_background}),
        analyst(records, bots, with_quick_limits(std::move(options))) {}
  ~Desk() { io.stop(); }

  Outcome request(const std::string& game, const std::string& asker = "", const std::string& session = "") {
    return wait([&](Analyst::Answer answer) {
      analyst.request(game, RequestBudget{.address = asker}, session, std::move(answer));
    });
  }
  Outcome report(const std::string& game) {
    return wait([&](Analyst::Answer answer) { analyst.report(game, RequestBudget(), std::move(answer)); });
  }
  protocol::Analysis finished(const std::string& game) {
    Outcome now = report(game);
    run_until([&] {
      now = report(game);
      return now && now->status == AnalysisStatus::done;
    });
    return *now;
  }
  void run_until(const std::function<bool()>& done) { run_io_until(io, done); }

  boost::asio::io_context io;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> keep_running{io.get_executor()};
  Metrics metrics;
  RecordQueue records;
  BotPool bots;
  Analyst analyst;

 private:
  static Analyst::Options with_quick_limits(Analyst::Options options) {
    options.limits = quick;
    return options;
  }
  Outcome wait(const std::function<void(Analyst::Answer)>& ask) {
    std::optional<Outcome> answer;
    ask([&answer](Outcome told) { answer = std::move(told); });
    run_until([&] { return answer.has_value(); });
    return *std::move(answer);
  }
};

std::string refusal(const Outcome& outcome) {
  if (outcome) return "granted";
  return std::string(protocol::word(outcome.error().code)) + (outcome.error().retry ? ", later" : "");
}

TEST(AnalystTest, AnalysesEveryPositionOfAGame) {
  storage::MemoryStore store;
  write_game(store, "game", kMoves);
  Desk desk(store, 2);
  EXPECT_EQ(refusal(desk.report("game")), "not_found");
  const Outcome asked = desk.request("game");
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->total, static_cast<int>(kMoves.size()) + 1);
  const protocol::Analysis analysis = desk.finished("game");
  ASSERT_EQ(analysis.plies.size(), kMoves.size() + 1);
  for (const protocol::AnalysedPly& ply : analysis.plies) {
    EXPECT_TRUE(ply.eval && ply.win) << ply.ply;
    EXPECT_EQ(ply.line.front(), ply.best);
  }
  ASSERT_TRUE(analysis.accuracy);
  EXPECT_EQ(refusal(desk.request("game")), "granted") << "asked for again, it is there";
}

// The server may end at any moment. What was written stays, what was not is thought about anew, and in the
// end nobody can tell.
TEST(AnalystTest, EndsAfterARestartAsItWouldHaveEndedWithoutOne) {
  TemporaryFolder folder;
  storage::SqliteStore undisturbed(folder / "undisturbed.db");
  write_game(undisturbed, "game", kMoves);
  Desk whole(undisturbed);
  ASSERT_TRUE(whole.request("game"));
  whole.finished("game");
  const auto expected = undisturbed.open_reader()->load_analysis("game");

  for (const std::size_t stop_after : {0, 1, 5, 11}) {
    const auto file = folder / ("stopped" + std::to_string(stop_after) + ".db");
    {
      storage::SqliteStore store(file);
      write_game(store, "game", kMoves);
      Desk stopped(store, 2);
      ASSERT_TRUE(stopped.request("game"));
      stopped.run_until([&] { return stopped.report("game")->plies.size() >= stop_after; });
    }
    storage::SqliteStore store(file);
    ASSERT_GE(store.open_reader()->load_analysis("game")->plies.size(), stop_after);
    Desk again(store, 2);
    again.analyst.restore();
    again.finished("game");
    const auto found = store.open_reader()->load_analysis("game");
    EXPECT_EQ(found->plies, expected->plies) << "stopped after " << stop_after;
    EXPECT_EQ(found->accuracy, expected->accuracy);
    EXPECT_TRUE(store.open_reader()->unfinished_analyses().empty());
  }
}

TEST(AnalystTest, ReadersAreToldEveryPlyOnceAndInOrder) {
  storage::MemoryStore store;
  write_game(store, "game", kMoves);
  Desk desk(store, 2);
  ASSERT_TRUE(desk.request("game"));
  const auto reader = std::make_shared<Reader>();
  const auto gone = std::make_shared<Reader>();
  std::vector<int> plies;
  desk.analyst.watch(reader, "game", [&plies](const Outcome& first) {
    for (const auto& ply : first->plies) plies.push_back(ply.ply);
  });
  desk.analyst.watch(gone, "game", [](const Outcome&) {});
  desk.analyst.forget(*gone);
  desk.run_until([&] { return !reader->told.empty() && reader->told.back()["status"] == "done"; });
  for (const Json& news : reader->told) {
    EXPECT_EQ(news["t"], "analysis");
    for (const Json& ply : news["plies"]) plies.push_back(ply["ply"]);
  }
  ASSERT_EQ(plies.size(), kMoves.size() + 1);
  for (std::size_t i = 0; i < plies.size(); ++i) EXPECT_EQ(plies[i], static_cast<int>(i));
  EXPECT_TRUE(reader->told.back().contains("accuracy"));
  EXPECT_TRUE(gone->told.empty());
}

TEST(AnalystTest, OnlyGamesThatAreOver) {
  storage::MemoryStore store;
  write_game(store, "playing", kMoves, /*over=*/false);
  Desk desk(store);
  EXPECT_EQ(refusal(desk.request("playing")), "not_allowed");
  EXPECT_EQ(refusal(desk.request("unknown")), "not_found");
}

TEST(AnalystTest, OneAtATimeOfOneAskerAndAFewInAll) {
  storage::MemoryStore store;
  for (const char* game : {"one", "two", "three", "four"}) write_game(store, game, kMoves);
  Desk desk(store, 1, {.max_unfinished = 2, .for_players = 0});
  std::vector<std::string> answers(5);
  const auto ask = [&](std::size_t i, const std::string& game, const std::string& asker) {
    desk.analyst.request(game, RequestBudget{.address = asker}, "",
                         [&, i](const Outcome& outcome) { answers[i] = refusal(outcome); });
  };
  ask(0, "one", "Lin");
  ask(1, "one", "Lin");  // The same again is no second one.
  ask(2, "two", "Lin");
  ask(3, "three", "Wang");
  desk.run_until([&] { return !answers[3].empty(); });
  ask(4, "four", "Zhao");
  desk.run_until([&] { return !answers[4].empty(); });
  EXPECT_THAT(answers,
              testing::ElementsAre("granted", "granted", "rate_limited, later", "granted", "busy, later"));
  desk.finished("one");
  EXPECT_EQ(refusal(desk.request("two", "Lin")), "granted") << "the first is done";
}

/// Somebody with a session.
void write_guest(storage::Store& store, const std::string& id, const std::string& session) {
  store.commit(std::vector<storage::Write>{storage::CreateUser{{id, id, true, 0}, session, ""}});
}

// Thirty-two addresses could keep all others out for hours.
TEST(AnalystTest, TheLastPlacesAreForWhoPlayedTheGame) {
  storage::MemoryStore store;
  for (const char* game : {"one", "two"}) write_game(store, game, kMoves);
  for (const char* game : {"own", "more"}) write_game(store, game, kMoves, true, "mei");
  write_guest(store, "mei", "session of mei");
  write_guest(store, "lin", "session of lin");
  Desk desk(store, 1, {.max_unfinished = 2, .for_players = 1}, /*max_background=*/64);
  EXPECT_EQ(refusal(desk.request("one", "a")), "granted");
  EXPECT_EQ(refusal(desk.request("two", "b")), "busy, later");
  EXPECT_EQ(refusal(desk.request("own", "c", "session of lin")), "busy, later");
  EXPECT_EQ(refusal(desk.request("own", "d", "no session")), "busy, later");
  EXPECT_EQ(refusal(desk.request("own", "e", "session of mei")), "granted");
  EXPECT_EQ(refusal(desk.request("more", "f", "session of mei")), "busy, later") << "there are no more";
}

// Of hundreds of threads of workers that vanish all comes back to the pool, which answers what is more than
// its places without a thought.
TEST(AnalystTest, GivesOutNoMorePositionsThanThePoolHasPlaces) {
  EXPECT_LT(Analyst::Options().at_once + Explorer::Options().at_once, BotPool::Options().max_background);
  EXPECT_LE(2 * Analyst::Options().at_once, Dispatcher::Options().most) << "games find places with workers";
  storage::MemoryStore store;
  write_game(store, "game", kMoves);
  Desk desk(store);
  HeldBots bots(/*threads=*/1'000);
  Analyst analyst(desk.records, bots, {.at_once = 3});
  bool begun = false;
  analyst.request("game", RequestBudget(), "", [&](const Outcome&) { begun = true; });
  desk.run_until([&] { return begun; });
  EXPECT_EQ(bots.rooms.size(), 3u);
  bots.answer_next();
  EXPECT_EQ(bots.rooms.size(), 4u);
}

// Six games of a thousand moves kept all others waiting for hours.
TEST(AnalystTest, GamesAreAnalysedInTurns) {
  storage::MemoryStore store;
  for (const char* game : {"first", "second"}) write_game(store, game, kMoves);
  Desk desk(store);
  HeldBots bots;
  Analyst analyst(desk.records, bots);
  for (const char* game : {"first", "second"}) {
    bool begun = false;
    analyst.request(game, RequestBudget{.address = game}, "", [&](const Outcome&) { begun = true; });
    desk.run_until([&] { return begun; });
  }
  for (int i = 0; i < 6; ++i) bots.answer_next();
  const auto is_of_second = [](const std::string& room) { return room.starts_with("analysis second"); };
  EXPECT_EQ(std::ranges::count_if(bots.rooms, is_of_second), 3);
}

TEST(AnalystTest, GamesOfWhoPlayedThemWaitForOneOtherAtATime) {
  storage::MemoryStore store;
  for (const char* game : {"first", "second", "third"}) write_game(store, game, kMoves);
  write_game(store, "own", kMoves, true, "mei");
  write_guest(store, "mei", "session of mei");
  Desk desk(store);
  HeldBots bots;
  Analyst analyst(desk.records, bots);
  for (const std::string game : {"first", "second", "third", "own"}) {
    bool begun = false;
    analyst.request(game, RequestBudget{.address = game}, "session of mei",
                    [&](const Outcome&) { begun = true; });
    desk.run_until([&] { return begun; });
  }
  for (int i = 0; i < 12; ++i) bots.answer_next();
  const auto of = [&](const std::string& game) {
    return std::ranges::count_if(
        bots.rooms, [&](const std::string& room) { return room.starts_with("analysis " + game); });
  };
  EXPECT_GE(of("own"), 5);
  for (const char* game : {"first", "second", "third"}) EXPECT_GE(of(game), 1) << game;
}

/// So many ask for the same; what each is told.
void ask_all(Desk& desk, std::vector<std::string>& answers) {
  for (std::string& told : answers)
    desk.analyst.request("game", RequestBudget(), "",
                         [&told](const Outcome& outcome) { told = refusal(outcome); });
}

TEST(AnalystTest, AnAnswerThatFailsIsNoOther) {
  storage::MemoryStore store;
  write_game(store, "game", kMoves);
  Desk desk(store);
  std::string told;
  desk.analyst.request("game", RequestBudget(), "",
                       [](const Outcome&) { throw std::runtime_error("defect"); });
  desk.analyst.request("game", RequestBudget(), "",
                       [&told](const Outcome& outcome) { told = refusal(outcome); });
  desk.run_until([&] { return !told.empty(); });
  EXPECT_EQ(told, "granted");
}

// Who asked second was told that it had begun, of which there was no record yet.
TEST(AnalystTest, ItsBeginningIsOnRecordBeforeAnybodyIsToldOfIt) {
  storage::HeldStore store;
  write_game(store, "game", kMoves);
  Desk desk(store);
  store.hold();
  std::vector<std::string> early(2), late(2);
  ask_all(desk, early);
  EXPECT_EQ(refusal(desk.report("game")), "not_found")
      << "it was looked up before this, and is being written";
  ask_all(desk, late);
  EXPECT_EQ(refusal(desk.report("game")), "not_found");
  EXPECT_THAT(early, testing::Each(""));
  EXPECT_THAT(late, testing::Each(""));
  store.release();
  desk.run_until([&] { return !late.back().empty(); });
  EXPECT_THAT(early, testing::Each("granted"));
  EXPECT_THAT(late, testing::Each("granted"));
}

TEST(AnalystTest, WhatCannotBePutOnRecordIsRefusedToAllWhoAskedForIt) {
  storage::FullStore store;
  write_game(store, "game", kMoves);
  Desk desk(store);
  store.is_full = true;
  std::vector<std::string> answers(2);
  ask_all(desk, answers);
  desk.run_until([&] { return !answers.back().empty(); });
  EXPECT_THAT(answers, testing::Each("busy"));
  store.is_full = false;
  EXPECT_EQ(refusal(desk.request("game")), "granted");
}

// A thought waits for as long as games want the threads, and a server that ends waits for its connections.
TEST(AnalystTest, NoThoughtUnderWayKeepsTheReadersOfWhatCouldNotBeWritten) {
  storage::FullStore store;
  write_game(store, "game", kMoves);
  Desk desk(store);
  HeldBots bots;
  Analyst analyst(desk.records, bots);
  bool begun = false, over = false;
  analyst.request("game", RequestBudget(), "", [&](const Outcome&) { begun = true; });
  desk.run_until([&] { return begun; });
  const auto reader = std::make_shared<Reader>();
  analyst.watch(reader, "game", [](const Outcome&) {});
  store.is_full = true;
  for (int i = 0; i < 2; ++i) bots.answer_next();
  desk.records.commit({}, [&](Persisted) { over = true; });
  desk.run_until([&] { return over; });
  EXPECT_EQ(bots.rooms.size(), 3u);
  analyst.forget(*reader);
  EXPECT_EQ(reader.use_count(), 1);
}

// Readers of an analysis that could not be written heard no more of it until they asked again.
TEST(AnalystTest, GoesOnForItsReadersWhenItCanBeWrittenAgain) {
  storage::FullStore store;
  write_game(store, "game", kMoves);
  Desk desk(store);
  HeldBots bots;
  Analyst analyst(desk.records, bots, {.between_looks = std::chrono::milliseconds(1)});
  bool begun = false, over = false;
  analyst.request("game", RequestBudget(), "", [&](const Outcome&) { begun = true; });
  desk.run_until([&] { return begun; });
  const auto reader = std::make_shared<Reader>();
  analyst.watch(reader, "game", [](const Outcome&) {});
  store.is_full = true;
  while (!bots.idle()) bots.answer_next();
  desk.records.commit({}, [&](Persisted) { over = true; });
  desk.run_until([&] { return over; });
  store.is_full = false;
  desk.run_until([&] {
    while (!bots.idle()) bots.answer_next();
    return !reader->told.empty() && reader->told.back()["status"] == "done";
  });
}

// Asked for again it was under way twice: both wrote the same rows, and the one that people read was given
// up.
TEST(AnalystTest, WritesNothingMoreOfWhatWasGivenUp) {
  storage::FullStore store;
  write_game(store, "game", kMoves);
  Desk desk(store);
  HeldBots bots(/*threads=*/2);
  Analyst analyst(desk.records, bots);
  const auto ask = [&] {
    bool told = false;
    analyst.request("game", RequestBudget(), "", [&](const Outcome&) { told = true; });
    desk.run_until([&] { return told; });
  };
  const auto wait_for_disk = [&] {
    bool over = false;
    desk.records.commit({}, [&](Persisted) { over = true; });
    desk.run_until([&] { return over; });
  };
  ask();
  store.is_full = true;
  bots.answer_next();
  wait_for_disk();
  store.is_full = false;
  ask();
  bots.answer_last();  // Of the third position, which was asked about before it was given up.
  bots.answer_last();  // Of the first, anew.
  wait_for_disk();
  bots.answer_next();  // Of the second, as before: the third was waiting for it.
  wait_for_disk();
  while (!bots.idle()) {
    bots.answer_next();
    wait_for_disk();
  }
  std::optional<Outcome> told;
  analyst.report("game", RequestBudget(), [&](Outcome outcome) { told = std::move(outcome); });
  desk.run_until([&] { return told.has_value(); });
  ASSERT_TRUE(*told);
  EXPECT_EQ((*told)->status, AnalysisStatus::done);
}

// A server that starts takes up what others have begun. Those gave it up, and pages waited for news in vain.
TEST(AnalystTest, GoesOnForItsReadersWhereAnotherServerWasFirst) {
  for (const bool is_read : {true, false}) {
    storage::MemoryStore store;
    write_game(store, "game", kMoves);
    Desk desk(store);
    HeldBots bots;
    Analyst analyst(desk.records, bots);
    bool begun = false;
    analyst.request("game", RequestBudget(), "", [&](const Outcome&) { begun = true; });
    desk.run_until([&] { return begun; });
    const auto reader = std::make_shared<Reader>();
    if (is_read) analyst.watch(reader, "game", [](const Outcome&) {});
    const auto write = [&](std::vector<storage::Write> writes) {
      bool over = false;
      desk.records.commit(std::move(writes), [&](Persisted) { over = true; });
      desk.run_until([&] { return over; });
    };
    write({storage::AppendAnalysis{"game", storage::PlyAnalysis()}});
    while (!bots.idle()) {
      bots.answer_next();
      write({});
    }
    if (is_read) {
      ASSERT_FALSE(reader->told.empty());
      EXPECT_EQ(reader->told.back()["status"], "done");
      EXPECT_EQ(bots.rooms.size(), kMoves.size() + 1);
    } else {
      EXPECT_EQ(bots.rooms.size(), 2u) << "the other server goes on alone";
    }
  }
}

class BrokenReader final : public Subscriber {
 public:
  void send(Text) override { throw std::runtime_error("defect"); }
  void close(protocol::CloseCode, std::string_view) override {}
  Millis round_trip() const override { return Millis(0); }
};

/// A store that servers share; another of them is at all analyses, or is gone.
class StoreOfTwo final : public storage::MemoryStore {
 public:
  bool claim_analysis(std::string_view) override { return !other_lives; }
  std::vector<std::string> claim_analyses() override {
    return other_lives ? std::vector<std::string>() : unfinished_analyses();
  }

  std::atomic<bool> other_lives = true;
};

// A server that started thought about all games that another was at, and so did one that was asked for them.
TEST(AnalystTest, WhatAnotherServerIsAtIsToldAndNotMadeTwiceAndGoesOnWhereThatOneEnds) {
  StoreOfTwo store;
  write_game(store, "game", kMoves);
  store.commit(
      std::vector<storage::Write>{storage::RequestAnalysis{"game", static_cast<int>(kMoves.size()) + 1, 1}});
  Desk desk(store);
  HeldBots bots;
  Analyst analyst(desk.records, bots, {.between_looks = std::chrono::milliseconds(1)});
  const auto write = [&](std::vector<storage::Write> writes) {
    bool over = false;
    desk.records.commit(std::move(writes), [&](Persisted) { over = true; });
    desk.run_until([&] { return over; });
  };
  std::string asked, watched;
  analyst.restore();
  analyst.request("game", RequestBudget(), "", [&](const Outcome& outcome) { asked = refusal(outcome); });
  const auto reader = std::make_shared<Reader>();
  analyst.watch(std::make_shared<BrokenReader>(), "game", [](const Outcome&) {});
  analyst.watch(reader, "game", [&](const Outcome& outcome) { watched = refusal(outcome); });
  desk.run_until([&] { return !asked.empty() && !watched.empty(); });
  EXPECT_EQ(asked, "granted");
  EXPECT_EQ(watched, "granted");
  write({storage::AppendAnalysis{"game", storage::PlyAnalysis()}});
  desk.run_until([&] { return !reader->told.empty(); });
  EXPECT_EQ(reader->told.back()["status"], "running");
  EXPECT_EQ(reader->told.back()["plies"].size(), 1u);
  EXPECT_TRUE(bots.rooms.empty());

  store.other_lives = false;
  desk.run_until([&] { return !bots.rooms.empty(); });
  while (!bots.idle()) {
    bots.answer_next();
    write({});
  }
  EXPECT_EQ(reader->told.back()["status"], "done");
  EXPECT_EQ(bots.rooms.size(), kMoves.size()) << "without the ply that was there";
}

/// The numbers of the plies that a reader is told, its first answer first.
struct Told {
  explicit Told(Analyst& analyst, std::string game = "game") {
    analyst.watch(reader, game, [this](const Outcome& first) {
      answered = true;
      for (const protocol::AnalysedPly& ply : first->plies) plies.push_back(ply.ply);
    });
  }
  std::vector<int> all() const {
    std::vector<int> all = plies;
    for (const Json& news : reader->told)
      for (const Json& ply : news["plies"]) all.push_back(ply["ply"]);
    return all;
  }
  bool done() const { return !reader->told.empty() && reader->told.back()["status"] == "done"; }

  std::shared_ptr<Reader> reader = std::make_shared<Reader>();
  std::vector<int> plies;
  bool answered = false;
};

std::vector<int> every_ply() {
  std::vector<int> plies(kMoves.size() + 1);
  std::iota(plies.begin(), plies.end(), 0);
  return plies;
}

/// An analysis that has begun, with its first plies.
void write_analysis(storage::Store& store, int plies) {
  std::vector<storage::Write> writes{
      storage::RequestAnalysis{"game", static_cast<int>(kMoves.size()) + 1, 1}};
  for (int ply = 0; ply < plies; ++ply)
    writes.emplace_back(storage::AppendAnalysis{"game", storage::PlyAnalysis{.ply = ply}});
  store.commit(writes);
}

// All of them were told everything again as soon as this server went on with it.
TEST(AnalystTest, ReadersWhoCameBeforeItWasTakenUpAreToldOnlyWhatIsNew) {
  StoreOfTwo store;
  write_game(store, "game", kMoves);
  write_analysis(store, 2);
  Desk desk(store);
  HeldBots bots;
  Analyst analyst(desk.records, bots, {.between_looks = std::chrono::milliseconds(1)});
  const Told first(analyst);
  desk.run_until([&] { return first.answered; });
  store.commit(std::vector<storage::Write>{storage::AppendAnalysis{"game", storage::PlyAnalysis{.ply = 2}}});
  const Told second(analyst);  // It has been told one more.
  desk.run_until([&] { return second.answered; });
  store.other_lives = false;
  desk.run_until([&] {
    while (!bots.idle()) bots.answer_next();
    return first.done() && second.done();
  });
  EXPECT_EQ(first.all(), every_ply());
  EXPECT_EQ(second.all(), every_ply());
}

/// A store that does not say how long a game is, without which no reader is answered, while it is held.
class SlowToAnswer final : public storage::MemoryStore {
 public:
  std::optional<storage::RecordSize> record_size(std::string_view game) override {
    is_held_.wait(true);
    return MemoryStore::record_size(game);
  }
  void release() {
    is_held_ = false;
    is_held_.notify_all();
  }

 private:
  std::atomic<bool> is_held_ = true;
};

// News came before the answer, which told the same again.
TEST(AnalystTest, WhoAsksWhileItIsTakenUpIsToldEveryPlyOnceAndTheFirstAnswerFirst) {
  SlowToAnswer store;
  write_game(store, "game", kMoves);
  write_analysis(store, 3);
  Desk desk(store);
  HeldBots bots;
  Analyst analyst(desk.records, bots, {.between_looks = std::chrono::milliseconds(1)});
  const Told told(analyst);
  analyst.restore();
  desk.run_until([&] { return !bots.rooms.empty(); });
  bots.answer_next();
  bots.answer_next();
  bool written = false;
  desk.records.commit({}, [&](Persisted) { written = true; });
  desk.run_until([&] { return written; });
  EXPECT_TRUE(told.reader->told.empty());
  store.release();
  desk.run_until([&] { return told.answered; });
  desk.run_until([&] {
    while (!bots.idle()) bots.answer_next();
    return told.done();
  });
  EXPECT_EQ(told.all(), every_ply());
}

// The address was told to wait for the end of its own.
TEST(AnalystTest, WhatAnotherServerIsAtIsToldThoughNoOtherMayBegin) {
  StoreOfTwo store;
  for (const char* game : {"own", "game"}) write_game(store, game, kMoves);
  store.commit(
      std::vector<storage::Write>{storage::RequestAnalysis{"game", static_cast<int>(kMoves.size()) + 1, 1}});
  Desk desk(store);
  HeldBots bots;
  Analyst analyst(desk.records, bots);
  for (const char* game : {"own", "game"}) {
    std::string told;
    analyst.request(game, RequestBudget{.address = "Lin"}, "",
                    [&told](const Outcome& outcome) { told = refusal(outcome); });
    desk.run_until([&] { return !told.empty(); });
    EXPECT_EQ(told, "granted") << game;
  }
  EXPECT_EQ(bots.rooms.size(), 1u);
}

// Hundreds of plies, each with a line: whoever asks again and again pays for what he is told.
TEST(AnalystTest, WhatIsThereSoFarIsPaidFor) {
  storage::MemoryStore store;
  write_game(store, "game", kMoves);
  Desk desk(store);
  ASSERT_TRUE(desk.request("game"));
  run_io_until(desk.io, [&] { return desk.report("game")->done > 0; });
  const RequestBudget poor{.address = "Lin", .refuse = [](Cost cost) {
                             return cost > 0 ? std::optional<std::chrono::milliseconds>(1'000) : std::nullopt;
                           }};
  Outcome told = engine::Unexpected(protocol::Error());
  desk.analyst.request("game", poor, "", [&](Outcome outcome) { told = std::move(outcome); });
  EXPECT_EQ(refusal(told), "rate_limited, later");
}

// A bot that throws or hangs, and a pool that has no place, answer without a line.
TEST(AnalystTest, EndsEvenIfEveryBotFails) {
  storage::MemoryStore store;
  write_game(store, "game", kMoves);
  Desk desk(store, 2, {}, /*max_background=*/0);
  ASSERT_TRUE(desk.request("game"));
  const protocol::Analysis analysis = desk.finished("game");
  ASSERT_EQ(analysis.plies.size(), kMoves.size() + 1);
  for (const protocol::AnalysedPly& ply : analysis.plies) {
    EXPECT_FALSE(ply.eval || ply.win || ply.mark) << ply.ply;
    EXPECT_TRUE(ply.line.empty());
  }
}

}  // namespace
}  // namespace server
