#include "server/identity/banned_networks.h"

#include "server/base/address_limits.h"
#include "server/base/addresses.h"

namespace server {
namespace {

using std::chrono::steady_clock;

bool counts(const std::string& address) {
  return !address.empty() && !is_private_key(address);
}

}  // namespace

void BannedNetworks::note(const storage::Measure& ban, const std::string& address, TimePoint now) {
  const bool is_new = now < TimePoint(Millis(ban.since)) + kOneDay.per;
  if (ban.kind != "ban" || !is_new || !counts(address)) return;
  // What is known already is not told again: a day is not made longer by who comes back.
  if (networks_.refuse(network_key(address), steady_clock::now())) return;
  records_.read(
      [budgets = budgets_of(address)](storage::Reader& store) { return store.refuse(budgets).has_value(); },
      [](std::optional<bool>) {});
}

std::optional<std::chrono::milliseconds> BannedNetworks::wait(const std::string& address) const {
  if (!counts(address)) return std::nullopt;
  return networks_.would_refuse(network_key(address), steady_clock::now());
}

std::vector<storage::Budget> BannedNetworks::budgets_of(const std::string& address) {
  if (!counts(address)) return {};
  return {{"new accounts beside banned ones of " + network_key(address), kOneDay.count, kOneDay.per}};
}

}  // namespace server
