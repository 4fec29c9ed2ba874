#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/api/router.h"
#include "server/base/address_limits.h"
#include "server/base/rate_limit.h"
#include "storage/store.h"

namespace server {

class RecordQueue;

/// Clubs over HTTP: who may make, join and change what. Network thread only; what is asked is read and judged
/// by the pool. The store judges once more, within the transaction.
class ClubApi {
 public:
  struct Options {
    /// New ones of an account, and of an address.
    Rate created_by_user{.count = 3, .per = std::chrono::days(1)};
    Rate created_by_address{.count = 10, .per = std::chrono::days(1)};
    /// Writes of an account: who joins and leaves again and again.
    Rate changed{.count = 60, .per = std::chrono::hours(1)};
    /// As those of lines of chat: RoomMessages::Reports.
    Rate reported_by_user{.count = 10, .per = std::chrono::hours(24)};
    Rate reported_by_address{.count = 20, .per = std::chrono::hours(1)};
  };

  /// @pre `records` outlives it
  ClubApi(RecordQueue& records, const Options& options)
      : records_(records),
        created_{KeyedBuckets(options.created_by_user), AddressBuckets(options.created_by_address)},
        reported_{KeyedBuckets(options.reported_by_user), AddressBuckets(options.reported_by_address)},
        changed_(options.changed) {}
  explicit ClubApi(RecordQueue& records) : ClubApi(records, Options()) {}

  /// The routes of docs/protocol.md, "Clubs".
  void mount(Router& router);

 private:
  using Session = std::optional<storage::Session>;
  /// How many of a kind a user, and an address, may write.
  struct Bound {
    KeyedBuckets of_users;
    AddressBuckets of_addresses;
  };
  /// What a request comes to.
  struct Verdict {
    HttpResponse answer{};
    std::vector<storage::Write> writes{};  ///< The answer is given once they are there.
    HttpResponse refused{};                ///< If they are not taken.
    std::string user{};                    ///< User::id of the account that pays for them.
    Bound ClubApi::*bound = nullptr;       ///< That they pay beside `changed`.
  };
  using Decide = std::function<Verdict(storage::Reader& store, const Session& session)>;

  void mount_reads(Router& router);
  void mount_acts_of_owner(Router& router);
  /// The way of most requests: `cost` is paid, `decide` runs on the pool with the session of the token, and
  /// what it says is carried out on the network thread.
  void decide(const HttpRequest& request, Cost cost, Respond respond, Decide decide);
  void carry_out(Verdict verdict, const std::string& address, const Respond& respond);
  /// How long the account or the address has to wait; none: both have paid.
  std::optional<std::chrono::milliseconds> refuse_write(const Verdict& verdict, const std::string& address);
  /// What was paid for, and is not there: else three tries while a disk is full cost the account its day.
  void give_back(const Verdict& verdict, const std::string& address);

  static Verdict list(storage::Reader& store, const std::string& part, const std::string& cursor);
  static Verdict list_own(storage::Reader& store, const Session& session);
  static Verdict show(storage::Reader& store, const Session& session, const std::string& id);
  static Verdict create(storage::Reader& store, const Session& session, const std::string& body);
  static Verdict change(storage::Reader& store, const Session& session, const std::string& id,
                        const std::string& body);
  static Verdict join(storage::Reader& store, const Session& session, const std::string& id);
  static Verdict leave(storage::Reader& store, const Session& session, const std::string& id);
  static Verdict report(storage::Reader& store, const Session& session, const std::string& id);
  static Verdict close(storage::Reader& store, const Session& session, const std::string& id);
  /// What the owner does with another account: "accept", "remove", or "owner", which hands the club over.
  static Verdict rule(storage::Reader& store, const Session& session, const std::string& id,
                      const std::string& act, const std::string& body);

  RecordQueue& records_;
  Bound created_, reported_;
  KeyedBuckets changed_;
};

}  // namespace server
