#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Thoughts that servers which share a store have workers think: the question, and the answer. What is asked
/// and answered is text that this folder does not read. Times are spans from now on, or the store's own: no
/// clock of one machine is compared with another's.
namespace storage {

/// Decision 0009.
struct Task {
  std::int64_t id = 0;                ///< Of its server each another.
  int urgency = 0;                    ///< Smaller ones first.
  std::chrono::milliseconds time{0};  ///< When it is over no worker begins any more.
  std::string question;
};

/// What a server wants done with its tasks.
struct TaskWishes {
  std::vector<Task> put = {};
  std::vector<std::int64_t> withdraw = {};
  std::vector<std::int64_t> withdraw_unless_begun = {};

  bool any() const { return !put.empty() || !withdraw.empty() || !withdraw_unless_begun.empty(); }
};

/// In words of the worker; the server checks it against the rules.
struct TaskAnswer {
  std::int64_t id = 0;
  std::string text;
};

/// How the tasks of a server stand.
struct TaskNews {
  int threads = 0;                  ///< Of all workers that live and have the same engine.
  std::vector<TaskAnswer> answers;  ///< Each is told once.
  /// Taken back: withdrawn before it was begun, or begun by three workers that vanished.
  std::vector<std::int64_t> returned;
};

/// Where one server has tasks done. One thread at a time, but for wake(). Functions throw Error when the
/// store is away, and then it is closed.
/// All tables of it are unlogged: after a crash of the database tasks are gone, and servers think themselves.
class TaskQueue {
 public:
  virtual ~TaskQueue() = default;
  /// @param engine tasks are given to workers with the same alone
  virtual void open(const std::string& engine) = 0;
  /// Tasks that wait stay until workers sweep them. May be called at any time.
  virtual void close() = 0;
  /// Carries the wishes out, and has tasks begun anew whose worker vanished: one round trip. @pre open
  virtual TaskNews exchange(const TaskWishes& wishes) = 0;
  /// Until there may be answers, at most so long, or until wake(). @pre open
  virtual void wait(std::chrono::milliseconds patience) = 0;
  /// Ends a wait(): the one under way, or else the next. Any thread.
  virtual void wake() = 0;
};

/// A task that a worker has begun.
struct BegunTask {
  std::int64_t node = 0, id = 0, attempt = 0;  ///< Together what names it.
  std::chrono::milliseconds left{0};           ///< Of Task::time.
  std::string question;
};

/// What a worker learns when it says that it lives.
struct WorkerNews {
  struct Stranger {
    std::string node, engine;
    bool operator==(const Stranger&) const = default;
  };
  std::vector<BegunTask> wanted;    ///< Of those that it has begun, without questions.
  std::vector<Stranger> strangers;  ///< Servers with another engine, which it does nothing for.
};

/// The place of one worker. One thread at a time, but for wake(). Functions throw Error when the store is
/// away, and then it is closed: what it had begun is others'.
class TaskConsumer {
 public:
  /// Of the worker's row: servers count the threads of those with their own engine.
  struct Self {
    std::string name, engine;
    int threads = 1;
  };
  virtual ~TaskConsumer() = default;
  /// Tells the servers that there is a worker. @post it is one that has begun nothing, also if it was open
  virtual void open(const Self& self) = 0;
  /// Others may do what it has begun.
  virtual void leave() = 0;
  /// To be said twice a second: a worker that is silent for two is gone. False: it is taken for gone; open()
  /// again.
  virtual bool beat(WorkerNews& news) = 0;
  /// Takes up to `most` of those that wait, most urgent first. @param urgency of the least urgent
  virtual std::vector<BegunTask> begin(int most, int urgency) = 0;
  /// Counts once, and only from the worker that has the task now.
  virtual void answer(const BegunTask& task, const std::string& text) = 0;
  /// Until there may be tasks, at most so long, or until wake().
  virtual void wait(std::chrono::milliseconds patience) = 0;
  virtual void wake() = 0;
};

/// Of the database at a "postgresql://..." address, which a server has made. Throws Error.
std::unique_ptr<TaskConsumer> open_task_consumer(const std::string& database);

}  // namespace storage
