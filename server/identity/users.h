#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/expected.h"
#include "server/base/address_limits.h"
#include "server/identity/banned_networks.h"
#include "server/identity/blocks.h"
#include "server/identity/measures.h"
#include "server/identity/ratings.h"
#include "server/protocol/messages.h"
#include "server/records/record_queue.h"

namespace server {

/// The user of each `hello`: that of its token, with an account or without; without a token a new guest.
/// Network thread only.
class Users {
 public:
  /// Held by the connection for as long as it lasts.
  struct Identity {
    protocol::User user;
    std::string token;  ///< To be shown the next time.
    /// Of an account: keeps its ratings at hand for as long as it is held.
    std::shared_ptr<const Ratings::Standings> ratings = {};
    SharedBlocked blocked = {};  ///< Of an account.
    /// Ids of games that are on record as not over, whichever server keeps them.
    std::vector<std::string> unfinished = {};
    bool has_other_blocks = false;  ///< By the records than `blocked`, which may be older, or newer.
  };
  /// Where a connection comes from.
  struct From {
    std::string address = {};  ///< Empty: this machine.
    bool is_private = false;   ///< Of a local network, where an address is many people's.
    std::string user = {};     ///< Id of the connection's user, who stays the same; empty: none yet.
  };
  using Result = engine::Expected<Identity, protocol::Error>;
  using Done = std::function<void(Result)>;

  /// @pre `records` outlives it
  explicit Users(RecordQueue& records) : records_(records), banned_networks_(records) {}

  /// A known token makes the same user again; a guest who is not muted takes the name that is given besides.
  /// An unknown token counts as none. A guest whose name has become that of an account gets another. Fails
  /// with bad_name, name_taken (an account's), rate_limited (too many new guests of one address), forbidden
  /// (no guests come from there) or busy. `done` is never called inside the call.
  void identify(const protocol::Hello& hello, const From& from, Done done);

  /// Lives as long as this.
  Ratings& ratings() { return ratings_; }
  Blocks& blocks() { return blocks_; }
  Measures& measures() { return measures_; }
  BannedNetworks& banned_networks() { return banned_networks_; }

 private:
  /// What the records say of a hello.
  struct Known {
    std::optional<storage::Session> session;
    bool name_is_taken = false;            // The one that a guest would bear.
    bool keeps_name = false;               // A muted guest, whatever the hello says.
    std::vector<storage::Rating> ratings;  // Of an account,
    Blocked blocked;                       // as well.
    std::vector<std::string> unfinished;
  };

  /// On the pool: one visit for all that a hello needs.
  static Known look_up(storage::Reader& store, const protocol::Hello& hello, TimePoint now);
  void admit(const protocol::Hello& hello, const From& from, const Known& found, Done done);
  void admit_guest(const protocol::Hello& hello, storage::User user, bool name_is_taken, Done done);
  /// A new guest and a first token, written before the answer.
  void create(const protocol::Hello& hello, Done done);
  void fail(protocol::ErrorCode code, Done done);

  /// New guests of one address; each is a row that stays for weeks.
  /// Of a private network counts less: see cost_of_address().
  static constexpr Rate kNewGuests{.count = 100, .per = std::chrono::minutes(10)};

  RecordQueue& records_;
  Ratings ratings_;
  Blocks blocks_;
  Measures measures_;
  BannedNetworks banned_networks_;
  AddressBuckets new_guests_{kNewGuests};
};

/// The user as the protocol shows it.
protocol::User to_protocol(const storage::User& user);

}  // namespace server
