#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "server/push/p256.h"

/// How a server names itself to push services: VAPID, RFC 8292.
namespace server::push {

/// A push service takes no token that lives longer than a day; it may be used for many messages.
constexpr std::chrono::hours kTokenLife{12};

/// The header `Authorization` for requests to the push service of this origin, from `now` on for kTokenLife.
/// @pre is_contact(contact), of contact.h; `origin` is an Endpoint's.
std::string authorization(const PrivateKey& key, std::string_view contact, std::string_view origin,
                          std::chrono::sys_seconds now);

}  // namespace server::push
