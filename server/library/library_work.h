#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "server/library/import_job.h"
#include "server/library/import_quota.h"
#include "server/library/library_index.h"
#include "storage/store.h"

namespace server {

class RecordQueue;

/// Imports files, places games that have ended here, and finds positions, beside the games: on a thread of
/// its own that gives way to all others, one short write at a time. Owners have turns. What there is to do is
/// in the store, so that it goes on after a restart.
///
/// Made and destroyed on the network thread, before it runs and after.
class LibraryWork {
 public:
  /// Starts its thread. @pre all three outlive it
  LibraryWork(storage::Store& store, RecordQueue& records, ImportQuota& quota, LibraryLimits limits,
              ImportTurn turn = {});
  /// Stops at the next commit and joins: some seconds where a file is being opened or games are replayed.
  ~LibraryWork();

  /// There is something to do. Any thread.
  void wake();

 private:
  void run(const std::stop_token& stop);
  bool work(storage::Reader& records);
  bool place_ended_games(storage::Reader& records);
  bool import(storage::LibraryReader& library);
  void rest_from_imports();
  bool index(storage::LibraryReader& library);
  bool take_job(storage::LibraryReader& library);
  std::optional<storage::Write> next_write(storage::LibraryReader& library);
  void give_back_for_known(storage::LibraryReader& library, std::size_t games);
  void forget_lost_imports(storage::LibraryReader& library);
  bool sweep(storage::LibraryReader& library);
  bool sweep_debris(storage::LibraryReader& library);
  bool commit(const std::stop_token& stop, std::vector<storage::Write> writes);
  void wait(const std::stop_token& stop);

  storage::Store& store_;
  RecordQueue& records_;
  ImportQuota& quota_;
  const std::function<void()> failed_;  // Counts.
  const LibraryLimits limits_;
  const ImportTurn turn_;

  std::mutex mutex_;  // Guards what follows.
  std::condition_variable_any woken_;
  bool awake_ = true;

  // Of the thread alone.
  std::optional<ImportJob> job_;
  struct {
    storage::LibraryImport import{};  // Before it.
    Cost bytes = 0;
  } paid_;                                // For the batch that is being written.
  bool imports_rest_ = false;             // One has thrown: until nothing else is to do.
  std::map<std::string, int> defects_;    // How often files have thrown, by import.
  std::string imported_of_, indexed_of_;  // Owners who had the last turns.
  int round_ = 0;   // In some, games that have ended here come before files, or the sweep does.
  int placed_ = 0;  // Batches of them since positions had their turn.
  std::function<bool(std::vector<storage::Write>)> commit_;
  std::chrono::steady_clock::time_point next_sweep_{};
  bool has_searched_ = false;  // For debris, in this sweep.

  std::jthread thread_;
};

}  // namespace server
