#include "storage/postgres/postgres_task_consumer.h"

#include <utility>

#include "storage/postgres/task_queries.h"
#include "storage/sql/migrations.h"
#include "storage/store.h"

namespace storage {

using namespace sql::postgres;
using std::chrono::steady_clock;

namespace {

constexpr std::chrono::seconds kBetweenSweeps{5};

/// A worker makes no tables: it may be there before the first server, and must not be newer than all of them.
void check_schema(PostgresConnection& connection) {
  const bool is_made = connection.ask("SELECT 1 FROM pg_tables WHERE tablename = 'schema_version'").any();
  const int found = is_made ? connection.ask("SELECT MAX(version) FROM schema_version").row(0).number() : 0;
  const int known = static_cast<int>(sql::migrations().size());
  if (found == known) return;
  throw Error("the database has schema " + std::to_string(found) + ", and this program knows " +
              std::to_string(known) + ": workers are of the version of their servers");
}

}  // namespace

/// After a failure nothing is known of what was under way: the connection goes.
template <class Do>
auto PostgresTaskConsumer::ask(Do what) {
  try {
    return what();
  } catch (...) {
    connection_.reset();
    throw;
  }
}

void PostgresTaskConsumer::open(const Self& self) {
  engine_ = self.engine;
  ask([&] {
    if (!connection_) {
      connection_ = connector_.connect(PostgresConnection::Use::write);
      check_schema(*connection_);
      connection_->run("LISTEN " + connection_->ask(kWorkChannel).row(0).text());
    }
    // A worker that was taken for gone begins with another id: late answers under the old one find no row.
    if (id_ != 0) connection_->ask(kCloseWorker, std::exchange(id_, 0));
    id_ = connection_->ask(kOpenWorker, self.name, self.engine, self.threads).row(0).millis();
    connection_->ask(kTellOfWorkers);
  });
}

void PostgresTaskConsumer::leave() {
  ask([this] {
    if (!connection_ || id_ == 0) return;
    connection_->send(kLeaveTasks, id_);
    connection_->send(kCloseWorker, std::exchange(id_, 0));
    connection_->send(kTellWorkers);
    connection_->send(kTellOfWorkers);
    connection_->sync();
    for (int i = 0; i < 4; ++i) connection_->receive();
    connection_->receive_sync();
  });
}

bool PostgresTaskConsumer::beat(WorkerNews& news) {
  return ask([&] {
    connection_->send(kBeatWorker, id_);
    connection_->send(kWantedTasks, id_);
    connection_->send(kStrangers, engine_);
    connection_->sync();
    const bool lives = connection_->receive().any();
    news.wanted = read_all(connection_->receive(), [](PostgresRow& row) {
      BegunTask task;
      task.node = row.millis();
      task.id = row.millis();
      task.attempt = row.millis();
      return task;
    });
    news.strangers = read_all(connection_->receive(), [](PostgresRow& row) {
      std::string node = row.text();
      return WorkerNews::Stranger{std::move(node), row.text()};
    });
    connection_->receive_sync();
    sweep();
    return lives;
  });
}

// Every worker does: with none there is nothing to sweep.
void PostgresTaskConsumer::sweep() {
  if (steady_clock::now() - swept_ < kBetweenSweeps) return;
  swept_ = steady_clock::now();
  connection_->ask(kSweepTasks);
  connection_->ask(kSweepWorkers);
}

std::vector<BegunTask> PostgresTaskConsumer::begin(int most, int urgency) {
  return ask([&] {
    return read_all(connection_->ask(kBeginTasks, id_, engine_, most, urgency), [](PostgresRow& row) {
      BegunTask task;
      task.node = row.millis();
      task.id = row.millis();
      task.attempt = row.millis();
      task.left = std::chrono::milliseconds(row.millis());
      task.question = row.text();
      return task;
    });
  });
}

void PostgresTaskConsumer::answer(const BegunTask& task, const std::string& text) {
  ask([&] { connection_->ask(kAnswerTask, task.node, task.id, task.attempt, id_, text); });
}

void PostgresTaskConsumer::wait(std::chrono::milliseconds patience) {
  ask([&] { connection_->notices(wake_.descriptor(), patience); });
}

std::unique_ptr<TaskConsumer> open_task_consumer(const std::string& database) {
  return std::make_unique<PostgresTaskConsumer>(database);
}

}  // namespace storage
