#pragma once

#include "server/api/router.h"
#include "server/identity/accounts.h"

namespace server {

/// `/api/auth/...` and `/api/me...`: signing up, logging in and out, and one's own sessions. The client
/// shows its token as `Authorization: Bearer`; there are no cookies, so no other site can use it.
/// Network thread only; bodies are read by the pool.
class AccountApi {
 public:
  /// @pre both outlive it
  AccountApi(Accounts& accounts, WorkPool& work) : accounts_(accounts), work_(work) {}

  /// Adds its routes. Called once, before the server listens.
  void mount(Router& router);

 private:
  template <class Read, class Serve>
  void post(Router& router, std::string_view pattern, Read read, Serve serve);
  void show_user(const HttpRequest& request, Respond respond);
  void forget_guest(const HttpRequest& request, Respond respond);
  void list_sessions(const HttpRequest& request, Respond respond);
  void end_session(const HttpRequest& request, const std::string& id, Respond respond);

  Accounts& accounts_;
  WorkPool& work_;
};

}  // namespace server
