#pragma once

#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "server/api/router.h"
#include "server/base/address_limits.h"
#include "server/base/work_pool.h"
#include "server/formats/played_game.h"
#include "server/match/imported_game.h"
#include "storage/store.h"

namespace server {

class RecordQueue;

/// `POST /api/import`: games that were played elsewhere, from their files, or only what these hold
/// (`/api/import/preview`). Network thread only; the reading is done by the pool.
class ImportApi {
 public:
  /// Bytes on the disk, which games take for good: a file is much shorter than the rows of its moves.
  /// For each address.
  static constexpr Rate kBytes{.count = 8 << 20, .per = std::chrono::days(1)};

  /// @pre `records` outlives it
  explicit ImportApi(RecordQueue& records, Rate bytes = kBytes) : records_(records), bytes_(bytes) {}

  void mount(Router& router);

 private:
  /// Imports of an address; previews are paid for by their cost alone.
  static constexpr Rate kRate{.count = 10, .per = std::chrono::minutes(1)};
  /// Games that are read and wait for the record thread; beyond it imports are refused as busy.
  static constexpr std::size_t kMostWaiting = 64;

  /// Read by the pool, ready to be written.
  struct Game {
    std::string id;
    Cost bytes;                  ///< On the disk.
    std::vector<BadText> notes;  ///< What of the file was left out.
    std::vector<storage::Write> writes;
  };
  /// A game that waits for its commit, and where the answer goes.
  struct Kept {
    Game game;
    std::string address;
    Respond respond;
  };

  using TakeFile = std::function<void(GameText file, const Respond& respond)>;

  void take_file(const HttpRequest& request, Respond respond, TakeFile then);
  void read_game(GameText file, const std::string& address, WorkPool::Order order, const Respond& respond);
  void import(const HttpRequest& request, Respond respond);
  void preview(const HttpRequest& request, Respond respond);
  /// Refused as busy where kMostWaiting wait.
  void keep(Kept kept);
  void keep_first();
  void give_back(const Kept& kept);

  RecordQueue& records_;
  AddressBuckets imports_{kRate};
  AddressBuckets bytes_;
  std::deque<Kept> waiting_;  // The first is being written.
};

}  // namespace server
