#pragma once

#include <optional>
#include <string>

#include "server/api/http_message.h"
#include "storage/store.h"

/// What a look at few rows tells of a tournament, before thousands of its events and results may be read. For
/// the pool.
namespace server {

/// So many events it has at most, and half as many at least unless they are few: a look at one row for each
/// doubling.
int most_events(storage::Reader& store, const std::string& id);

/// Who wants an act in which tournament.
struct JudgedAct {
  std::optional<storage::Session> session{};   ///< None: the token is of none.
  std::optional<storage::Tournament> about{};  ///< None: there is none, or no session.
  int events = 0;                              ///< As most_events() has it.
};
/// @param address of the request; empty: of this machine
JudgedAct judge_act(storage::Reader& store, const std::string& token_hash, const std::string& address,
                    const std::string& id);

/// Why no step begins for it; none: one does, and has the last word. `of_director`: it is the director's
/// alone; `after_end`: it may follow the end. On any thread.
std::optional<HttpResponse> refuse_act(const JudgedAct& act, bool of_director, bool after_end);

}  // namespace server
