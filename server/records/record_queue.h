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
#include <utility>
#include <vector>

#include "server/base/work_pool.h"
#include "server/records/attempt_to_read.h"
#include "server/records/commit_pace.h"
#include "storage/store.h"

namespace server {

/// What became of a request to the record thread.
enum class Persisted {
  done,     ///< All writes are on disk.
  refused,  ///< At least one write contradicts what is stored; the others of the request are on disk.
  failed,   ///< The store threw (disk full, ...), or cannot carry it out: nothing of it is on disk.
  unknown,  ///< The store was lost while it committed: all of the request is there or nothing.
  busy,     ///< The queue was full: nothing was tried.
};

/// Hears how the store fares; called on the record thread, `failed` by those that read, too.
/// Functions that are not set do nothing.
struct RecordMeter {
  std::function<void(std::chrono::duration<double> took)> committed = [](auto) {};
  std::function<void()> failed = [] {};  ///< A transaction or a read. Several threads may call it at once.
  /// The store belongs to another server now; nothing will be written any more.
  std::function<void()> taken_over = [] {};
};

/// The records as the network thread knows them: one thread writes, the threads of a WorkPool read.
///
/// Writes: whatever waits when the thread becomes free goes into one transaction, so a slow disk makes larger
/// commits instead of a longer queue. While requests come fast, commits keep a distance (CommitPace). After a
/// failure it rests before it tries again, longer each time, while requests wait in the queue.
///
/// Reads go through connections of their own: they wait for no write and no write waits for them. A read that
/// is asked for after the completion of a write sees it.
///
/// Called from the network thread. Completions run there too, never inside the call that asked, those of
/// writes in the order of the requests. Destroying it finishes all waiting writes first; completions posted
/// after the executor stopped are destroyed unrun.
///
/// Callers must bear each outcome: after `refused` the stored state is another one than was thought, after
/// `failed` and `busy` the request may be made again, after `unknown` the record has to be read.
class RecordQueue {
 public:
  using Executor = boost::asio::io_context::executor_type;
  using Done = std::function<void(Persisted)>;

  struct Options {
    /// Requests, not writes. At one or two writes a request and 1 ms a commit this is seconds of stalled
    /// disk.
    std::size_t max_waiting = 4096;
    /// Of them those that are neither of a game nor of the server's life: names, guests, seeks. However many
    /// come, a player's move finds a place.
    std::size_t max_others_waiting = 1024;
    CommitPace::Options pace{};
    std::chrono::milliseconds first_rest{50};  ///< After a failed commit; doubled by each that follows.
    std::chrono::milliseconds longest_rest{2'000};
    /// Threads that read, each with a connection.
    WorkPool::Options work{};
  };

  /// `store` outlives this; its commit() is called by the record thread alone.
  RecordQueue(storage::Store& store, Executor network, RecordMeter meter, Options options);
  RecordQueue(storage::Store& store, Executor network, RecordMeter meter = {})
      : RecordQueue(store, network, std::move(meter), Options()) {}
  /// Blocks until the queue is written.
  ~RecordQueue();
  RecordQueue(const RecordQueue&) = delete;
  RecordQueue& operator=(const RecordQueue&) = delete;

  /// Never blocks. `writes` go into one transaction, in their order; an empty list is a request as well.
  void commit(std::vector<storage::Write> writes, Done done);
  /// Runs `done` on the network thread, soon, whatever waits for the disk.
  void answer(std::function<void()> done);

  /// Runs `read(reader)` on a thread of the pool and calls `done(std::optional<result>)`: empty when its lane
  /// is full or the store failed.
  template <class Read, class Done>
  void read(WorkPool::Order order, Read read, Done done) {
    work_.run(
        std::move(order), [this, read = std::move(read)]() mutable { return with_reader(read); },
        [done = std::move(done)](auto result) mutable { done(result ? *std::move(result) : std::nullopt); });
  }
  /// The same for a look-up of the server's own.
  template <class Read, class Done>
  void read(Read read, Done done) {
    this->read(WorkPool::Order(), std::move(read), std::move(done));
  }

  /// A read by a reader of its own, beside the pool, has failed. Any thread.
  void count_failed_read() const { meter_.failed(); }

  /// For work of the same kind that needs no records.
  WorkPool& work() { return work_; }
  /// Of the thread that is called back.
  Executor network() const { return network_; }

  /// Writes.
  /// Requests that the record thread has not taken yet.
  std::size_t waiting() const;

 private:
  struct Request {
    std::vector<storage::Write> writes{};
    Done done{};
    Persisted outcome = Persisted::done;
  };

  // Posts the completions to the network thread; waits for memory.
  void complete(std::vector<Request> requests);
  void run();
  std::vector<Request> take_all();
  void commit(std::span<Request> batch);
  std::optional<storage::WriteFailed> try_to_commit(std::span<Request> batch,
                                                    const std::vector<storage::Write>& writes,
                                                    const std::vector<Request*>& owners);
  void fail(std::span<Request> batch, const char* why, Persisted outcome);
  void rest();

  // A reader that threw is not used again: it may not know that its file has gone.
  template <class Read>
  auto with_reader(Read& read) {
    std::optional<std::invoke_result_t<Read&, storage::Reader&>> result;
    attempt_to_read("records", meter_.failed, [&] {
      std::shared_ptr<storage::Reader> reader = borrow_reader();
      result.emplace(read(*reader));
      give_back(std::move(reader));
    });
    return result;
  }
  // As many are open as threads have read at a time.
  std::shared_ptr<storage::Reader> borrow_reader();
  void give_back(std::shared_ptr<storage::Reader> reader);

  storage::Store& store_;
  Executor network_;
  const RecordMeter meter_;
  const Options options_;

  mutable std::mutex mutex_;  // Guards what follows, up to the free readers.
  std::condition_variable wake_;
  std::vector<Request> waiting_;
  std::size_t others_waiting_ = 0;
  bool asleep_ = false;  // The thread has nothing to do, and wants to be woken.
  bool closing_ = false;

  // A lock of their own: readers wait for no commit.
  std::mutex readers_mutex_;
  std::vector<std::shared_ptr<storage::Reader>> free_readers_;

  // Of the record thread alone.
  CommitPace pace_;
  std::chrono::milliseconds rest_{0};

  // The pool ends by its own destructor where the system has no thread left for thread_, after which nothing
  // is constructed.
  WorkPool work_;
  std::thread thread_;
};

}  // namespace server
