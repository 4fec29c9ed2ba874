#include "server/push/vapid.h"

#include <algorithm>
#include <cassert>

#include "server/push/base64url.h"
#include "server/push/contact.h"

namespace server::push {
namespace {

constexpr std::string_view kHeader = R"({"typ":"JWT","alg":"ES256"})";

/// Stands for itself in JSON.
[[maybe_unused]] bool is_plain(char c) {
  return '!' <= c && c <= '~' && c != '"' && c != '\\';
}

}  // namespace

std::string authorization(const PrivateKey& key, std::string_view contact, std::string_view origin,
                          std::chrono::sys_seconds now) {
  assert(is_contact(contact) && std::ranges::all_of(origin, is_plain));
  const auto expires = (now + kTokenLife).time_since_epoch().count();
  const std::string claims = std::string(R"({"aud":")").append(origin) + R"(","exp":)" +
                             std::to_string(expires) + R"(,"sub":")" + std::string(contact) + R"("})";
  const std::string token = to_base64url(kHeader) + '.' + to_base64url(claims);
  return "vapid t=" + token + '.' + to_base64url(key.sign(token)) + ", k=" + to_base64url(key.point());
}

}  // namespace server::push
