#include "server/api/api_error.h"

#include <cassert>
#include <nlohmann/json.hpp>

#include "server/protocol/errors.h"
#include "server/protocol/words.h"

namespace server {

namespace {

using Json = nlohmann::ordered_json;
using protocol::ErrorCode;

/// For limits that end with something else than time: a place, a tournament.
constexpr std::chrono::minutes kComeAgain(1);

// 409 where the request is good but the state is another; 503 where it may be sent again as it is.
int status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::unauthorized:
      return 401;
    case ErrorCode::forbidden:
      return 403;
    case ErrorCode::not_found:
    // The code of a room opens it: a wrong one is as good as none.
    case ErrorCode::bad_code:
      return 404;
    case ErrorCode::full:
    case ErrorCode::name_taken:
    case ErrorCode::not_your_turn:
    case ErrorCode::stale_ply:
    case ErrorCode::game_over:
    case ErrorCode::no_offer:
    case ErrorCode::not_allowed:
      return 409;
    case ErrorCode::too_large:
      return 413;
    case ErrorCode::rate_limited:
      return 429;
    case ErrorCode::busy:
    case ErrorCode::elsewhere:
    case ErrorCode::shutting_down:
      return 503;
    case ErrorCode::internal:
      return 500;
    default:  // What was asked makes no sense.
      return 400;
  }
}

}  // namespace

HttpResponse refusal(const protocol::Error& error) {
  const int status = status_of(error.code);
  // Each 429 says when to come again: programs would try at once.
  const auto retry = status == 429 ? error.retry.value_or(kComeAgain) : error.retry;
  Json json = {{"code", protocol::word(error.code)}, {"message", error.message}};
  if (!error.reason.empty()) json["reason"] = error.reason;
  if (retry) json["retryMs"] = retry->count();
  if (error.until) json["until"] = error.until->time_since_epoch().count();
  HttpResponse response = json_response(Json({{"error", std::move(json)}}).dump(), status);
  if (retry) {
    // Rounded up: a client that comes a moment too early is refused again.
    const auto wait = std::chrono::ceil<std::chrono::seconds>(*retry);
    response.headers.emplace_back("Retry-After", std::to_string(wait.count()));
  }
  return response;
}

HttpResponse refusal(ErrorCode code, std::string message) {
  return refusal(error(code, std::move(message)));
}

protocol::Error bad_field(std::string field) {
  return error(ErrorCode::bad_message, "A field of the request is missing or wrong.", std::move(field));
}

HttpResponse wrong_field(std::string field) {
  return refusal(bad_field(std::move(field)));
}

HttpResponse not_found() {
  return refusal(ErrorCode::not_found, "There is nothing here.");
}

HttpResponse unauthorized() {
  return refusal(ErrorCode::unauthorized, "Say who you are.");
}

HttpResponse records_unavailable() {
  return refusal(ErrorCode::busy, "The records cannot be read now. Try again soon.");
}

HttpResponse too_many_requests(std::chrono::milliseconds wait) {
  return refusal(protocol::retry_after(wait, ErrorCode::rate_limited, "That was too much at once."));
}

HttpResponse error_response(int status, std::string_view code, std::string_view message) {
  assert(status != 429);  // It says when to come again: refusal().
  Json json = {{"code", code}, {"message", message}};
  return json_response(Json({{"error", std::move(json)}}).dump(), status);
}

}  // namespace server
