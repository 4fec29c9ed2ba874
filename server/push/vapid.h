#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "server/push/p256.h"

/// How a server names itself to push services: VAPID, RFC 8292.
namespace server::push {

/// A push service takes no token that lives longer than a day; it may be used for many messages.
constexpr std::chrono::hours kTokenLife{12};

/// Whether push services can write to it if something is wrong: `mailto:` with an address or `https:` with a
/// page, both of a host with a domain. (Apple's refuses others.)
bool is_contact(std::string_view text);

/// The header `Authorization` for requests to the push service of this origin, from `now` on for kTokenLife.
/// @pre is_contact(contact); `origin` is an Endpoint's.
std::string authorization(const PrivateKey& key, std::string_view contact, std::string_view origin,
                          std::chrono::sys_seconds now);

}  // namespace server::push
