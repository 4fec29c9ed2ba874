#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "server/protocol/time.h"
#include "storage/store.h"

namespace server {

/// A token of an account that was not shown for so long is worth nothing.
/// Half a year.
inline constexpr auto kSessionLife = std::chrono::days(180);

/// The session of a token; none if there is no such token, or if it is one of an account
/// and was not shown for half a year. (A guest has nothing but a token, which is good as long as the guest is
/// known: see PeopleSweep.) On the thread of the store.
std::optional<storage::Session> find_session(storage::Reader& store, const std::string& token_hash,
                                             TimePoint now);

/// Why this user is kept out. On the thread of the store. A banned account still logs in: to say something to
/// it, to end its sessions, to close.
std::optional<storage::Measure> ban_of(storage::Reader& store, const std::string& user, TimePoint now);

/// What is to be written when a token is shown again; none: too little has changed to be worth a write.
std::optional<storage::TouchSession> touch(const storage::Session& session, const std::string& client,
                                           TimePoint now);

/// How a user names an own session: the first half of its hash, which opens nothing.
/// 64 bits in hex: unique among the sessions of a user.
std::string session_id(const storage::Session& session);

/// The words in which a client names itself, as far as they are worth keeping.
/// At most 80 bytes, cut between characters, without control characters.
std::string client_label(std::string_view text);

}  // namespace server
