#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <set>

#include "storage/postgres/postgres_task_consumer.h"
#include "tests/storage/postgres_fixture.h"

/// Tasks of servers on one database, and the workers that do them.
namespace storage {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::UnorderedElementsAre;

constexpr int kAny = 2;  // Urgency.

class PostgresTasksTest : public PostgresStoreTest {
 protected:
  void SetUp() override {
    PostgresStoreTest::SetUp();
    if (IsSkipped()) return;
    node_ = std::make_unique<PostgresStore>(address_, Node{"a"});
    tasks_ = node_->task_queue();
    tasks_->open("engine");
  }
  std::unique_ptr<TaskConsumer> worker(const std::string& name, const std::string& engine = "engine",
                                       int threads = 1) const {
    auto worker = open_task_consumer(address_);
    worker->open({name, engine, threads});
    set_heartbeat(name, "+ interval '1 h'");
    return worker;
  }
  static Task task(std::int64_t id, int urgency = 0, milliseconds time = milliseconds(60'000)) {
    return {id, urgency, time, "question " + std::to_string(id)};
  }
  TaskNews put(std::vector<Task> tasks) { return tasks_->exchange({.put = std::move(tasks)}); }
  TaskNews news() { return tasks_->exchange({}); }
  static std::vector<std::int64_t> ids(const std::vector<BegunTask>& tasks) {
    std::vector<std::int64_t> all;
    for (const BegunTask& each : tasks) all.push_back(each.id);
    return all;
  }
  static std::vector<std::string> texts(const TaskNews& news) {
    std::vector<std::string> all;
    for (const TaskAnswer& each : news.answers) all.push_back(std::to_string(each.id) + ' ' + each.text);
    return all;
  }
  /// However slow this machine is, these are not silent, and those are.
  void keep_alive(const std::string& name) { set_heartbeat(name, "+ interval '1 h'"); }
  void open(TaskConsumer& worker, const std::string& name) {
    worker.open({name, "engine", 1});
    keep_alive(name);
  }
  WorkerNews beat(TaskConsumer& worker, const std::string& name) {
    WorkerNews heard;
    worker.beat(heard);
    keep_alive(name);
    return heard;
  }
  void silence(const std::string& name) { set_heartbeat(name, "- interval '3 s'"); }
  void set_heartbeat(const std::string& name, const std::string& from_now) const {
    shell()->run("UPDATE workers SET heartbeat = clock_timestamp() " + from_now + " WHERE name = '" + name +
                 "'");
  }
  std::string waiting() { return value_of("SELECT count(*)::text FROM tasks WHERE worker = 0"); }
  std::string tasks() { return value_of("SELECT count(*)::text FROM tasks"); }

  std::unique_ptr<PostgresStore> node_;
  std::unique_ptr<TaskQueue> tasks_;
};

TEST_F(PostgresTasksTest, AWorkerBeginsATaskAndTheServerHearsTheAnswerOnce) {
  const auto one = worker("one");
  put({task(1)});
  const auto begun = one->begin(5, kAny);
  ASSERT_THAT(begun, SizeIs(1));
  EXPECT_EQ(begun[0].question, "question 1");
  EXPECT_EQ(begun[0].attempt, 1);
  EXPECT_GT(begun[0].left, milliseconds(0));
  EXPECT_LE(begun[0].left, milliseconds(60'000));
  EXPECT_THAT(one->begin(5, kAny), IsEmpty()) << "it is begun";
  one->answer(begun[0], "answer");
  one->answer(begun[0], "another answer");
  WorkerNews heard;
  one->beat(heard);
  EXPECT_THAT(heard.wanted, IsEmpty()) << "it is answered";
  EXPECT_THAT(texts(news()), ElementsAre("1 answer"));
  EXPECT_THAT(texts(news()), IsEmpty());
  one->answer(begun[0], "a late answer");
  EXPECT_THAT(texts(news()), IsEmpty());
  EXPECT_EQ(tasks(), "0");
}

TEST_F(PostgresTasksTest, GamesComeBeforeAnalyses) {
  const auto one = worker("one");
  put({task(1, 2), task(2, 1), task(3, 0), task(4, 0, milliseconds(30'000)), task(5, 2)});
  EXPECT_THAT(ids(one->begin(1, kAny)), ElementsAre(4)) << "the one whose time is over first";
  EXPECT_THAT(ids(one->begin(1, kAny)), ElementsAre(3));
  EXPECT_THAT(ids(one->begin(5, 1)), ElementsAre(2)) << "analyses are left alone where only games are wanted";
  EXPECT_THAT(ids(one->begin(1, kAny)), SizeIs(1));
}

TEST_F(PostgresTasksTest, OfManyWorkersOneBeginsEachTask) {
  constexpr int kTasks = 60, kWorkers = 4;
  std::vector<Task> all;
  for (int id = 1; id <= kTasks; ++id) all.push_back(task(id));
  put(all);
  std::vector<std::future<std::vector<std::int64_t>>> workers;
  for (int n = 0; n < kWorkers; ++n) {
    workers.push_back(std::async(std::launch::async, [this, n] {
      const auto one = worker(std::to_string(n));
      std::vector<std::int64_t> mine;
      const auto deadline = steady_clock::now() + kPatience;
      while (steady_clock::now() < deadline) {
        const auto begun = ids(one->begin(2, kAny));
        if (begun.empty() && waiting() == "0") break;  // Those that were locked were skipped.
        mine.insert(mine.end(), begun.begin(), begun.end());
      }
      return mine;
    }));
  }
  std::vector<std::int64_t> begun;
  for (auto& each : workers) {
    for (const std::int64_t id : each.get()) begun.push_back(id);
  }
  EXPECT_THAT(begun, SizeIs(kTasks));
  EXPECT_THAT(std::set(begun.begin(), begun.end()), SizeIs(kTasks));
}

TEST_F(PostgresTasksTest, NobodyWaitsForATaskThatAnotherIsTaking) {
  const auto one = worker("one");
  put({task(1, 0, milliseconds(1'000'000)), task(2, 0, milliseconds(2'000'000))});
  const auto other = shell();
  other->run("BEGIN; SELECT 1 FROM tasks WHERE id = 1 FOR UPDATE");
  EXPECT_THAT(ids(one->begin(2, kAny)), ElementsAre(2));
  other->run("ROLLBACK");
  EXPECT_THAT(ids(one->begin(2, kAny)), ElementsAre(1));
}

TEST_F(PostgresTasksTest, ThoseOfAWorkerThatVanishedAreBegunByAnother) {
  const auto one = worker("one"), other = worker("other");
  put({task(1)});
  const auto lost = one->begin(1, kAny);
  EXPECT_EQ(news().threads, 2);
  EXPECT_THAT(other->begin(1, kAny), IsEmpty());
  silence("one");
  EXPECT_EQ(news().threads, 1);
  const auto again = other->begin(1, kAny);
  ASSERT_THAT(ids(again), ElementsAre(1));
  EXPECT_EQ(again[0].attempt, 2);
  one->answer(lost[0], "of the dead");
  EXPECT_THAT(texts(news()), IsEmpty()) << "it is another's now";
  other->answer(again[0], "answer");
  EXPECT_THAT(texts(news()), ElementsAre("1 answer"));
}

TEST_F(PostgresTasksTest, ThoseOfAWorkerThatVanishedWakeTheOthers) {
  const auto one = worker("one"), other = worker("other");
  put({task(1)});
  other->wait(std::chrono::hours(1));  // Takes notice of it.
  ASSERT_THAT(ids(one->begin(1, kAny)), ElementsAre(1));
  auto begun = std::async(std::launch::async, [&other] {
    other->wait(std::chrono::hours(1));
    return ids(other->begin(1, kAny));
  });
  silence("one");
  news();
  EXPECT_EQ(begun.wait_for(kPatience), std::future_status::ready) << "nobody woke it";
  other->wake();
  EXPECT_THAT(begun.get(), ElementsAre(1));
}

TEST_F(PostgresTasksTest, AfterThreeWorkersTheServerHasItBack) {
  put({task(1)});
  for (const char* name : {"one", "two", "three"}) {
    EXPECT_THAT(news().returned, IsEmpty());
    EXPECT_THAT(ids(worker(name)->begin(1, kAny)), ElementsAre(1));
    EXPECT_THAT(news().returned, IsEmpty()) << "it is being thought about";
    silence(name);
  }
  PostgresStore other(address_, Node{"b"});
  const auto its_desk = other.task_queue();
  its_desk->open("engine");
  EXPECT_THAT(its_desk->exchange({}).returned, IsEmpty()) << "it is another's";
  EXPECT_THAT(news().returned, ElementsAre(1));
  EXPECT_THAT(news().returned, IsEmpty());
  EXPECT_THAT(worker("four")->begin(1, kAny), IsEmpty());
}

TEST_F(PostgresTasksTest, AnAnswerThatWasGivenCountsAlsoWhenItsWorkerIsGone) {
  put({task(1)});
  for (const char* name : {"one", "two"}) {
    ASSERT_THAT(worker(name)->begin(1, kAny), SizeIs(1));
    silence(name);
    news();
  }
  const auto three = worker("three");
  const auto begun = three->begin(1, kAny);
  ASSERT_THAT(begun, SizeIs(1));
  three->answer(begun[0], "answer");
  silence("three");
  EXPECT_THAT(texts(news()), ElementsAre("1 answer")) << "not given back as one at which three have failed";
}

TEST_F(PostgresTasksTest, AWorkerThatWasTakenForGoneBeginsNothingAndHearsOfIt) {
  const auto one = worker("one");
  WorkerNews heard;
  EXPECT_TRUE(one->beat(heard));
  silence("one");
  EXPECT_FALSE(one->beat(heard));
  shell()->run("DELETE FROM workers");
  put({task(1)});
  EXPECT_THAT(one->begin(1, kAny), IsEmpty());
  EXPECT_FALSE(one->beat(heard));
  one->open({"one", "engine", 3});
  keep_alive("one");
  EXPECT_TRUE(one->beat(heard));
  keep_alive("one");
  EXPECT_EQ(news().threads, 3);
  EXPECT_THAT(ids(one->begin(1, kAny)), ElementsAre(1));
}

TEST_F(PostgresTasksTest, ABeatIsOfItsWorkerAlone) {
  const auto one = worker("one"), other = worker("other");  // Both an hour ahead.
  WorkerNews heard;
  EXPECT_TRUE(one->beat(heard));
  EXPECT_EQ(value_of("SELECT string_agg(name, ' ') FROM workers WHERE heartbeat <= clock_timestamp()"),
            "one");
}

TEST_F(PostgresTasksTest, OpenedAgainItIsStillOneWorker) {
  const auto one = worker("one");
  one->open({"one", "engine", 1});
  EXPECT_EQ(value_of("SELECT count(*)::text FROM workers"), "1");
}

TEST_F(PostgresTasksTest, AWorkerThatLeavesGivesBackWhatItHasBegun) {
  const auto one = worker("one"), other = worker("other");
  put({task(2)});
  ASSERT_THAT(ids(other->begin(1, kAny)), ElementsAre(2));
  put({task(1)});
  for (int round = 0; round < 5; ++round) {
    open(*one, "one");
    const auto begun = one->begin(1, kAny);
    ASSERT_THAT(ids(begun), ElementsAre(1));
    EXPECT_EQ(begun[0].attempt, 1) << "nobody has failed at it";
    one->leave();
    EXPECT_EQ(news().threads, 1);
  }
  EXPECT_THAT(ids(beat(*other, "other").wanted), ElementsAre(2)) << "and leaves alone what others have begun";
  open(*one, "one");
  one->answer(one->begin(1, kAny).at(0), "answer");
  one->leave();
  EXPECT_THAT(other->begin(1, kAny), IsEmpty()) << "what it has answered is done";
  EXPECT_THAT(texts(news()), ElementsAre("1 answer"));
  put({task(3)});
  EXPECT_THAT(ids(one->begin(1, kAny)), IsEmpty()) << "who has left begins nothing";
  EXPECT_THAT(ids(other->begin(1, kAny)), ElementsAre(3));
}

TEST_F(PostgresTasksTest, WhatAWorkerLeavesWakesTheOthers) {
  const auto one = worker("one"), other = worker("other");
  put({task(1)});
  other->wait(std::chrono::hours(1));  // Takes notice of it.
  ASSERT_THAT(ids(one->begin(1, kAny)), ElementsAre(1));
  auto begun = std::async(std::launch::async, [&other] {
    other->wait(std::chrono::hours(1));
    return ids(other->begin(1, kAny));
  });
  one->leave();
  EXPECT_EQ(begun.wait_for(kPatience), std::future_status::ready) << "nobody woke it";
  other->wake();
  EXPECT_THAT(begun.get(), ElementsAre(1));
}

TEST_F(PostgresTasksTest, WhatIsWithdrawnIsNotDone) {
  const auto one = worker("one");
  put({task(1), task(2), task(3)});
  const auto begun = one->begin(1, kAny);
  ASSERT_THAT(ids(begun), ElementsAre(1));
  const TaskNews told = tasks_->exchange({.withdraw_unless_begun = {1, 2}});
  EXPECT_THAT(told.returned, ElementsAre(2));
  EXPECT_THAT(ids(beat(*one, "one").wanted), ElementsAre(1));
  tasks_->exchange({.withdraw = {1, 3}});
  EXPECT_THAT(beat(*one, "one").wanted, IsEmpty());
  one->answer(begun[0], "answer");
  EXPECT_THAT(texts(news()), IsEmpty());
  EXPECT_THAT(one->begin(5, kAny), IsEmpty());
}

TEST_F(PostgresTasksTest, OneThatIsPutAndWithdrawnAtOnceIsNotThere) {
  tasks_->exchange({.put = {task(1), task(2)}, .withdraw = {1}});
  EXPECT_THAT(ids(worker("one")->begin(5, kAny)), ElementsAre(2));
}

TEST_F(PostgresTasksTest, NobodyBeginsWhatIsTooLate) {
  const auto one = worker("one");
  put({task(1, 0, milliseconds(0)), task(2)});
  EXPECT_THAT(ids(one->begin(5, kAny)), ElementsAre(2));
}

TEST_F(PostgresTasksTest, AnotherEngineTakesNothingAndIsTold) {
  const auto one = worker("one", "another engine");
  put({task(1)});
  EXPECT_EQ(news().threads, 0);
  EXPECT_THAT(one->begin(5, kAny), IsEmpty());
  WorkerNews heard;
  one->beat(heard);
  EXPECT_THAT(heard.strangers, ElementsAre(WorkerNews::Stranger{"a", "engine"}));
  worker("alike")->beat(heard);
  EXPECT_THAT(heard.strangers, IsEmpty());
  one->beat(heard);
  // Who begins under its name has said nothing yet.
  const PostgresStore successor(address_, Node{"a"});
  one->beat(heard);
  EXPECT_THAT(heard.strangers, IsEmpty());
}

TEST_F(PostgresTasksTest, TasksOfAServerThatIsGoneAreNotBegunAndGo) {
  const auto one = worker("one");
  put({task(1), task(2)});
  const auto begun = one->begin(1, kAny);
  const PostgresStore successor(address_, Node{"a"});  // Takes its name and with it its place.
  EXPECT_THAT(one->begin(5, kAny), IsEmpty());
  EXPECT_EQ(tasks(), "2");
  const auto sweeper = worker("sweeper");
  WorkerNews heard;
  sweeper->beat(heard);
  EXPECT_EQ(tasks(), "0");
  one->beat(heard);
  EXPECT_THAT(heard.wanted, IsEmpty()) << "and whoever thinks about one can stop";
  one->answer(begun[0], "answer");
  EXPECT_EQ(tasks(), "0");
}

TEST_F(PostgresTasksTest, WhatNobodyWantedIsSwept) {
  PostgresStore other(address_, Node{"b"});
  const auto its_desk = other.task_queue();
  its_desk->open("engine");
  put({task(1), task(2)});
  shell()->run("UPDATE tasks SET until = until - interval '1 hour' WHERE id = 1");
  its_desk->exchange({.put = {task(1)}});
  const auto one = worker("one");
  beat(*one, "one");
  EXPECT_THAT(ids(one->begin(5, kAny)), UnorderedElementsAre(1, 2)) << "the other server's 1 is wanted";
  EXPECT_EQ(tasks(), "2");
}

// A beat that waited for somebody's transaction would come too late, and its worker be taken for gone.
TEST_F(PostgresTasksTest, SweepingWaitsForNobody) {
  put({task(1), task(2)});
  shell()->run("UPDATE tasks SET until = until - interval '1 hour'");
  const auto other = shell();
  other->run("BEGIN; SELECT 1 FROM tasks WHERE id = 1 FOR UPDATE");
  const auto one = worker("one");
  WorkerNews heard;
  EXPECT_NO_THROW(one->beat(heard));
  EXPECT_EQ(value_of("SELECT string_agg(id::text, ' ') FROM tasks"), "1");
}

TEST_F(PostgresTasksTest, WorkersThatAreLongGoneAreSwept) {
  const auto gone = worker("gone"), silent = worker("silent"), one = worker("one");
  set_heartbeat("gone", "- interval '2 min'");
  silence("silent");
  WorkerNews heard;
  one->beat(heard);
  EXPECT_EQ(value_of("SELECT string_agg(name, ' ' ORDER BY name) FROM workers"), "one silent");
}

TEST_F(PostgresTasksTest, ServersHaveTheirOwnTasks) {
  PostgresStore other(address_, Node{"b"});
  const auto its_desk = other.task_queue();
  its_desk->open("engine");
  const auto one = worker("one");
  put({task(1)});
  its_desk->exchange({.put = {task(1)}});
  auto begun = one->begin(1, kAny);
  ASSERT_THAT(begun, SizeIs(1)) << "the other has the same number";
  const auto rest = one->begin(5, kAny);
  ASSERT_THAT(rest, SizeIs(1));
  begun.push_back(rest[0]);
  for (const BegunTask& each : begun) one->answer(each, each.node == begun[0].node ? "first" : "second");
  const auto here = texts(news()), there = texts(its_desk->exchange({}));
  EXPECT_THAT(here, SizeIs(1));
  EXPECT_THAT(there, SizeIs(1));
  EXPECT_NE(here, there);
}

/// Whoever waits is woken by what he waits for, not by the end of his patience.
TEST_F(PostgresTasksTest, TasksAndAnswersWakeWhoWaitsForThem) {
  const auto one = worker("one");
  auto waited = std::async(std::launch::async, [&one] {
    const auto deadline = steady_clock::now() + kPatience;
    std::vector<BegunTask> begun;
    while (begun.empty() && steady_clock::now() < deadline) {
      one->wait(std::chrono::hours(1));
      begun = one->begin(1, kAny);
    }
    return begun;
  });
  put({task(1)});
  const auto begun = waited.get();
  ASSERT_THAT(ids(begun), ElementsAre(1));
  auto heard = std::async(std::launch::async, [this] {
    TaskNews told;
    while (told.answers.empty()) {
      tasks_->wait(std::chrono::hours(1));
      told = news();
    }
    return told;
  });
  one->answer(begun[0], "answer");
  EXPECT_EQ(heard.wait_for(kPatience), std::future_status::ready) << "nobody woke it";
  tasks_->wake();
  EXPECT_THAT(texts(heard.get()), ElementsAre("1 answer"));
  tasks_->wake();
  tasks_->wait(std::chrono::hours(1));
  one->wake();
  one->wait(std::chrono::hours(1));
}

TEST_F(PostgresTasksTest, ServersHearThatAWorkerHasCome) {
  const auto feed = node_->change_feed();
  EXPECT_TRUE(feed->wait(kPatience).anything);
  const auto one = worker("one");
  const auto heard = [&feed] {
    const auto deadline = steady_clock::now() + kPatience;
    while (steady_clock::now() < deadline) {
      if (feed->wait(kPatience).workers) return true;
    }
    return false;
  };
  EXPECT_TRUE(heard());
  one->leave();
  EXPECT_TRUE(heard());
}

TEST_F(PostgresTasksTest, AfterALossItIsOpenedAgain) {
  const auto one = worker("one");
  put({task(1)});
  shell()->run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()");
  EXPECT_THROW(news(), Error);
  EXPECT_THROW(one->begin(1, kAny), Error);
  tasks_->open("engine");
  open(*one, "one");
  EXPECT_EQ(news().threads, 1);
  EXPECT_THAT(ids(one->begin(1, kAny)), ElementsAre(1));
}

TEST_F(PostgresTasksTest, AWorkerIsOfTheVersionOfItsServers) {
  shell()->run("INSERT INTO schema_version SELECT MAX(version) + 1 FROM schema_version");
  const auto one = open_task_consumer(address_);
  EXPECT_THROW(one->open({"one", "engine", 1}), Error);
  EXPECT_EQ(value_of("SELECT count(*)::text FROM workers"), "0");
}

TEST_F(PostgresSchemaTest, AWorkerMakesNoTables) {
  const auto one = open_task_consumer(address_);
  EXPECT_THROW(one->open({"one", "engine", 1}), Error);
  EXPECT_EQ(value_of("SELECT count(*)::text FROM pg_tables WHERE schemaname = 'public'"), "0");
}

}  // namespace
}  // namespace storage
