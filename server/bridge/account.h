#pragma once

#include <chrono>
#include <stdexcept>
#include <string>

#include "server/bridge/connection.h"

namespace server::bridge {

/// The account that a bot plays with.
struct Account {
  std::string name{}, password{};
  bool registers = false;  ///< Is made, for a program, where there is none.
};

/// The server has answered, and refuses.
class LoginRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The server cannot answer now, or was asked too often.
class LoginDelayed : public std::runtime_error {
 public:
  LoginDelayed(const std::string& why, std::chrono::milliseconds pause) : runtime_error(why), pause(pause) {}
  std::chrono::milliseconds pause;  ///< Until it may be asked again.
};

/// A token of the account: `kept`, while it is one, or that of a new session. Waits for the network, some
/// seconds for each request. Throws LoginRefused with the server's words, LoginDelayed, and
/// boost::system::system_error where the server cannot be reached, or is not who it says.
std::string token_of(const ServerUrl& url, const Account& account, const std::string& kept);

}  // namespace server::bridge
