#include "server/base/address_limits.h"

#include <array>
#include <boost/asio/ip/network_v6.hpp>
#include <limits>

namespace server {

namespace {

constexpr unsigned short kSitePrefix = 48;

}  // namespace

std::string site_key(std::string_view address_key) {
  if (!address_key.ends_with("/64")) return {};
  boost::system::error_code nonsense;
  const auto network = boost::asio::ip::make_network_v6(std::string(address_key), nonsense);
  if (nonsense) return {};
  return boost::asio::ip::network_v6(network.address(), kSitePrefix).canonical().to_string();
}

std::string network_key(std::string_view address_key) {
  std::string site = site_key(address_key);
  return site.empty() ? std::string(address_key) : site;
}

std::optional<std::chrono::milliseconds> AddressBuckets::would_refuse(std::string_view address,
                                                                      TokenBucket::Time now, Cost cost,
                                                                      Cost asked) const {
  const auto wait = addresses_.would_refuse(address, now, cost, asked);
  return wait ? wait : sites_.would_refuse(site_key(address), now, cost, asked);
}

// First asked of the site, then paid by both: a refusal of the address costs the site nothing.
std::optional<std::chrono::milliseconds> AddressBuckets::refuse(std::string_view address,
                                                                TokenBucket::Time now, Cost cost,
                                                                Cost asked) {
  if (address.empty()) return std::nullopt;
  const std::string site = site_key(address);
  if (!site.empty()) {
    if (const auto wait = sites_.would_refuse(site, now, cost, asked)) return wait;
  }
  const auto wait = addresses_.refuse(address, now, cost, asked);
  if (!wait && !site.empty()) (void)sites_.refuse(site, now, cost, asked);
  return wait;
}

void AddressBuckets::give_back(std::string_view address, TokenBucket::Time now, Cost cost) {
  addresses_.give_back(address, now, cost);
  if (const std::string site = site_key(address); !site.empty()) sites_.give_back(site, now, cost);
}

void AddressBuckets::take(std::string_view address, TokenBucket::Time now, Cost cost) {
  if (address.empty()) return;
  addresses_.take(address, now, cost);
  if (const std::string site = site_key(address); !site.empty()) sites_.take(site, now, cost);
}

std::vector<storage::Budget> shared_budgets(const std::string& what, const std::string& address, Rate rate) {
  if (address.empty()) return {};
  std::vector<storage::Budget> budgets{{what + " of " + address, rate.count, rate.per}};
  if (const std::string site = site_key(address); !site.empty())
    budgets.push_back({what + " of " + site, rate.count * kAddressesOfSite, rate.per});
  return budgets;
}

AddressCounts::Ticket AddressCounts::admit(const std::string& address, int most) {
  if (address.empty()) return std::make_shared<int>();
  auto of_address = addresses_.admit(address, most);
  const std::string site = site_key(address);
  if (!of_address || site.empty()) return of_address;
  constexpr int kMost = std::numeric_limits<int>::max();
  auto of_site = sites_.admit(site, most > kMost / kAddressesOfSite ? kMost : most * kAddressesOfSite);
  if (!of_site) return nullptr;
  // Both behind one pointer: they end together.
  return std::make_shared<std::array<Ticket, 2>>(std::array{of_address, of_site});
}

}  // namespace server
