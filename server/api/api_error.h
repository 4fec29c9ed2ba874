#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "server/api/http_message.h"
#include "server/protocol/messages.h"

/// Errors of the HTTP API: `{"error":{"code","message","reason"?,"retryMs"?}}`, and `Retry-After` where it
/// is known when to come again, and with each 429.
namespace server {

/// An error of the protocol, with the status that says the same in HTTP.
/// WebSocket and HTTP share codes and words; only the status is added. `Retry-After` is rounded up to
/// seconds.
HttpResponse refusal(const protocol::Error& error);
HttpResponse refusal(protocol::ErrorCode code, std::string message);
/// 400: `field` of the query or of the body is missing or makes no sense.
protocol::Error bad_field(std::string field);
HttpResponse wrong_field(std::string field);
/// 404, also for what is private: that it exists is not told.
HttpResponse not_found();
/// 401 without `WWW-Authenticate`: pages ask for the token themselves.
HttpResponse unauthorized();
/// 503: the store did not answer, or there was no place in the pool.
HttpResponse records_unavailable();
/// 429, with how long to wait.
HttpResponse too_many_requests(std::chrono::milliseconds wait);

/// What only HTTP knows, like a method that is not allowed; not 429.
HttpResponse error_response(int status, std::string_view code, std::string_view message);

}  // namespace server
