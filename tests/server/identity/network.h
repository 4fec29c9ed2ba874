#pragma once

#include <gtest/gtest.h>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <optional>

#include "server/records/record_queue.h"
#include "tests/server/run_until.h"
#include "tests/storage/memory_store.h"

namespace server {

/// The network thread, a store and its thread. Answers come when a test waits for them.
class NetworkTest : public testing::Test {
 protected:
  /// What `ask(done)` hands to `done`, which must not be called inside the call.
  template <class Answer, class Ask>
  Answer answer(Ask ask) {
    std::optional<Answer> result;
    ask([&result](Answer given) { result.emplace(std::move(given)); });
    EXPECT_FALSE(result) << "the answer comes later";
    run_io_until(io_, [&] { return result.has_value(); });
    return *std::move(result);
  }

  boost::asio::io_context io_;
  boost::asio::executor_work_guard<RecordQueue::Executor> keep_running_{io_.get_executor()};
  storage::MemoryStore store_;
  RecordQueue records_{store_, io_.get_executor()};
};

}  // namespace server
