#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "server/bots/bots.h"
#include "storage/tasks.h"

namespace server {

class Metrics;

/// Which thoughts workers are asked for, and what becomes of them. Asked for are those that take as long as
/// they may: turns of full strength, and analyses. Each request is answered once, in time: what no worker
/// begins, or has not answered when the time is nearly over, is thought about here in what is left of it.
/// Pure: `now` is an argument, and what the store is to be told waits in wishes().
///
/// WorkerBots is its shell: the thread, the timer and the store. A request's life: take() → wish "put" →
/// answered by hear(), or handed to `here` by look() when it is late, not begun, or failed. Times of one
/// request: begin_by < answer_by < its limit, with a reserve after answer_by (decision 0009).
class Dispatcher {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;
  struct Options {
    bool at_once = false;    ///< Hold no answer back.
    std::size_t most = 256;  ///< Tasks of this server.
    /// Shorter thoughts are not worth the way.
    std::chrono::milliseconds shortest{100};
  };

  /// @param here thinks what no worker does; it outlives this
  Dispatcher(Bots& here, Metrics& metrics, const Options& options)
      : here_(here), metrics_(metrics), options_(options) {}

  /// False: this one is thought about here, and nothing has happened to it.
  /// True: `request` and `done` have been moved from.
  bool take(BotRequest& request, Bots::Done& done, TimePoint now);
  /// Without any thread all tasks are thought about here, at once: no worker lives, or the store is away.
  /// @param placed tasks up to this id are in the store
  /// Calls back (`done`, `here`) inside: callers must be ready for new requests.
  void hear(const storage::TaskNews& news, std::int64_t placed, TimePoint now);
  /// Deals with what is due.
  /// Answers that are held back and due; tasks that are late or not begun.
  void look(TimePoint now);
  /// When to look again; never: none.
  /// At most kBetweenLooks away while an answer is awaited.
  std::optional<TimePoint> next_look(TimePoint now) const;

  /// What the store is to be told; then it is forgotten.
  /// To be called after each of the functions above.
  storage::TaskWishes wishes();
  bool has_wishes() const { return wishes_.any(); }
  /// Of workers that live.
  unsigned threads() const { return threads_; }
  /// No answer is awaited.
  bool idle() const { return pending_.empty(); }

 private:
  struct PendingTask {
    // Kept until it is answered, so that it can be thought about here at any moment.
    BotRequest request;
    Bots::Done done;
    TimePoint asked, answer_by;
    TimePoint begin_by;              ///< When a worker should have it; asked again later, for one may vanish.
    std::optional<BotAnswer> ready;  ///< It is held back until it is due.
  };
  using PendingTasks = std::map<std::int64_t, PendingTask>;

  bool has_room_for(Urgency urgency) const;
  void note_late(TimePoint now);
  PendingTasks::iterator answer(PendingTasks::iterator at, const std::string& text, TimePoint now);
  PendingTasks::iterator look_at(PendingTasks::iterator at, TimePoint now);
  void think_all_here(TimePoint now);
  PendingTasks::iterator think_here(PendingTasks::iterator at, TimePoint now, const char* why);
  PendingTasks::iterator finish(PendingTasks::iterator at, BotAnswer answer);
  void withdraw(std::int64_t id);

  Bots& here_;
  Metrics& metrics_;
  const Options options_;
  unsigned threads_ = 0;
  int late_ = 0;             // In a row.
  TimePoint rests_until_{};  // Workers that live and are always late are not asked for a while.
  // Ids are given here; placed_ is the last that the store has confirmed.
  std::int64_t last_ = 0, placed_ = 0;
  PendingTasks pending_;
  storage::TaskWishes wishes_;
};

}  // namespace server
