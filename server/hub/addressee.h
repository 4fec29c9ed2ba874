#pragma once

#include <string>

#include "engine/core/expected.h"
#include "server/protocol/messages.h"
#include "storage/store.h"

namespace server {

/// How many challenges may be open.
struct ChallengeLimits {
  int of_pair = 3;        ///< Of one account to another,
  int made = 20;          ///< and to all.
  int received = 20;      ///< To an account: as many as a page shows,
  int of_strangers = 15;  ///< of which so many may be of those who are no friends.
};

/// Of one user so many challenges are read: more than may be open.
inline constexpr int kMostChallengesRead = 100;

/// Whom an account may challenge.
struct Addressee {
  std::string user;       ///< User::id
  int most_received = 0;  ///< Open challenges to that user, with this one.
  bool program = false;   ///< storage::User::program
};
using FoundAddressee = engine::Expected<Addressee, protocol::Error>;

/// The account of this name, or why `user` may not challenge it. A user who is blocked and one by whom
/// the account may not be challenged get the same error. For the pool.
FoundAddressee find_addressee(storage::Reader& store, const std::string& user, const std::string& name,
                              storage::Millis now, const ChallengeLimits& limits);

}  // namespace server
