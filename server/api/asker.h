#pragma once

#include <optional>
#include <string>

#include "engine/core/expected.h"
#include "server/api/http_message.h"
#include "server/identity/sessions.h"
#include "server/identity/tokens.h"
#include "server/protocol/errors.h"

/// The session in whose name a request is made.
namespace server {

/// The hash of the token that it shows; empty: it shows none.
/// Computed on the network thread, so that the token itself goes to no other.
inline std::string hash_of(const HttpRequest& request) {
  return request.bearer.empty() ? std::string() : hash_token(request.bearer);
}

/// For the pool. None: there is no such session, or not any more, or its user is banned.
inline std::optional<storage::Session> session_of(storage::Reader& store, const std::string& token_hash) {
  const TimePoint now = server_now();
  auto session = token_hash.empty() ? std::nullopt : find_session(store, token_hash, now);
  if (session && ban_of(store, session->user.id, now)) return std::nullopt;
  return session;
}

/// The same for what others will see: where guests are kept out none of them is known.
inline std::optional<storage::Session> session_at(storage::Reader& store, const std::string& token_hash,
                                                  const std::string& address) {
  auto session = session_of(store, token_hash);
  if (!session || !session->user.guest || address.empty()) return session;
  if (store.measure_of("address", address, server_now().time_since_epoch().count())) session.reset();
  return session;
}

/// 401.
inline protocol::Error who_are_you() {
  return protocol::error(protocol::ErrorCode::unauthorized, "Say who you are.");
}

/// For the pool. Guests are refused, too.
inline engine::Expected<storage::Session, protocol::Error> session_of_account(storage::Reader& store,
                                                                              const std::string& token_hash) {
  auto session = session_of(store, token_hash);
  if (!session) return engine::Unexpected(who_are_you());
  if (session->user.guest)
    return engine::Unexpected(
        protocol::error(protocol::ErrorCode::forbidden, "This needs an account.", "account"));
  return *std::move(session);
}

}  // namespace server
