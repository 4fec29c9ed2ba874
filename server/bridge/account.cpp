#include "server/bridge/account.h"

#include <openssl/ssl.h>

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <utility>

#include "server/base/read_json.h"
#include "server/bridge/json.h"
#include "server/bridge/tls.h"

namespace server::bridge {

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using asio::ip::tcp;
using Failure = boost::system::error_code;
using Request = http::request<http::string_body>;

/// For one request, from the connection to the answer. A server that hashes many passwords takes seconds.
constexpr std::chrono::seconds kRequestTime{20};
/// Before it is asked again, where it does not say when.
constexpr std::chrono::milliseconds kPause{5'000}, kLongestPause{600'000};

struct Answer {
  int status = 0;
  Json body{};  ///< An object, be it an empty one.
};

/// Begins something, and waits until it is done. Throws what it fails with.
template <class Begin>
void wait_for(asio::io_context& io, Begin begin) {
  Failure failure;
  begin([&failure](const Failure& error, const auto&...) { failure = error; });
  io.restart();
  io.run();
  if (failure) throw boost::system::system_error(failure);
}

void connect(asio::io_context& io, beast::tcp_stream& stream, const ServerUrl& url) {
  tcp::resolver resolver(io);
  tcp::resolver::results_type found;
  wait_for(io, [&](auto done) {
    resolver.async_resolve(url.host, url.port,
                           [&found, done](const Failure& error, const tcp::resolver::results_type& results) {
                             found = results;
                             done(error);
                           });
  });
  stream.expires_after(kRequestTime);
  wait_for(io, [&](auto done) { stream.async_connect(found, std::move(done)); });
}

template <class Stream>
Answer exchange(asio::io_context& io, Stream& stream, Request& request) {
  wait_for(io, [&](auto done) { http::async_write(stream, request, std::move(done)); });
  beast::flat_buffer buffer;
  http::response<http::string_body> response;
  wait_for(io, [&](auto done) { http::async_read(stream, buffer, response, std::move(done)); });
  Answer answer{.status = static_cast<int>(response.result_int()), .body = Json::object()};
  if (auto json = read_json(response.body()); json && json->is_object()) answer.body = *std::move(json);
  return answer;
}

Answer ask(const ServerUrl& url, Request request) {
  request.set(http::field::host, url.authority());
  request.set(http::field::content_type, "application/json");
  request.set(http::field::connection, "close");
  request.prepare_payload();
  asio::io_context io(1);
  if (!url.is_secure) {
    beast::tcp_stream stream(io);
    connect(io, stream, url);
    return exchange(io, stream, request);
  }
  const auto context = tls_context();
  asio::ssl::stream<beast::tcp_stream> stream(io, *context);
  SSL_set_tlsext_host_name(stream.native_handle(), url.host.c_str());
  stream.set_verify_callback(asio::ssl::host_name_verification(url.host));
  connect(io, stream.next_layer(), url);
  wait_for(io, [&](auto done) { stream.async_handshake(asio::ssl::stream_base::client, std::move(done)); });
  return exchange(io, stream, request);
}

/// What it is about the account, in the server's words.
std::string words_of(const std::string& name, const Answer& answer) {
  const auto error = answer.body.find("error");
  std::string why = error != answer.body.end() && error->is_object() ? text_of(*error, "message") : "";
  if (why.empty()) why = "the server answers " + std::to_string(answer.status);
  return "the account " + name + ": " + why;
}

/// Throws LoginDelayed where the answer is no answer: of a server that starts, say, or of the proxy before
/// it.
const Answer& settled(const std::string& name, const Answer& answer) {
  if (answer.status != 429 && answer.status < 500) return answer;
  const auto error = answer.body.find("error");
  const bool is_told = error != answer.body.end() && error->is_object();
  const std::chrono::milliseconds pause(is_told ? error->value("retryMs", std::int64_t{0}) : 0);
  throw LoginDelayed(words_of(name, answer), std::clamp(pause, kPause, kLongestPause));
}

bool is_of(const ServerUrl& url, const std::string& name, const std::string& token) {
  Request request(http::verb::get, "/api/me", 11);
  request.set(http::field::authorization, "Bearer " + token);
  const Answer answer = settled(name, ask(url, std::move(request)));
  const auto user = answer.body.find("user");
  return answer.status == 200 && user != answer.body.end() && user->is_object() &&
         text_of(*user, "name") == name && !user->value("guest", true);
}

Answer post(const ServerUrl& url, const char* target, const Json& form) {
  Request request(http::verb::post, target, 11);
  request.body() = form.dump();
  return ask(url, std::move(request));
}

}  // namespace

std::string token_of(const ServerUrl& url, const Account& account, const std::string& kept) {
  if (!kept.empty() && is_of(url, account.name, kept)) return kept;
  Json form{{"name", account.name}, {"password", account.password}, {"client", "sanqi-bot"}};
  Answer answer = settled(account.name, post(url, "/api/auth/login", form));
  // The server does not tell a wrong password from a name that has no account: then that name is taken.
  if (answer.status == 401 && account.registers) {
    form["program"] = true;
    answer = settled(account.name, post(url, "/api/auth/register", form));
  }
  const std::string token = text_of(answer.body, "token");
  if (token.empty()) throw LoginRefused(words_of(account.name, answer));
  return token;
}

}  // namespace server::bridge
