#include "storage/postgres/postgres_task_queue.h"

#include "storage/postgres/postgres_store.h"
#include "storage/postgres/task_queries.h"

namespace storage {

using namespace sql::postgres;

void PostgresTaskQueue::open(const std::string& engine) {
  engine_ = engine;
  connection_.reset();
  auto connection = connector_.connect(PostgresConnection::Use::write);
  const std::string channel = connection->ask(kAnswersChannel, node_.epoch).row(0).text();
  connection->ask(kTellEngine, node_.epoch, engine_);
  connection->run("LISTEN " + channel);
  connection_ = std::move(connection);
}

TaskNews PostgresTaskQueue::exchange(const TaskWishes& wishes) {
  try {
    send(wishes);
    return receive(wishes);
  } catch (...) {
    close();
    throw;
  }
}

void PostgresTaskQueue::send(const TaskWishes& wishes) {
  // One that is withdrawn meanwhile was put before.
  for (const Task& task : wishes.put) {
    connection_->send(kPutTask, node_.epoch, task.id, engine_, task.urgency, task.question,
                      static_cast<std::int64_t>(task.time.count()));
  }
  for (const std::int64_t id : wishes.withdraw) connection_->send(kWithdrawTask, node_.epoch, id);
  for (const std::int64_t id : wishes.withdraw_unless_begun)
    connection_->send(kWithdrawUnlessBegun, node_.epoch, id);
  if (!wishes.put.empty()) connection_->send(kTellWorkers);
  // All up to the sync is one implicit transaction of the server: all of it happens, or nothing.
  connection_->send(kTaskAgain, node_.epoch);
  connection_->send(kGiveTasksBack, node_.epoch);
  connection_->send(kTakeAnswers, node_.epoch);
  connection_->send(kThreads, engine_);
  connection_->sync();
}

TaskNews PostgresTaskQueue::receive(const TaskWishes& wishes) {
  TaskNews news;
  const auto give_back = [&news](const PostgresResult& found) {
    for (int i = 0; i < found.rows(); ++i) news.returned.push_back(found.row(i).millis());
  };
  // Answers come in the order of send().
  for (std::size_t i = 0; i < wishes.put.size() + wishes.withdraw.size(); ++i) connection_->receive();
  for (std::size_t i = 0; i < wishes.withdraw_unless_begun.size(); ++i) give_back(connection_->receive());
  if (!wishes.put.empty()) connection_->receive();
  connection_->receive();  // Of what is begun anew.
  give_back(connection_->receive());
  news.answers = read_all(connection_->receive(), [](PostgresRow& row) {
    const std::int64_t id = row.millis();
    return TaskAnswer{id, row.text()};
  });
  news.threads = connection_->receive().row(0).number();
  connection_->receive_sync();
  return news;
}

void PostgresTaskQueue::wait(std::chrono::milliseconds patience) {
  try {
    connection_->notices(wake_.descriptor(), patience);
  } catch (...) {
    close();
    throw;
  }
}

}  // namespace storage
