#pragma once

#include <chrono>

#include "server/protocol/errors.h"
#include "server/protocol/obstacle.h"

/// What a client is told that asked something of Accounts in vain.
namespace server::account_errors {

inline protocol::Error records_busy() {
  return error(protocol::ErrorCode::busy, "The records cannot be used now. Try again soon.");
}

inline protocol::Error too_many_passwords() {
  return protocol::retry_after(std::chrono::seconds(1), protocol::ErrorCode::busy,
                               "Too many people are logging in. Try again in a moment.");
}

inline protocol::Error too_often(std::chrono::milliseconds wait) {
  return protocol::retry_after(wait, protocol::ErrorCode::rate_limited,
                               "Too many tries. Wait before the next one.");
}

inline protocol::Error after_ban(std::chrono::milliseconds wait) {
  return protocol::retry_after(wait, protocol::ErrorCode::rate_limited,
                               "After a ban no account is made from its network for a day.");
}

inline protocol::Error needs_password() {
  return error(protocol::ErrorCode::not_allowed, "An account is closed by its password.");
}

inline protocol::Error is_playing() {
  return because(
      protocol::Obstacle::playing,
      error(protocol::ErrorCode::not_allowed, "You are playing. End your games and tournaments first."));
}

/// The same whether the name or the password is wrong: the answer does not tell who has an account.
inline protocol::Error wrong_password() {
  return error(protocol::ErrorCode::unauthorized, "The name or the password is wrong.");
}

inline protocol::Error not_logged_in() {
  return error(protocol::ErrorCode::unauthorized, "Log in first.");
}

inline protocol::Error taken() {
  return error(protocol::ErrorCode::name_taken, "Somebody has this name, or one that looks the same.");
}

inline protocol::Error bad_name() {
  return error(
      protocol::ErrorCode::bad_name,
      "A name has 2 to 20 letters, digits, and between them spaces, _ or -, and is not one of ours.");
}

inline protocol::Error has_account() {
  return error(protocol::ErrorCode::not_allowed, "You have an account. Log out first.");
}

inline protocol::Error no_guest_any_more() {
  return because(protocol::Obstacle::program, error(protocol::ErrorCode::not_allowed,
                                                    "A program was no guest: register it without a token."));
}

inline protocol::Error no_such_session() {
  return error(protocol::ErrorCode::not_found, "There is no such session.");
}

}  // namespace server::account_errors
