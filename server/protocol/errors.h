#pragma once

#include <string>
#include <utility>

#include "server/protocol/server_messages.h"

/// Errors ready to be sent.
namespace server::protocol {

/// `message` is a sentence for people; `reason` as Error has it.
inline Error error(ErrorCode code, std::string message, std::string reason = {}) {
  Error error;
  error.code = code;
  error.message = std::move(message);
  error.reason = std::move(reason);
  return error;
}

/// It would make sense, but the rules of the game or of the house are against it.
inline Error not_allowed(std::string message) {
  return error(ErrorCode::not_allowed, std::move(message));
}

/// The same may be asked again after `wait`.
/// Clients wait for so long by themselves.
inline Error retry_after(Millis wait, ErrorCode code, std::string message) {
  Error refusal = error(code, std::move(message));
  refusal.retry = wait;
  return refusal;
}

}  // namespace server::protocol
