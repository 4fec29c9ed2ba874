#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "server/api/router.h"
#include "server/base/address_limits.h"
#include "server/base/fair_queue.h"
#include "server/library/import_job.h"
#include "server/library/import_quota.h"
#include "storage/store.h"

namespace server {

class RecordQueue;

/// Collections of games that people own: what is in them, and what comes into them.
/// Network thread only; reading and replaying is done by the pool.
class LibraryApi {
 public:
  /// Rates are of addresses, since a guest is made in a moment.
  struct Options {
    LibraryLimits limits{};
    /// Bytes of files that one address may send.
    Rate bytes{.count = 256 << 20, .per = std::chrono::days(1)};
    /// Collections that one address may make, whichever of its guests own them.
    Rate collections{.count = 300, .per = std::chrono::days(1)};
    /// There is something to import, or to be removed.
    std::function<void()> work = [] {};
  };

  /// @pre both outlive it
  LibraryApi(RecordQueue& records, ImportQuota& quota, Options options)
      : records_(records),
        quota_(quota),
        options_(std::move(options)),
        bytes_(options_.bytes),
        collections_(options_.collections) {}
  LibraryApi(RecordQueue& records, ImportQuota& quota) : LibraryApi(records, quota, Options()) {}

  /// The routes of docs/protocol.md, "Collections".
  void mount(Router& router);

 private:
  using Session = std::optional<storage::Session>;
  /// What a request comes to: an answer, or writes and the answers to what becomes of them.
  struct Verdict {
    HttpResponse answer{};
    std::vector<storage::Write> writes{};
    HttpResponse refused{};
    Cost bytes = 0;                ///< Of a file that is to come.
    Cost collections = 0;          ///< That are made.
    std::string begins{}, ends{};  ///< An import, by its id.
    bool is_part = false;          ///< Of a file: it has its turn.
  };
  /// A verdict that is being carried out.
  struct Waiting {
    Verdict verdict{};
    std::string address{};
    Respond respond{};
  };
  /// On the pool: reads, decides, writes nothing.
  using Decide = std::function<Verdict(storage::Reader& records, const Session& session)>;

  void mount_collections(Router& router);
  void mount_games(Router& router);
  void mount_imports(Router& router);
  /// The way of every request here: `cost` is paid, `decide` runs on the pool with the session of the token,
  /// and what it says is carried out on the network thread.
  void decide(const HttpRequest& request, Cost cost, Respond respond, Decide decide);
  void carry_out(Verdict verdict, const std::string& address, const Respond& respond);
  std::optional<HttpResponse> pay(const Verdict& verdict, const std::string& address);
  /// What was paid for writes that did not happen. Refused: an import that was to begin has begun by another
  /// request, whose place it keeps, or has ended, which LibraryWork finds.
  void give_back(const Waiting& waiting, bool is_refused);
  void commit(
      Waiting waiting, std::function<void()> then = [] {});
  /// The next part that waits, if no other is being written.
  void commit_part();

  void create(const HttpRequest& request, Respond respond);
  void change(const HttpRequest& request, const std::string& id, Respond respond);
  void list_games(const HttpRequest& request, const std::string& id, Respond respond);
  void export_games(const HttpRequest& request, const std::string& id, std::string numbers, Respond respond);
  void begin_import(const HttpRequest& request, const std::string& id, Respond respond);
  void keep_part(const HttpRequest& request, const std::string& id, const std::string& part, Respond respond);
  void start_import(const HttpRequest& request, const std::string& id, Respond respond);

  /// Parts in memory, of all addresses: some 8 MiB.
  static constexpr std::size_t kMostParts = 64;

  RecordQueue& records_;
  ImportQuota& quota_;
  const Options options_;
  AddressBuckets bytes_, collections_;
  FairQueue<Waiting> parts_{kMostParts};
  bool is_part_written_ = false;
};

}  // namespace server
