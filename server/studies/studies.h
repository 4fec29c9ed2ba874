#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/base/address_limits.h"
#include "server/base/fair_queue.h"
#include "server/base/metrics.h"
#include "server/base/timer.h"
#include "server/records/record_queue.h"
#include "server/room/presence.h"
#include "server/room/subscriber.h"
#include "server/studies/study_step.h"

namespace server {

/// The chapters that are open: who has them open, what is asked of them, what is told. Each goes one step at
/// a time (StudyStep), decided by the pool and written before anything that follows from it is told. Nothing
/// is kept here that is not in the store: a chapter's state is a copy that may be dropped between two steps,
/// and a server that dies loses nothing. Servers that share a store may have the same chapter open: of two
/// who write the same version one is refused, reads what the other wrote and decides anew. Network thread
/// only.
class Studies {
 public:
  struct Options {
    AddressShare open{20, 200};  ///< Connections of an address that have a study open.
    /// Of states in memory, some 0.5 KB each, as which texts count, too; but those at work.
    std::size_t most_nodes = 400'000;
    std::size_t most_waiting = 64;               ///< Requests for one chapter, in which networks have turns.
    Rate bytes{32 << 20, std::chrono::days(1)};  ///< That edits of one address take on the disk.
    int edits_of_snapshot = 200;  ///< Or a quarter of the nodes, and for texts, if that is more.
    Millis cursors_every{400};
    /// After a failure of the store, or while too much else is read. Of what chapters miss, too, and after a
    /// chapter was renamed. Between two looks at a study of which other servers tell.
    Millis info_again{1'000};
  };
  /// A document, or why not.
  using ChapterDone = std::function<void(engine::Expected<StudyText, protocol::Error>)>;

  /// Null: the connection has gone. Of those that are here each has a user.
  using Find = std::function<Subscriber*(ViewerId)>;

  /// What is given outlives it.
  Studies(Timer::Executor network, RecordQueue& records, Metrics& metrics, Find find, Options options);

  /// Both tell the viewer what came of it, now or later.
  void open(ViewerId id, StudyRequestId request, const protocol::OpenStudy& asked);
  void edit(ViewerId id, StudyRequestId request, const protocol::EditStudy& asked);
  /// Nothing happens if it has another one open.
  void close(ViewerId id, const std::string& study);
  /// None: others will be told.
  std::optional<protocol::Error> look(ViewerId id, const protocol::StudyCursor& cursor);
  /// The connection has gone. Twice does no harm.
  void forget(ViewerId gone);

  /// A chapter for HTTP, however long. `budget.user` is who asks.
  void show(const ChapterKey& key, const RequestBudget& budget, ChapterDone shown);
  /// Name, members or chapters are others now.
  void look_again(const std::string& study);
  /// Looks at what other servers have changed in the store.
  void look_at(const storage::Changes& changes);
  /// What one address keeps on the disk, by edits or otherwise: pays for so many bytes, or how long to wait.
  std::optional<std::chrono::milliseconds> refuse_bytes(const std::string& address, Cost bytes) {
    return bytes_.refuse(address, TokenBucket::Time::clock::now(), bytes);
  }
  /// Of what was paid for so and is not kept after all.
  void give_back_bytes(const std::string& address, Cost bytes) {
    bytes_.give_back(address, TokenBucket::Time::clock::now(), bytes);
  }
  /// From now on nothing is written; what is under way is finished.
  void stop() { is_stopped_ = true; }

  /// For tests and metrics.
  std::size_t chapters_in_memory() const { return chapters_.size(); }
  std::size_t nodes_in_memory() const { return nodes_; }

 private:
  /// What is wanted of a chapter.
  struct Job {
    RequestBudget budget{};                                   ///< Of who asks; `user` empty: it has none.
    Cost per_node = 0;                                        ///< Of the answer.
    bool is_own = false;                                      ///< The server itself asks.
    std::function<void(storage::Reader&, StudyStep&)> act{};  ///< On the pool.
    std::function<void(const StudyStep&)> done{};             ///< What it came to is in the store.
    std::function<void(protocol::Error)> failed{};            ///< Nothing has happened.
    std::shared_ptr<const storage::ChapterRecord> record{};   ///< Read for it, and not made a state of yet.
    bool is_paid = false;
    int tries = 0;
  };
  struct Chapter {
    explicit Chapter(std::size_t most_waiting) : waiting(most_waiting) {}
    std::optional<Job> served{};  ///< Always, between two calls, where any waits.
    FairQueue<Job> waiting;       ///< By network.
    StudyStatePtr state{};        ///< Null: not in memory. Of the pool while a job is served.
    std::size_t nodes = 0;        ///< Of the state, as counted in nodes_: with its texts.
    int told = 0;                 ///< The version that viewers know.
    int kept = 0;                 ///< Of the last snapshot.
    bool is_behind = false;       ///< Of what was heard of since a step has begun to read.
    int infos = 0;                ///< How often its viewers were told what the study is, or that it is gone.
    std::uint64_t used = 0;
    std::set<ViewerId> viewers;
  };
  using Chapters = std::map<ChapterKey, Chapter>;
  /// A connection with a study open.
  struct Viewer {
    ChapterKey wants;         ///< What it has asked for last,
    std::uint64_t asked = 0;  ///< and the number of that request.
    bool is_open = false;     ///< It is told what happens.
    int member = 0;           ///< StudyMember::number; 0: none.
    std::optional<int> node = {};
    AddressCounts::Ticket place = {};
  };

  RequestBudget budget_of(ViewerId id) const;
  std::optional<protocol::Error> refuse_open(ViewerId id, Viewer& viewer);
  std::optional<protocol::Error> refuse_edit(ViewerId id, const ChapterKey& key) const;
  void answer(ViewerId id, const std::vector<StudyText>& texts) const;
  void refuse(ViewerId id, StudyRequestId request, const protocol::Error& error);
  void opened(ViewerId id, std::uint64_t asked, int infos, const StudyStep& step);
  void leave(ViewerId id, Viewer& viewer);

  void push(const ChapterKey& key, Job job);
  void wait(Chapter& chapter, Job job) const;
  void serve(const ChapterKey& key);
  void read_record(const ChapterKey& key);
  void note_dear(const ChapterKey& key, Cost cost);
  void pay_first(const ChapterKey& key);
  void run(const ChapterKey& key);
  void decided(const ChapterKey& key, StudyStep step);
  void committed(const ChapterKey& key, const StudyStep& step, Persisted persisted);
  void fail(const ChapterKey& key, const protocol::Error& error);
  void finish(const ChapterKey& key, const std::function<void(const Job&)>& answer);
  void catch_up(const ChapterKey& key, Chapter& chapter, int version);
  void tell(const Chapter& chapter, const StudyText& text) const;
  void keep_snapshot_if_due(Chapter& chapter);

  void hold(const ChapterKey& key, Chapter& chapter, StudyStatePtr state);
  void make_room();
  void unload(Chapters::iterator chapter);
  void retire(const ChapterKey& key, Chapter& chapter);

  void read_info(const std::string& study);
  void read_infos_later(const std::string& study);
  void look_again_soon(const std::string& study);
  void look_again_once(const std::string& study);
  void catch_up_later(const ChapterKey& key);
  void begin_to_wait();
  void read_unread();
  void tell_info(const std::string& study, const std::optional<StoredStudy>& found);
  void tell_cursors();
  void tell_cursors(const ChapterKey& key, const Chapter& chapter) const;
  void cursors_changed(const ChapterKey& key);

  RecordQueue& records_;
  Metrics& metrics_;
  const Find find_;
  const Options options_;
  Chapters chapters_;
  std::map<std::uint64_t, ChapterKey> by_use_;  // States in memory, the one used longest ago first.
  std::uint64_t uses_ = 0;
  std::size_t nodes_ = 0;
  std::map<ChapterKey, Cost> dear_;  // What chapters cost whose reading could not be paid; some of them.
  std::unordered_map<ViewerId, Viewer> viewers_;
  std::uint64_t requests_ = 0;
  AddressCounts addresses_;
  AddressBuckets bytes_;
  std::map<std::string, bool> infos_;  // Studies being read; true: once more.
  std::set<std::string> unread_;       // Of them those that could not be read, until the timer is due.
  std::set<std::string> renamed_;      // Studies to be looked at when it is due.
  std::set<std::string> looked_at_;    // Those that were, as other servers told, since it was.
  std::set<ChapterKey> behind_;        // Chapters, likewise.
  Timer info_timer_;
  std::set<ChapterKey> moved_;  // Where cursors have changed.
  bool is_waiting_ = false;     // The timer runs.
  Timer timer_;
  bool is_stopped_ = false;
};

}  // namespace server
