#include "server/library/library_work.h"

#include "server/base/attempt.h"
#include "server/base/log.h"
#include "server/base/scheduling.h"
#include "server/base/service_thread.h"
#include "server/protocol/time.h"
#include "server/records/record_queue.h"

namespace server {

namespace {

using std::chrono::steady_clock;

/// As WorkPool's slow lane, and behind it.
constexpr int kNiceness = 15;
/// What another server has left, or what could not be written, is looked for so often.
constexpr std::chrono::seconds kBetweenLooks{30};
constexpr std::chrono::minutes kBetweenSweeps{10};
constexpr int kSweptRows = 500;
/// Of imports that have ended, or are still received.
constexpr std::chrono::days kImportsStay{7};

/// An answer from the network thread that may never come.
struct Answer {
  std::mutex mutex;
  std::condition_variable_any came;
  std::optional<Persisted> persisted;
};

}  // namespace

LibraryWork::LibraryWork(storage::Store& store, RecordQueue& records, LibraryLimits limits)
    : store_(store),
      records_(records),
      limits_(limits),
      thread_(start_service("library", [this](const std::stop_token& stop) { run(stop); })) {}

LibraryWork::~LibraryWork() = default;

void LibraryWork::wake() {
  {
    const std::lock_guard lock(mutex_);
    awake_ = true;
  }
  woken_.notify_one();
}

void LibraryWork::run(const std::stop_token& stop) {
  set_batch_priority(kNiceness);
  commit_ = [this, stop](std::vector<storage::Write> writes) { return commit(stop, std::move(writes)); };
  std::shared_ptr<storage::Reader> reader;
  while (!stop.stop_requested()) {
    bool more = false;
    const bool sound = attempt("library", [&] {
      if (!reader) reader = store_.open_reader();
      more = work(reader->library());
    });
    if (!sound) reader.reset();
    if (!more) wait(stop);
  }
}

// Files first: they are waited for.
bool LibraryWork::work(storage::LibraryReader& library) {
  return import(library) || LibraryIndex(library, commit_).step() || sweep();
}

bool LibraryWork::import(storage::LibraryReader& library) {
  const auto waiting = library.waiting_import();
  if (!waiting) {
    job_.reset();
    return false;
  }
  if (!job_ || job_->id() != waiting->id) job_.emplace(waiting->id);
  auto write = job_->next(library, limits_);
  return write && commit_({*std::move(write)});
}

bool LibraryWork::sweep() {
  if (steady_clock::now() < next_sweep_) return false;
  const auto before = std::chrono::floor<std::chrono::milliseconds>(server_now() - kImportsStay);
  const bool more = commit_({storage::SweepLibrary{before.time_since_epoch().count(), kSweptRows}});
  if (!more) next_sweep_ = steady_clock::now() + kBetweenSweeps;
  return more;
}

bool LibraryWork::commit(const std::stop_token& stop, std::vector<storage::Write> writes) {
  const auto answer = std::make_shared<Answer>();
  records_.answer([&records = records_, answer, writes = std::move(writes)]() mutable {
    records.commit(std::move(writes), [answer](Persisted persisted) {
      {
        const std::lock_guard lock(answer->mutex);
        answer->persisted = persisted;
      }
      answer->came.notify_one();
    });
  });
  std::unique_lock lock(answer->mutex);
  return answer->came.wait(lock, stop, [&] { return answer->persisted.has_value(); }) &&
         answer->persisted == Persisted::done;
}

void LibraryWork::wait(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  woken_.wait_for(lock, stop, kBetweenLooks, [this] { return awake_; });
  awake_ = false;
}

}  // namespace server
