#pragma once

#include "server/api/router.h"
#include "server/identity/accounts.h"

namespace server {

/// `/api/auth/...` and `/api/me...`: signing up, logging in and out, and one's own sessions. Whoever asks
/// shows his token as `Authorization: Bearer`; there are no cookies, so no other site can ask in his name.
/// Network thread only.
class AccountApi {
 public:
  explicit AccountApi(Accounts& accounts) : accounts_(accounts) {}

  void mount(Router& router);

 private:
  void sign_up(const HttpRequest& request, Respond respond);
  void log_in(const HttpRequest& request, Respond respond);
  void log_out(const HttpRequest& request, Respond respond);
  void show_user(const HttpRequest& request, Respond respond);
  void list_sessions(const HttpRequest& request, Respond respond);
  void end_session(const HttpRequest& request, const std::string& id, Respond respond);
  void change_password(const HttpRequest& request, Respond respond);
  void close_account(const HttpRequest& request, Respond respond);

  Accounts& accounts_;
};

}  // namespace server
