#pragma once

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <type_traits>
#include <vector>

#include "storage/store.h"

namespace server {

/// What became of a request to the record thread.
enum class Persisted {
  done,     ///< All writes are on disk.
  refused,  ///< At least one write contradicts what is stored; the others of the request are on disk.
  failed,   ///< The store threw (disk full, ...): nothing of the request is on disk.
  busy,     ///< The queue was full: nothing was tried.
};

/// Hears how the record thread fares; called on that thread.
struct RecordMeter {
  std::function<void(std::chrono::duration<double> took)> committed = [](auto) {};
  std::function<void()> failed = [] {};
};

/// Owns the thread that owns the store. Whatever waits when the thread becomes free goes into one
/// transaction, so a slow disk makes larger commits instead of a longer queue (group commit without a timer).
///
/// Called from the network thread. Completions run there too, in the order of the requests, and never inside
/// the call that asked. Destroying it finishes all waiting work first; completions posted after the executor
/// stopped are destroyed unrun.
class RecordQueue {
 public:
  using Executor = boost::asio::io_context::executor_type;
  using Done = std::function<void(Persisted)>;

  /// Requests, not writes. At one or two writes a request and 1 ms a commit this is seconds of stalled disk.
  static constexpr std::size_t kMaxWaiting = 4096;

  RecordQueue(storage::Store& store, Executor network, RecordMeter meter = {},
              std::size_t max_waiting = kMaxWaiting);
  ~RecordQueue();
  RecordQueue(const RecordQueue&) = delete;
  RecordQueue& operator=(const RecordQueue&) = delete;

  void commit(std::vector<storage::Write> writes, Done done);

  /// Runs `read(store)` on the record thread, after all writes that were asked for earlier, and calls
  /// `done(std::optional<result>)`: empty when the queue is full or the store failed.
  template <class Read, class Done>
  void read(Read read, Done done) {
    auto result = std::make_shared<std::optional<std::invoke_result_t<Read, storage::Store&>>>();
    push({.writes = {},
          .read = [read = std::move(read), result](storage::Store& store) { *result = read(store); },
          .done = [result, done = std::move(done)](Persisted) mutable { done(std::move(*result)); }});
  }

  std::size_t waiting() const;

 private:
  struct Request {
    std::vector<storage::Write> writes{};
    std::function<void(storage::Store&)> read{};  // Empty for a commit.
    Done done{};
    Persisted outcome = Persisted::done;
  };

  void push(Request request);
  void complete(std::vector<Request> requests);
  void run();
  std::vector<Request> take_all();
  void serve(std::span<Request> batch);
  void commit(std::span<Request> batch);
  void read(Request& request);
  void fail(std::span<Request> batch, const char* why);

  storage::Store& store_;
  Executor network_;
  const RecordMeter meter_;
  const std::size_t max_waiting_;

  mutable std::mutex mutex_;  // Guards what follows, up to the thread.
  std::condition_variable wake_;
  std::vector<Request> waiting_;
  bool closing_ = false;

  std::thread thread_;
};

}  // namespace server
