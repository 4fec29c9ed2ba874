#include "server/records/record_queue.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <iterator>

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/post_patiently.h"
#include "server/base/scheduling.h"
#include "server/base/service_thread.h"

namespace server {

namespace {

using std::chrono::steady_clock;

/// Requests that are left out of a batch because of what they contain, and how long that goes on; then the
/// rest of it fails, too.
// Each round is a whole transaction: without these bounds a bad batch would keep all others waiting.
constexpr int kMostLeftOut = 8;
constexpr std::chrono::seconds kLeavingOut{5};

/// Of a game, or of the server's life.
// A write of another kind can be asked for again by its user; a lost move cannot.
bool is_vital(const storage::Write& write) {
  return std::holds_alternative<storage::Append>(write) ||
         std::holds_alternative<storage::CreateGame>(write) ||
         std::holds_alternative<storage::TakeSeats>(write) ||
         std::holds_alternative<storage::KeepOrder>(write) ||
         std::holds_alternative<storage::Heartbeat>(write) || std::holds_alternative<storage::Leave>(write);
}

}  // namespace

RecordQueue::RecordQueue(storage::Store& store, Executor network, RecordMeter meter, Options options)
    : store_(store),
      network_(network),
      meter_(std::move(meter)),
      options_(options),
      pace_(options.pace),
      work_(network, options.work),
      thread_([this] { run(); }) {}

RecordQueue::~RecordQueue() {
  {
    const std::lock_guard lock(mutex_);
    closing_ = true;
  }
  wake_.notify_one();
  // run() leaves its loop when closing_ is set and the queue is empty.
  thread_.join();
}

std::size_t RecordQueue::waiting() const {
  const std::lock_guard lock(mutex_);
  return waiting_.size();
}

// The lock is held for a few pointers only: the network thread waits for no disk here.
void RecordQueue::commit(std::vector<storage::Write> writes, Done done) {
  Request request{.writes = std::move(writes), .done = std::move(done)};
  // One vital write makes the whole request vital: its parts belong together.
  const bool is_other = std::ranges::none_of(request.writes, is_vital);
  bool wakes = false;
  {
    const std::lock_guard lock(mutex_);
    const bool has_place = !is_other || others_waiting_ < options_.max_others_waiting;
    if (waiting_.size() < options_.max_waiting && has_place) {
      others_waiting_ += is_other ? 1 : 0;
      waiting_.push_back(std::move(request));
      // Only a thread that sleeps is woken: a notification costs a system call.
      wakes = std::exchange(asleep_, false);
    } else {
      request.outcome = Persisted::busy;
    }
  }
  if (wakes) wake_.notify_one();
  // After the lock is released: posting may allocate.
  if (request.outcome == Persisted::busy) answer([done = std::move(request.done)] { done(Persisted::busy); });
}

void RecordQueue::answer(std::function<void()> done) {
  boost::asio::post(network_, [done = std::move(done)] { attempt("answer", done); });
}

// All of a batch in one visit to the network thread, so that what they cause can be sent together.
void RecordQueue::complete(std::vector<Request> requests) {
  post_patiently(network_, [requests = std::move(requests)] {
    // A completion that throws must not take the others' answers along.
    for (const Request& request : requests) attempt("completion", [&] { request.done(request.outcome); });
  });
}

void RecordQueue::run() {
  name_thread("records");
  // Every move waits for this thread: with bots on all cores it must not wait its turn.
  set_latency_priority();
  for (std::vector<Request> batch = take_all(); !batch.empty(); batch = take_all()) {
    // What is thrown here is a defect, and no store's failure: whether it came before the commit or after it
    // is not known.
    if (!attempt("commit", [&] { commit(batch); })) fail(batch, "defect", Persisted::unknown);
    complete(std::move(batch));
    if (rest_ > std::chrono::milliseconds(0)) rest();
  }
}

// Empty only when the queue closes and nothing is left.
std::vector<RecordQueue::Request> RecordQueue::take_all() {
  std::unique_lock lock(mutex_);
  // commit() looks at this under the same lock, so that no notification is lost.
  asleep_ = waiting_.empty();
  wake_.wait(lock, [this] { return closing_ || !waiting_.empty(); });
  asleep_ = false;
  // Waits for company, not for work: what comes in this time goes into the same transaction.
  if (const auto early = pace_.next() - steady_clock::now(); early > steady_clock::duration(0)) {
    lock.unlock();
    std::this_thread::sleep_for(early);
    lock.lock();
  }
  // Everything, however much: the queue's bound is the batch's bound.
  std::vector<Request> batch = std::exchange(waiting_, {});
  others_waiting_ = 0;
  lock.unlock();
  pace_.begins(steady_clock::now(), batch.size());
  return batch;
}

// Again and again without the request that the store cannot carry out: it is no reason for others to fail.
void RecordQueue::commit(std::span<Request> batch) {
  std::vector<storage::Write> writes;
  std::vector<Request*> owners;  // Of each write.
  // One flat list, as the store takes it; owners tells which request each write came from.
  for (Request& request : batch) {
    owners.insert(owners.end(), request.writes.size(), &request);
    std::move(request.writes.begin(), request.writes.end(), std::back_inserter(writes));
  }
  const auto start = steady_clock::now();
  int left_out = 0;
  // Ends: each round leaves one request out, and at most kMostLeftOut of them.
  while (const auto failed = try_to_commit(batch, writes, owners)) {
    // A store that names a write that there is not has written nothing either.
    const bool is_named = failed->write() < owners.size();
    if (!is_named || ++left_out > kMostLeftOut || steady_clock::now() - start > kLeavingOut)
      return fail(batch, failed->what(), Persisted::failed);
    Request* const request = owners[failed->write()];
    request->outcome = Persisted::failed;
    log_event(LogLevel::error, "write_failed", {{"why", failed->what()}});
    meter_.failed();
    // Writes of one request lie together, in the order of the batch.
    const auto [from, to] = std::ranges::equal_range(owners, request);
    const auto first = from - owners.begin(), last = to - owners.begin();
    writes.erase(writes.begin() + first, writes.begin() + last);
    owners.erase(from, to);
  }
}

/// @param owners  of each write, in the order of the batch
/// @return the write that cannot be carried out, if there is one: then nothing is
std::optional<storage::WriteFailed> RecordQueue::try_to_commit(std::span<Request> batch,
                                                               const std::vector<storage::Write>& writes,
                                                               const std::vector<Request*>& owners) {
  try {
    const auto start = steady_clock::now();
    const std::vector<storage::WriteResult> results = store_.commit(writes);
    const std::chrono::duration<double> took = steady_clock::now() - start;
    meter_.committed(took);
    rest_ = std::chrono::milliseconds(0);
    // A refusal is an answer, not a failure: the other writes of the batch are on disk.
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i] == storage::WriteResult::refused) owners[i]->outcome = Persisted::refused;
    }
  } catch (const storage::WriteFailed& error) {
    return error;
    // Nothing will ever be written again: main() ends the process.
  } catch (const storage::TakenOver& error) {
    meter_.taken_over();
    fail(batch, error.what(), Persisted::failed);
  } catch (const storage::OutcomeUnknown& error) {
    fail(batch, error.what(), Persisted::unknown);
    // Disk full, connection lost, file locked: all of them may pass.
  } catch (const std::exception& error) {
    fail(batch, error.what(), Persisted::failed);
  }
  return std::nullopt;
}

void RecordQueue::fail(std::span<Request> batch, const char* why, Persisted outcome) {
  // Doubled up to the longest; zero again after the first success.
  rest_ = std::clamp(2 * rest_, options_.first_rest, options_.longest_rest);
  log_event(LogLevel::error, "records_failed",
            {{"why", why}, {"requests", batch.size()}, {"again_in_ms", rest_.count()}});
  meter_.failed();
  for (Request& request : batch) request.outcome = outcome;
}

/// A disk that is full, or locked by another process, is not asked again at once, however often it is called.
/// Destruction cuts it short.
void RecordQueue::rest() {
  std::unique_lock lock(mutex_);
  wake_.wait_for(lock, rest_, [this] { return closing_; });
}

// The last one that was given back: its pages are the warmest.
std::shared_ptr<storage::Reader> RecordQueue::borrow_reader() {
  {
    const std::lock_guard lock(readers_mutex_);
    if (!free_readers_.empty()) {
      std::shared_ptr<storage::Reader> reader = std::move(free_readers_.back());
      free_readers_.pop_back();
      return reader;
    }
  }
  // Outside the lock: opening connects to the database, or opens a file.
  return store_.open_reader();
}

// Never more than threads that read at a time.
void RecordQueue::give_back(std::shared_ptr<storage::Reader> reader) {
  const std::lock_guard lock(readers_mutex_);
  free_readers_.push_back(std::move(reader));
}

}  // namespace server
