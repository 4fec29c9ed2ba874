#include "server/rooms/room_codes.h"

#include <chrono>
#include <utility>

#include "engine/games/registry.h"
#include "server/base/ascii_case.h"
#include "server/identity/tokens.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using std::chrono::steady_clock;

constexpr const char* kWrongCodes = "codes";

Rooms::Lookup too_many_wrong(std::chrono::milliseconds wait) {
  return {.room = {},
          .refusal = protocol::retry_after(wait, protocol::ErrorCode::rate_limited,
                                           "Too many wrong codes; wait a little."),
          .limit = kWrongCodes};
}

/// The game of the ready room: both seats are free, and time does not press.
/// Rule and size are the game's first, as `create` without them would choose.
storage::Game ready_header(const std::string& id, const std::string& code) {
  const engine::Game& game = *engine::find_game(id);
  storage::Game header;
  header.code = code;
  header.game = id;
  header.rule = game.rules.front();
  if (!game.sizes.empty()) header.size = game.sizes.front();
  return header;
}

}  // namespace

RoomCodes::RoomCodes(Rooms& rooms, RecordQueue& records, Rate wrong_codes, std::string ready_game)
    : rooms_(rooms),
      records_(records),
      rate_(wrong_codes),
      wrong_codes_(wrong_codes),
      ready_game_(std::move(ready_game)),
      ready_code_(ready_game_.empty() ? std::string() : new_room_code()) {}

// A code is short enough to be guessed, so that only so many wrong ones are looked at. What other servers
// have seen of this address counts, too; where that cannot be known, this one decides.
// Paid in this order: first the own bucket, which costs nothing and stops floods before they reach the store.
void RoomCodes::find(const std::string& code, const RequestBudget& budget, Done done) {
  if (const auto wait = wrong_codes_.refuse(budget.address, steady_clock::now()))
    return done(too_many_wrong(*wait));
  const auto budgets = shared_budgets(kWrongCodes, budget.address, rate_);
  if (budgets.empty()) return look_up(code, budget, std::move(done));
  // refuse() of the store takes from all buckets or from none.
  const auto pay = [budgets](storage::Reader& store) { return store.refuse(budgets); };
  records_.read({.address = budget.address}, pay,
                [this, code, budget, done = std::move(done)](const auto& wait) mutable {
                  // No answer: the store is away or too busy. The own bucket has been paid.
                  if (!wait || !*wait) return look_up(code, budget, std::move(done));
                  // The shared bucket has refused: what this one took must not count twice.
                  wrong_codes_.give_back(budget.address, steady_clock::now());
                  done(too_many_wrong(**wait));
                });
}

bool RoomCodes::is_ready_code(const std::string& code) const {
  return !ready_code_.empty() && upper(code) == ready_code_;
}

void RoomCodes::look_up(const std::string& code, const RequestBudget& budget, Done done) {
  // Not only right codes are given back: a refusal for another reason says nothing about the code.
  rooms_.find_code(code, budget,
                   [this, done = std::move(done), is_ready = is_ready_code(code),
                    address = budget.address](const Rooms::Lookup& found) mutable {
                     const bool is_unknown = !found.room && !found.refusal;
                     // Asynchronous, and its failure is ignored: at worst a right try counts as a wrong one
                     // at other servers.
                     if (!is_unknown || is_ready) give_back(address);
                     if (is_unknown && is_ready) return open_ready_room(std::move(done));
                     done(found);
                   });
}

void RoomCodes::give_back(const std::string& address) {
  wrong_codes_.give_back(address, steady_clock::now());
  const auto budgets = shared_budgets(kWrongCodes, address, rate_);
  if (budgets.empty()) return;
  const auto give_back = [budgets](storage::Reader& store) {
    store.give_back(budgets);
    return true;
  };
  records_.read({.address = address}, give_back, [](const auto&) {});
}

/// It is empty: the first two who come in sit down.
void RoomCodes::open_ready_room(Done done) {
  // Another server may have been faster.
  // While this find() was under way: two visitors at once must meet in one room.
  if (auto room = rooms_.loaded_by_code(ready_code_)) return done({std::move(room)});
  // No refusal and no room: "no game has this code", as for any other after the end.
  if (closed_) return done({});
  rooms_.create(ready_header(ready_game_, ready_code_), [done = std::move(done)](Rooms::RoomPtr room) {
    if (room) return done({std::move(room)});
    done({.refusal = protocol::retry_after(std::chrono::seconds(1), protocol::ErrorCode::busy,
                                           "The room could not be opened. Try again in a moment.")});
  });
}

}  // namespace server
