#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "server/base/timer.h"
#include "server/hub/changed_people.h"
#include "server/hub/clients.h"
#include "server/identity/measures.h"
#include "server/identity/users.h"
#include "server/records/record_queue.h"
#include "server/rooms/rooms.h"

namespace server {

/// Carries out what moderators have decided, whichever server or command has written it: who is banned is
/// closed (4004), who is muted is told, reported lines are taken from rooms. Looks whether the log has grown,
/// every two seconds and when it is told; reads measures and acts only then. Network thread only.
///
/// One look is under way at a time, on the slow readers' threads; the table of measures is built there.
class Moderation {
 public:
  struct Options {
    std::chrono::milliseconds interval{2'000};
    int most_acts = 200;  ///< In one look.
  };

  /// All outlive this. What stood in the store before is in the measures of `users`; see begin().
  Moderation(Timer::Executor network, RecordQueue& records, Users& users, Clients& clients, Rooms& rooms,
             ChangedPeople& changed_people, const Options& options);

  /// The log has this line already, and the measures are known as of it. Before the first connection.
  void begin(std::int64_t last_act) { known_ = last_act; }
  /// Something may have been decided.
  void look();
  /// Addresses from which a user is connected here, as limits count them.
  std::set<std::string> addresses_of(const std::string& user) const;

 private:
  /// What is new in the store.
  struct News {
    std::vector<storage::ModerationLine> acts;
    std::shared_ptr<const MeasureTable> table;
    std::set<std::string> challenged;  // Users who had challenges of those who are banned now.
    std::int64_t last = 0;
    bool is_more = false;
  };

  static News read(storage::Reader& store, std::int64_t known, int most, TimePoint now);
  void found(News news);
  void carry_out(const storage::ModerationLine& act, TimePoint now);
  void close_all_banned(TimePoint now);
  void close_if_banned(ViewerId viewer, TimePoint now);

  RecordQueue& records_;
  Measures& measures_;
  BannedNetworks& banned_networks_;
  Clients& clients_;
  Rooms& rooms_;
  ChangedPeople& changed_people_;
  const Options options_;
  std::int64_t known_ = 0;   // The number of the last act that was carried out here.
  bool looking_ = false;     // A read is under way,
  bool look_again_ = false;  // and it may have missed something.
  Timer timer_;
};

/// Says why, and closes the connection (4004).
void close_banned(const Client& client, const std::string& reason);

}  // namespace server
