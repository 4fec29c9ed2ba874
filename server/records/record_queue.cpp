#include "server/records/record_queue.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <iterator>
#include <utility>

#include "server/logs/attempt.h"
#include "server/logs/log.h"

namespace server {

RecordQueue::RecordQueue(storage::Store& store, Executor network, RecordMeter meter, std::size_t max_waiting)
    : store_(store), network_(network), meter_(std::move(meter)), max_waiting_(max_waiting), thread_([this] {
        run();
      }) {}

RecordQueue::~RecordQueue() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void RecordQueue::commit(std::vector<storage::Write> writes, Done done) {
  push({.writes = std::move(writes), .done = std::move(done)});
}

std::size_t RecordQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

void RecordQueue::push(Request request) {
  {
    const std::lock_guard lock(mutex_);
    if (waiting_.size() < max_waiting_) {
      waiting_.push_back(std::move(request));
      wake_.notify_one();
      return;
    }
  }
  request.outcome = Persisted::busy;
  complete({std::move(request)});
}

void RecordQueue::complete(std::vector<Request> requests) {
  boost::asio::post(network_, [requests = std::move(requests)] {
    for (const Request& request : requests) attempt("completion", [&] { request.done(request.outcome); });
  });
}

void RecordQueue::run() {
  for (std::vector<Request> batch = take_all(); !batch.empty(); batch = take_all()) {
    serve(batch);
    complete(std::move(batch));
  }
}

// Empty only when the queue closes and nothing is left.
std::vector<RecordQueue::Request> RecordQueue::take_all() {
  std::unique_lock lock(mutex_);
  wake_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
  return std::exchange(waiting_, {});
}

// Reads must see the writes before them, so they cut the batch into transactions.
void RecordQueue::serve(std::span<Request> batch) {
  while (!batch.empty()) {
    const auto is_read = [](const Request& request) { return static_cast<bool>(request.read); };
    const auto writes =
        static_cast<std::size_t>(std::find_if(batch.begin(), batch.end(), is_read) - batch.begin());
    if (writes > 0) commit(batch.first(writes));
    batch = batch.subspan(writes);
    if (!batch.empty()) {
      read(batch.front());
      batch = batch.subspan(1);
    }
  }
}

void RecordQueue::commit(std::span<Request> batch) {
  std::vector<storage::Write> writes;
  for (Request& request : batch) {
    std::move(request.writes.begin(), request.writes.end(), std::back_inserter(writes));
  }
  try {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<storage::WriteResult> results = store_.commit(writes);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    meter_.committed(took);
    auto result = results.begin();
    for (Request& request : batch) {
      const auto end = result + static_cast<std::ptrdiff_t>(request.writes.size());
      if (std::find(result, end, storage::WriteResult::refused) != end) request.outcome = Persisted::refused;
      result = end;
    }
  } catch (const std::exception& error) {
    fail(batch, error.what());
  }
}

void RecordQueue::read(Request& request) {
  try {
    request.read(store_);
  } catch (const std::exception& error) {
    fail(std::span(&request, 1), error.what());
  }
}

void RecordQueue::fail(std::span<Request> batch, const char* why) {
  log_event(LogLevel::error, "records_failed", {{"why", why}, {"requests", batch.size()}});
  meter_.failed();
  for (Request& request : batch) request.outcome = Persisted::failed;
}

}  // namespace server
