#include "server/library/library_work.h"

#include <utility>
#include <variant>

#include "server/base/log.h"
#include "server/base/scheduling.h"
#include "server/base/service_thread.h"
#include "server/library/ended_games.h"
#include "server/protocol/time.h"
#include "server/records/record_queue.h"

namespace server {

namespace {

using std::chrono::steady_clock;

/// As WorkPool's slow lane, and behind it.
/// Importing is never urgent: with this niceness and long slices (scheduling.h) it gets what games leave.
constexpr int kNiceness = 15;
/// So often all is looked at for what another server has left, or what could not be written.
constexpr std::chrono::seconds kBetweenLooks{30};
constexpr std::chrono::minutes kBetweenSweeps{10};
/// Batches of games that have ended, of some 20,000 games: their positions are found quickest in one go.
constexpr int kPlacedInARow = 300;
constexpr int kSweptRows = 200;
/// In one commit: of 128 KiB each.
constexpr std::ptrdiff_t kSweptParts = 5;
/// Until the first part of a file; each gives as much again (LibraryReader::library_debris()).
constexpr std::chrono::minutes kReceivedIn{10};
constexpr std::chrono::hours kImportsStay{7 * 24};
/// A file that has thrown so often will throw again.
constexpr int kMostDefects = 3;

/// An answer from the network thread that may never come.
struct Answer {
  std::mutex mutex;
  std::condition_variable_any came;
  std::optional<Persisted> persisted;
};

}  // namespace

LibraryWork::LibraryWork(storage::Store& store, RecordQueue& records, ImportQuota& quota,
                         LibraryLimits limits, ImportTurn turn)
    : store_(store),
      records_(records),
      quota_(quota),
      failed_([&records] { records.count_failed_read(); }),
      limits_(limits),
      turn_(turn),
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
    const bool sound = attempt_to_read("library", failed_, [&] {
      if (!reader) reader = store_.open_reader();
      more = work(*reader);
    });
    // What was thrown is logged. The connection of the reader may be broken: the next round opens another.
    if (!sound) reader.reset();
    if (!more) wait(stop);
  }
}

// Files are waited for. But one of a hundred thousand games does not hold up those that end here meanwhile,
// nor the sweep, which ends the imports that keep places of others; nor do all that ended before an upgrade
// hold up the positions of collections.
bool LibraryWork::work(storage::Reader& records) {
  storage::LibraryReader& library = records.library();
  if (placed_ >= kPlacedInARow) {
    placed_ = 0;
    if (index(library)) return true;
  }
  round_ = (round_ + 1) % 4;
  if (round_ % 2 == 1 && place_ended_games(records)) return true;
  if (round_ == 0 && sweep(library)) return true;
  const bool imports_rest = std::exchange(imports_rest_, false);
  if (!imports_rest && import(library)) return true;
  const bool more = place_ended_games(records) || index(library) || sweep(library);
  imports_rest_ = imports_rest && more;
  return more;
}

bool LibraryWork::place_ended_games(storage::Reader& records) {
  auto next = next_of_ended_games(records, failed_);
  const bool done = next && commit_({*std::move(next)});
  if (done) ++placed_;
  return done;
}

bool LibraryWork::import(storage::LibraryReader& library) {
  std::optional<storage::Write> write;
  try {
    if (job_ && !job_->has_had(turn_)) write = next_write(library);
    if (!write && take_job(library)) write = next_write(library);
  } catch (const storage::Error&) {
    rest_from_imports();  // It is not the file's.
    throw;
  } catch (...) {
    if (job_) ++defects_[job_->id()];
    rest_from_imports();
    throw;
  }
  const bool is_end = write && std::holds_alternative<storage::EndImport>(*write);
  const auto* const add = write ? std::get_if<storage::AddGames>(&*write) : nullptr;
  const std::size_t games = add ? add->games.size() : 0;
  const bool done = write && commit_({*std::move(write)});
  if (done && is_end) {
    quota_.end(job_->id());
    defects_.erase(job_->id());
  }
  if (done && games > 0) give_back_for_known(library, games);
  // A write that did not happen may mean that another server has gone on with the import: what is known here
  // of its place is stale.
  if (!done) job_.reset();
  return done;
}

/// It may throw each time: others have their turn before it, and all that is no import.
void LibraryWork::rest_from_imports() {
  job_.reset();
  imports_rest_ = true;
}

std::optional<storage::Write> LibraryWork::next_write(storage::LibraryReader& library) {
  const auto defects = defects_.find(job_->id());
  if (defects != defects_.end() && defects->second >= kMostDefects)
    return storage::EndImport{job_->id(), "failed"};
  return job_->next(library, limits_, [this](const storage::LibraryImport& import, std::int64_t bytes) {
    paid_ = {import, static_cast<Cost>(bytes)};
    return quota_.take(import.id, import.address, paid_.bytes);
  });
}

/// Of a batch that is written: games that were there already take no place on the disk. Which of them is
/// known only now; they count as long as the others.
void LibraryWork::give_back_for_known(storage::LibraryReader& library, std::size_t games) {
  const auto now = library.library_import(paid_.import.id);
  if (!now) return;
  const auto known = static_cast<Cost>(games) - static_cast<Cost>(now->added - paid_.import.added);
  quota_.give_back(paid_.import.address, paid_.bytes * known / static_cast<Cost>(games));
}

/// Of imports that ended with their collections, or were cancelled at another server.
void LibraryWork::forget_lost_imports(storage::LibraryReader& library) {
  for (const std::string& id : quota_.imports()) {
    const auto import = library.library_import(id);
    if (!import || (import->status != "receiving" && import->status != "waiting")) quota_.end(id);
  }
  std::erase_if(defects_, [&](const auto& each) {
    const auto import = library.library_import(each.first);
    return !import || import->status != "waiting";
  });
}

// Of the next owner, who may be the same.
bool LibraryWork::take_job(storage::LibraryReader& library) {
  const auto waiting = library.waiting_import(imported_of_);
  if (!waiting) return false;
  imported_of_ = waiting->owner;
  if (job_ && job_->id() == waiting->id) {
    job_->begin_turn();
  } else {
    job_.emplace(waiting->id);
  }
  return true;
}

// Of the next owner.
bool LibraryWork::index(storage::LibraryReader& library) {
  const auto collection = library.unindexed_collection(indexed_of_);
  if (!collection || !LibraryIndex(library, commit_).index(*collection)) return false;
  indexed_of_ = collection->owner;
  return true;
}

bool LibraryWork::sweep(storage::LibraryReader& library) {
  if (steady_clock::now() < next_sweep_) return false;
  if (!has_searched_ && sweep_debris(library)) return true;
  if (!std::exchange(has_searched_, true)) forget_lost_imports(library);
  if (commit_({storage::SweepLibrary{.most = kSweptRows}})) return true;
  has_searched_ = false;
  next_sweep_ = steady_clock::now() + kBetweenSweeps;
  return false;
}

// It is looked for here, which takes a while where much is stored, and told to the record thread some at a
// time.
bool LibraryWork::sweep_debris(storage::LibraryReader& library) {
  const auto since = [](auto duration) { return (server_now() - duration).time_since_epoch().count(); };
  const storage::Millis before = since(kReceivedIn);
  storage::LibraryDebris debris = library.library_debris(before, since(kImportsStay), kSweptRows);
  const std::vector<storage::LibraryDebris::Part> parts = std::exchange(debris.parts, {});
  bool any =
      debris != storage::LibraryDebris() && commit_({storage::SweepLibrary{std::move(debris), before}});
  for (auto from = parts.begin(); from != parts.end();) {
    const auto to = from + std::min<std::ptrdiff_t>(kSweptParts, parts.end() - from);
    any = commit_({storage::SweepLibrary{.debris = {.parts = {from, to}}}}) || any;
    from = to;
  }
  return any;
}

bool LibraryWork::commit(const std::stop_token& stop, std::vector<storage::Write> writes) {
  // Shared with the callback, which may come after this thread has stopped waiting: commits go by way of the
  // network thread, whose queue of records is not to be touched from here.
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
