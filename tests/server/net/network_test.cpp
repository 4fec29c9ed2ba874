#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>

#include <boost/asio/read.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>

#include "tests/patience.h"
#include "tests/server/net/client.h"

/// The network as clients meet it: real sockets, a whole server behind them.
namespace server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
namespace websocket = beast::websocket;
using Json = nlohmann::json;
using testing::HasSubstr;
using testing::StartsWith;

// ---- handshake -------------------------------------------------------------------------------------------

/// The status of a WebSocket handshake with these headers.
int handshake_status(const TestServer& server, const std::string& host, const std::string& origin) {
  websocket::stream<asio::ip::tcp::socket> socket(connected(server));
  socket.set_option(websocket::stream_base::decorator([&](websocket::request_type& request) {
    if (!origin.empty()) request.set(http::field::origin, origin);
  }));
  websocket::response_type response;
  beast::error_code error;
  socket.handshake(response, host, "/ws", error);
  return response.result_int();
}

TEST(HandshakeTest, PagesOfOurOwnAndProgramsMayConnect) {
  const TestServer server;
  EXPECT_EQ(handshake_status(server, "localhost:8080", ""), 101);
  EXPECT_EQ(handshake_status(server, "localhost:8080", "http://localhost:8080"), 101);
  EXPECT_EQ(handshake_status(server, "192.168.1.9", "http://192.168.1.9"), 101);
  EXPECT_EQ(handshake_status(server, "play.example", "https://play.example"), 101);
}

TEST(HandshakeTest, PagesOfOthersMayNot) {
  const TestServer server;
  EXPECT_EQ(handshake_status(server, "localhost:8080", "http://evil.example"), 403);
  EXPECT_EQ(handshake_status(server, "localhost:8080", "null"), 403);
  EXPECT_EQ(handshake_status(server, "evil.example", "http://evil.example"), 403) << "DNS rebinding";
}

// ---- HTTP ------------------------------------------------------------------------------------------------

/// Sends bytes as they are and gives all that comes back until the server closes.
std::string talk(const TestServer& server, const std::string& bytes) {
  asio::ip::tcp::socket socket = connected(server);
  asio::write(socket, asio::buffer(bytes));
  std::string answer;
  beast::error_code end;
  asio::read(socket, asio::dynamic_buffer(answer), end);
  return answer;
}

std::string get(const TestServer& server, const std::string& target, const std::string& more = "") {
  return talk(server,
              "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + more + "\r\n");
}

Json get_json(const TestServer& server, const std::string& target) {
  const std::string answer = get(server, target);
  return Json::parse(answer.substr(answer.find("\r\n\r\n")));
}

TEST(HttpTest, SaysWhatItIs) {
  const TestServer server;
  EXPECT_EQ(get_json(server, "/api/server")["app"], "sanqi");
  EXPECT_THAT(get(server, "/healthz"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(get(server, "/readyz"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(get(server, "/metrics"), HasSubstr("sanqi_moves_total 0"));
  EXPECT_THAT(get(server, "/api/qr/K7QMX.svg"), HasSubstr("<svg"));
}

TEST(HttpTest, EveryAnswerCarriesThePolicyOfSecurity) {
  const TestServer server;
  for (const char* target : {"/", "/api/server", "/none", "/api/none"}) {
    const std::string answer = get(server, target);
    EXPECT_THAT(answer, HasSubstr("\r\nContent-Security-Policy: default-src 'self';")) << target;
    EXPECT_THAT(answer, HasSubstr("\r\nX-Content-Type-Options: nosniff")) << target;
  }
  EXPECT_THAT(get(server, "/api/server"), HasSubstr("\r\nCache-Control: no-store"));
}

TEST(HttpTest, PathsOfThePageAreGamesAndRooms) {
  const TestServer server;
  // Without a built client the page is a 503 that says so.
  for (const char* target : {"/", "/aB3dE9xQ", "/r/K7QMX", "/R/K7QMX"}) {
    EXPECT_THAT(get(server, target), HasSubstr("npm run build")) << target;
  }
  for (const char* target :
       {"/short", "/r/", "/r/a/b", "/x/K7QMX", "/r/%3Cscript%3E", "/..%2f..%2fetc%2fpasswd"}) {
    EXPECT_THAT(get(server, target), StartsWith("HTTP/1.1 404")) << target;
  }
}

TEST(HttpTest, LeadsToTheTournamentAlsoWhoTypesItsAddressOnAPhone) {
  const TestServer server;
  for (const char* target : {"/T", "/T/"}) {
    EXPECT_THAT(get(server, target),
                testing::AllOf(StartsWith("HTTP/1.1 302"), HasSubstr("\r\nLocation: /t\r\n")))
        << target;
  }
}

TEST(HttpTest, RefusesWhatItDoesNotServe) {
  const TestServer server;
  EXPECT_THAT(
      talk(server, "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
      testing::AllOf(StartsWith("HTTP/1.1 405"), HasSubstr("Allow: GET, HEAD")));
  EXPECT_THAT(get(server, "/ws"), StartsWith("HTTP/1.1 426"));
  EXPECT_THAT(get(server, "/%zz"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get(server, "/api/games?limit=-1"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get(server, "/api/games?cursor=x"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get(server, "/api/games/aB3dE9xQ"), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(talk(server, "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"),
              StartsWith("HTTP/1.1 403"));
}

TEST(HttpTest, TakesABodyOnlyAsJsonAndFromItsOwnPages) {
  const TestServer server;
  const auto post = [&](const std::string& fields) {
    return talk(server, "POST /api/server HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + fields +
                            "Content-Length: 2\r\n\r\n{}");
  };
  EXPECT_THAT(post("Content-Type: application/json\r\n"), StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(post("Content-Type: application/json; charset=utf-8\r\n"), StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(post("Content-Type: text/plain\r\n"), StartsWith("HTTP/1.1 415"));
  EXPECT_THAT(post(""), StartsWith("HTTP/1.1 415"));
  EXPECT_THAT(post("Content-Type: application/json\r\nOrigin: http://evil.example\r\n"),
              StartsWith("HTTP/1.1 403"));
}

// RFC 8058: programs that read mail send a form, without an origin.
TEST(HttpTest, MailIsStoppedByABodyOfAnyType) {
  const TestServer server;
  const auto stop = [&](const std::string& fields, std::size_t bytes = 26) {
    std::string body = "List-Unsubscribe=One-Click";
    body.resize(bytes, ' ');
    return talk(server, "POST /api/mail/stop?code=x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" +
                            fields + "Content-Length: " + std::to_string(bytes) + "\r\n\r\n" + body);
  };
  EXPECT_THAT(stop("Content-Type: application/x-www-form-urlencoded\r\n"), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(stop("Content-Type: multipart/form-data; boundary=x\r\n"), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(stop(""), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(stop("", 1'024), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(stop("", 1'025), StartsWith("HTTP/1.1 413"));
  EXPECT_THAT(stop("Origin: http://evil.example\r\n"), StartsWith("HTTP/1.1 403"));
}

TEST(HttpTest, RefusesWhatIsNoHttp) {
  const TestServer server;
  EXPECT_THAT(talk(server, "\x16\x03\x01\x02\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(talk(server, "GET / HTTP/9.9\r\n\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get(server, "/", "X: " + std::string(9000, 'x') + "\r\n"), StartsWith("HTTP/1.1 431"));
  // Two ways to say where a request ends are one too many (request smuggling).
  EXPECT_THAT(get(server, "/", "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n"),
              StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get(server, "/", "Content-Length: 5\r\nContent-Length: 6\r\n"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get(server, "/", "Content-Length: 99999999\r\n"), StartsWith("HTTP/1.1 413"));
}

// A proxy that knows the coding, or ignores it, sees another end than Beast, which takes it for none: the
// rest would be a request of the next client of that proxy.
TEST(HttpTest, RefusesABodyWhoseEndOthersSeeElsewhere) {
  const TestServer server;
  for (const char* coding : {"identity", "gzip", "xchunked", "chunked, identity", "chunked, chunked"}) {
    const std::string field = "Transfer-Encoding: " + std::string(coding) + "\r\n";
    EXPECT_THAT(get(server, "/healthz", field), StartsWith("HTTP/1.1 400")) << coding;
    const std::string hidden = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const std::string answers = talk(server, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n" + field +
                                                 "Content-Length: 0\r\n\r\n" + hidden);
    EXPECT_THAT(answers, StartsWith("HTTP/1.1 400")) << coding;
    EXPECT_EQ(answers.find("HTTP/1.1", 1), std::string::npos) << coding << ": the connection ends";
  }
  EXPECT_THAT(talk(server,
                   "POST /api/auth/logout HTTP/1.0\r\nHost: localhost\r\n"
                   "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                   "2\r\n{}\r\n0\r\n\r\n"),
              StartsWith("HTTP/1.1 400"));
}

// Each is read differently by some proxy or browser.
TEST(HttpTest, RequestsOfUnusualFormOpenNothing) {
  const TestServer server;
  EXPECT_THAT(get(server, "http://localhost/healthz"), StartsWith("HTTP/1.1 400")) << "the form of proxies";
  EXPECT_THAT(get(server, "/healthz", "Host: localhost\r\n"), StartsWith("HTTP/1.1 400")) << "two hosts";
  const std::string rest = " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
  EXPECT_THAT(talk(server, "OPTIONS *" + rest), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(talk(server, "OPTIONS /api/me" + rest), StartsWith("HTTP/1.1 405"));
  EXPECT_THAT(talk(server, "TRACE /api/me" + rest), StartsWith("HTTP/1.1 405"));
  const std::string socket =
      "Connection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  EXPECT_THAT(get(server, "/healthz", socket), StartsWith("HTTP/1.1 200")) << "no WebSocket but at /ws";
  const std::string foreign = "Origin: http://evil.example\r\n";
  EXPECT_THAT(get(server, "/%77s", socket + foreign), StartsWith("HTTP/1.1 403")) << "/ws, encoded";
  EXPECT_THAT(get(server, "/api/me"), HasSubstr("\r\nCache-Control: no-store"));
  EXPECT_THAT(get(server, "/healthz", "Range: bytes=0-0\r\n"), StartsWith("HTTP/1.1 200"));
}

// The answer comes before the body has been read. To close the socket then would reset the connection, and
// who is still sending would see no answer.
TEST(HttpTest, AnswersWhoSendsTooMuchAndGoesOnSending) {
  const TestServer server;
  const std::string body(700'000, ' ');
  EXPECT_THAT(talk(server,
                   "POST /api/import HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                   "Content-Length: 700000\r\n\r\n" +
                       body),
              StartsWith("HTTP/1.1 413"));
}

// What a body goes on with is dropped, up to a megabyte; not for all of the time that closing may take.
TEST(HttpTest, CutsOffWhoNeverStopsSending) {
  NetLimits limits;
  limits.closing = std::chrono::hours(1);
  const TestServer server(limits);
  auto socket = connected(server);
  asio::write(socket, asio::buffer(std::string(
                          "POST /api/import HTTP/1.1\r\nHost: localhost\r\n"
                          "Content-Type: application/json\r\nContent-Length: 999999999\r\n\r\n")));
  const std::string body(1 << 20, ' ');
  beast::error_code cut;
  for (int megabytes = 0; megabytes < 64 && !cut; ++megabytes) asio::write(socket, asio::buffer(body), cut);
  EXPECT_TRUE(cut);
}

TEST(HttpTest, AnswersSeveralRequestsOfOneConnectionInOrder) {
  const TestServer server;
  const std::string request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n";
  const std::string answer = talk(server, request + "\r\n" + request + "Connection: close\r\n\r\n");
  const std::size_t second = answer.find("HTTP/1.1 200", 1);
  EXPECT_NE(second, std::string::npos);
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 200"));
}

TEST(HttpTest, HeadHasTheHeaderAlone) {
  const TestServer server;
  const std::string answer =
      talk(server, "HEAD /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  EXPECT_THAT(answer, HasSubstr("Content-Length: 3"));
  EXPECT_THAT(answer, testing::EndsWith("\r\n\r\n"));
}

// A cache may take the length of 304 for that of what it keeps, which had none then.
TEST(HttpTest, WhatHasNotChangedIsNotSaidToBeEmpty) {
  TestServer server;
  server.on_network([&] {
    server.router().get("/api/same", [](const auto&, const auto&) { return HttpResponse{.status = 304}; });
  });
  const std::string request = "GET /api/same HTTP/1.1\r\nHost: localhost\r\n";
  const std::string answer = talk(server, request + "\r\n" + request + "Connection: close\r\n\r\n");
  EXPECT_THAT(answer, StartsWith("HTTP/1.1 304"));
  EXPECT_THAT(answer, testing::Not(HasSubstr("Content-Length")));
  EXPECT_NE(answer.find("HTTP/1.1 304", 1), std::string::npos) << "the connection goes on";
}

/// Sends a beginning and then a byte each millisecond, which never make a whole request: how many of them
/// before the server closed, -1 if it did not.
int trickled(const TestServer& server, const std::string& beginning) {
  constexpr int kMost = 3'000;
  asio::ip::tcp::socket socket = connected(server);
  asio::write(socket, asio::buffer(beginning));
  pollfd readable{socket.native_handle(), POLLIN, 0};
  for (int sent = 0; sent < kMost; ++sent) {
    if (::poll(&readable, 1, 1) > 0) return sent;
    beast::error_code closed;
    asio::write(socket, asio::buffer("x", 1), closed);
    if (closed) return sent;
  }
  return -1;
}

// Slowloris: one byte now and then keeps a deadline for each read alive for ever, so the deadline is of the
// whole request. Nothing else of it is refused: it stays below every limit of size.
TEST(HttpTest, CutsOffWhoTakesTooLongForARequest) {
  NetLimits limits;
  limits.request = std::chrono::milliseconds(100);
  const TestServer server(limits);
  const std::string line = "POST /api/server HTTP/1.1\r\n", host = "Host: localhost\r\n";
  for (const std::string& beginning :
       {std::string(), std::string("GET /"), line + host + "X: ",
        line + host + "Content-Type: application/json\r\nContent-Length: 9999\r\n\r\n"}) {
    EXPECT_GE(trickled(server, beginning), 0) << beginning;
  }
}

TEST(HttpTest, TakesOnlySoManyConnectionsFromOneAddress) {
  NetLimits limits;
  limits.connections.of_loopback = 2;
  const TestServer server(limits);
  const TestClient one(server), two(server);
  EXPECT_EQ(talk(server, ""), "");
}

TEST(HttpTest, TakesOnlySoManyArrivalsOfOneAddress) {
  NetLimits limits;
  limits.arrivals = {3, std::chrono::hours(1)};
  limits.trust_loopback = false;
  const TestServer server(limits);
  for (int i = 0; i < 3; ++i) EXPECT_THAT(get(server, "/healthz"), StartsWith("HTTP/1.1 200"));
  EXPECT_EQ(talk(server, ""), "");
}

TEST(HttpTest, RequestsOfOneAddressShareItsBudgetWithMessages) {
  NetLimits limits;
  limits.of_address = {3, std::chrono::hours(1)};
  limits.trust_loopback = false;
  const TestServer server(limits);
  TestClient page(server);
  page.hello({{"name", "Lin"}});
  EXPECT_THAT(get(server, "/healthz"), StartsWith("HTTP/1.1 200"));
  const std::string refusal = get(server, "/healthz");
  EXPECT_THAT(refusal, StartsWith("HTTP/1.1 429"));
  EXPECT_THAT(refusal, HasSubstr("Retry-After: "));
}

// All that one connection asks for at once comes out of the same budget, and the first refusal ends it.
TEST(HttpTest, AsksForNothingMoreOnceItIsRefused) {
  NetLimits limits;
  limits.of_address = {3, std::chrono::hours(1)};
  limits.trust_loopback = false;
  const TestServer server(limits);
  std::string requests;
  for (int i = 0; i < 20; ++i) requests += "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string answers = talk(server, requests);
  const auto count = [&](std::string_view what) {
    int found = 0;
    for (std::size_t at = answers.find(what); at != std::string::npos; at = answers.find(what, at + 1))
      ++found;
    return found;
  };
  EXPECT_EQ(count("HTTP/1.1 200"), 3);
  EXPECT_EQ(count("HTTP/1.1 429"), 1);
}

TEST(HttpTest, ServesOnlySoManyRequestsOnOneConnection) {
  const TestServer server;
  std::string requests;
  for (int i = 0; i < 101; ++i) requests += "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const std::string answers = talk(server, requests);
  int found = 0;
  for (std::size_t at = answers.find("HTTP/1.1 200"); at != std::string::npos;
       at = answers.find("HTTP/1.1 200", at + 1))
    ++found;
  EXPECT_EQ(found, 100);
}

TEST(HttpTest, AnAnswerThatFailsIsAnAnswerToo) {
  TestServer server;
  server.on_network([&] {
    server.router().add("GET", "/defect",
                        [](const auto&, const auto&, const auto&) { throw std::runtime_error("defect"); });
  });
  EXPECT_THAT(get(server, "/defect"), StartsWith("HTTP/1.1 500"));
  EXPECT_THAT(get(server, "/healthz"), StartsWith("HTTP/1.1 200"));
}

// A proxy on this machine that nobody told us about brings strangers, not whoever sits here.
TEST(HttpTest, WhoComesThroughAnUnknownProxyIsNotAtThisMachine) {
  const TestServer server;
  EXPECT_THAT(get(server, "/metrics"), StartsWith("HTTP/1.1 200"));
  for (const char* header : {"X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "X-Real-IP: 127.0.0.1",
                             "Via: 1.1 somewhere", "X-Forwarded-Host: a", "X-Forwarded-Proto: https"}) {
    EXPECT_THAT(get(server, "/metrics", std::string(header) + "\r\n"), StartsWith("HTTP/1.1 404")) << header;
  }
  EXPECT_THAT(talk(server, "GET /metrics HTTP/1.1\r\nHost: play.example\r\nConnection: close\r\n\r\n"),
              StartsWith("HTTP/1.1 404"))
      << "by a name that only others use";
}

TEST(HttpTest, MetricsAreForThisMachineAndWhoIsNamed) {
  const TestServer server({}, {}, {"127.0.0.1"}, {"10.9.8.0/24"});
  const auto asked_by = [&server](const std::string& address) {
    return get(server, "/metrics", "X-Forwarded-For: " + address + "\r\n");
  };
  EXPECT_THAT(asked_by("10.9.8.7"), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(asked_by("10.9.7.8"), StartsWith("HTTP/1.1 404"));
  EXPECT_THAT(asked_by("10.9.8.7, 10.9.7.8"), StartsWith("HTTP/1.1 404")) << "what a client wrote itself";
}

// ---- WebSocket -------------------------------------------------------------------------------------------

TEST(WebSocketTest, SaysHelloAndIsWelcome) {
  const TestServer server;
  TestClient client(server);
  const Json welcome = client.hello({{"name", "Lin"}});
  EXPECT_EQ(welcome["user"]["name"], "Lin");
  EXPECT_EQ(welcome["games"].size(), 3u);
}

TEST(WebSocketTest, ToldWhatIsWrongAndGoesOn) {
  const TestServer server;
  TestClient client(server);
  client.say(std::string("{"));
  EXPECT_EQ(client.hear()["code"], "bad_json");
  client.say(Json{{"t", "ping"}, {"at", 1}});
  EXPECT_EQ(client.hear()["code"], "hello_first");
  client.say(Json{{"t", "dance"}, {"id", 7}});
  const Json answer = client.hear();
  EXPECT_EQ(answer["code"], "unknown_type");
  EXPECT_EQ(answer["id"], 7);
  EXPECT_EQ(client.hello({{"name", "Lin"}})["t"], "welcome");
}

TEST(WebSocketTest, ClosesOnFramesThatItDoesNotTake) {
  const TestServer server;
  TestClient binary(server);
  binary.socket().binary(true);
  binary.say(std::string("hello"));
  EXPECT_EQ(binary.close_code(), 1003);

  TestClient large(server);
  large.say(std::string(4097, ' '));
  EXPECT_EQ(large.close_code(), 1009);

  TestClient broken(server);
  broken.say(std::string("\"\xff\""));
  EXPECT_EQ(broken.close_code(), 1007);
}

TEST(WebSocketTest, TakesTheLongestMessageAllowed) {
  const TestServer server;
  TestClient client(server);
  client.say("[" + std::string(4094, ' ') + "]");
  EXPECT_EQ(client.hear()["t"], "error");
}

TEST(WebSocketTest, ClosesOnWhoSaysNoHello) {
  NetLimits limits;
  limits.hello = std::chrono::milliseconds(1);
  const TestServer server(limits);
  TestClient client(server);
  EXPECT_EQ(client.close_code(), 1008);
}

// A visitor was told that it had said no hello, which waited for a disk that stood still.
TEST(WebSocketTest, TheServersOwnDelayIsNobodysSilence) {
  NetLimits limits;
  limits.hello = std::chrono::milliseconds(1500);
  TestServer server(limits);
  server.store().hold();
  TestClient waiting(server);
  waiting.say(Json{{"t", "hello"}, {"v", 1}, {"name", "Lin"}});
  TestClient silent(server);
  EXPECT_EQ(silent.close_code(), 1008);
  server.store().release();
  EXPECT_EQ(waiting.hear("welcome")["t"], "welcome");
}

TEST(WebSocketTest, ClosesOnWhoFallsSilent) {
  NetLimits limits;
  limits.silence = patience() / 4;  // Long enough to say hello in, on any machine.
  const TestServer server(limits);
  TestClient client(server);
  client.hello({{"name", "Lin"}});
  // Not even pongs: those are sent while reading.
  asio::ip::tcp::socket& raw = client.socket().next_layer();
  std::string rest;
  beast::error_code end;
  asio::read(raw, asio::dynamic_buffer(rest), end);
  EXPECT_TRUE(end);
}

TEST(WebSocketTest, TellsWhoSaysTooMuchAndThenCloses) {
  NetLimits limits;
  limits.of_socket = {5, std::chrono::hours(1)};
  limits.refusals = {3, std::chrono::hours(1)};
  TestServer server(limits);
  TestClient client(server);
  client.hello({{"name", "Lin"}});
  for (int i = 0; i < 8; ++i) client.say(Json{{"t", "ping"}, {"id", i}, {"at", i}});
  for (int i = 0; i < 4; ++i) EXPECT_EQ(client.hear()["t"], "pong");
  const Json refusal = client.hear();
  EXPECT_EQ(refusal["code"], "rate_limited");
  EXPECT_EQ(refusal["id"], 4) << "whoever asked must not wait for ever";
  EXPECT_GT(refusal["retryMs"], 0);
  EXPECT_EQ(client.close_code(), 1008);
}

TEST(WebSocketTest, SocketsOfOneUserShareALimit) {
  NetLimits limits;
  limits.of_user = {3, std::chrono::hours(1)};
  const TestServer server(limits);
  TestClient one(server), two(server);
  const Json welcome = one.hello({{"name", "Lin"}});
  two.say(Json{{"t", "hello"}, {"v", 1}, {"token", welcome["token"]}});
  EXPECT_EQ(two.hear()["t"], "welcome");
  int pongs = 0;
  for (int i = 0; i < 3; ++i) {
    for (TestClient* client : {&one, &two}) {
      client->say(Json{{"t", "ping"}, {"at", i}});
      if (client->hear()["t"] == "pong") ++pongs;
    }
  }
  EXPECT_EQ(pongs, 3);
}

// What the budget of the user refused was taken out of that of the socket all the same, and retrying emptied
// it.
TEST(WebSocketTest, WhatOneBudgetRefusesCostsTheOthersNothing) {
  NetLimits limits;
  limits.of_socket = {5, std::chrono::hours(1000)};
  limits.of_user = {2, std::chrono::hours(1)};
  const TestServer server(limits);
  TestClient client(server);
  client.hello({{"name", "Lin"}});
  for (int i = 0; i < 2; ++i) {
    client.say(Json{{"t", "ping"}, {"at", i}});
    EXPECT_EQ(client.hear()["t"], "pong");
  }
  for (int i = 0; i < 8; ++i) {
    client.say(Json{{"t", "ping"}, {"at", i}});
    const Json refusal = client.hear();
    EXPECT_EQ(refusal["code"], "rate_limited");
    EXPECT_LE(refusal["retryMs"], 3'600'000) << "the user's hour, not the socket's thousand";
  }
}

TEST(WebSocketTest, SocketsOfOneAddressShareALimit) {
  NetLimits limits;
  limits.of_address = {6, std::chrono::hours(1)};  // The two upgrades count, too.
  limits.trust_loopback = false;
  const TestServer server(limits);
  TestClient one(server), two(server);
  one.hello({{"name", "Lin"}});
  two.hello({{"name", "Mei"}});
  for (TestClient* client : {&one, &two}) {
    client->say(Json{{"t", "ping"}, {"at", 1}});
    EXPECT_EQ(client->hear()["t"], "pong");
  }
  one.say(Json{{"t", "ping"}, {"at", 2}});
  EXPECT_EQ(one.hear()["code"], "rate_limited");
}

/// What a client sends that never makes a message: so many frames of this kind, masked with zeros.
std::string idle_frames(int count, unsigned char opcode) {
  std::string bytes;
  for (int i = 0; i < count; ++i)
    bytes += std::string{static_cast<char>(opcode), '\x80'} + std::string(4, '\0');
  return bytes;
}
constexpr unsigned char kPingFrame = 0x89, kPongFrame = 0x8a, kBeginningFrame = 0x01, kPartFrame = 0x00;

NetLimits few_frames() {
  NetLimits limits;
  limits.of_socket = {50, std::chrono::hours(1)};
  limits.unpaid_frames = 10;
  return limits;
}

// Beast answers pings and takes empty parts of a message by itself, however many come.
TEST(WebSocketTest, FramesThatAreNoMessagesCostLikeMessages) {
  const std::pair<std::string, std::string> floods[] = {
      {idle_frames(100, kPingFrame), "pings"},
      {idle_frames(100, kPongFrame), "pongs that nobody asked for"},
      {idle_frames(1, kBeginningFrame) + idle_frames(100, kPartFrame), "empty parts of a message"}};
  for (const auto& [flood, name] : floods) {
    TestServer server(few_frames());
    TestClient client(server);
    client.hello({{"name", "Lin"}});
    asio::write(client.socket().next_layer(), asio::buffer(flood));
    EXPECT_EQ(client.close_code(), 1008) << name;
    EXPECT_THAT(server.metrics().text(), HasSubstr("sanqi_ws_dropped_total{reason=\"too many frames\"} 1"))
        << name;
  }
}

/// Whether the server has no connection any more, within a time that is long for any machine.
bool is_left_alone(TestServer& server) {
  const auto deadline = std::chrono::steady_clock::now() + patience();
  while (server.connections() > 0 && std::chrono::steady_clock::now() < deadline) std::this_thread::yield();
  return server.connections() == 0;
}

// Whoever is asked to close may say a little more, and not go on for all of the time that closing may take.
TEST(WebSocketTest, CutsOffWhoGoesOnWithFramesAfterTheClose) {
  NetLimits limits = few_frames();
  limits.frames_after_close = 100;
  limits.closing = limits.request = std::chrono::hours(1);
  TestServer server(limits);
  TestClient client(server);
  client.hello({{"name", "Lin"}});
  auto& socket = client.socket().next_layer();
  asio::write(socket, asio::buffer(idle_frames(100, kPingFrame)));
  std::string farewell;
  asio::read_until(socket, asio::dynamic_buffer(farewell), '\x88');  // A close frame.
  asio::write(socket, asio::buffer(idle_frames(200, kPingFrame)));
  EXPECT_TRUE(is_left_alone(server));
}

TEST(WebSocketTest, AFewPingsAndPartsAreNobodysHarm) {
  const TestServer server(few_frames());
  TestClient client(server);
  client.hello({{"name", "Lin"}});
  for (int i = 0; i < 3; ++i) {
    asio::write(client.socket().next_layer(), asio::buffer(idle_frames(4, kPingFrame)));
    client.socket().auto_fragment(true);
    client.socket().write_buffer_bytes(8);
    client.say(Json{{"t", "ping"}, {"at", 1}});
    EXPECT_EQ(client.hear("pong")["t"], "pong");
  }
}

TEST(WebSocketTest, PartsOfAMessageCostLikeMessages) {
  const TestServer server(few_frames());
  TestClient client(server);
  client.hello({{"name", "Lin"}});
  client.socket().auto_fragment(true);
  client.socket().write_buffer_bytes(8);
  client.say(std::string(8 * 60, ' '));
  EXPECT_EQ(client.close_code(), 1008);
}

// What comes with the request itself is read by nobody who watches the socket.
TEST(WebSocketTest, CountsTheFramesThatCameWithTheRequest) {
  const TestServer server(few_frames());
  EXPECT_THAT(talk(server,
                   "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                   "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n" +
                       idle_frames(100, kPingFrame)),
              HasSubstr("too many frames"));
}

TEST(WebSocketTest, AMessageIsFollowedByAPingThatMeasuresTheWay) {
  const TestServer server;
  TestClient client(server);
  client.hello({{"name", "Lin"}});
  client.say(Json{{"t", "ping"}, {"at", 1}});
  client.hear("pong");
  client.say(Json{{"t", "ping"}, {"at", 2}});
  client.hear("pong");
  EXPECT_GE(client.pings(), 1);
}

/// A line with as little room on the way as there can be, for somebody who will not read.
asio::ip::tcp::socket narrow_line(const TestServer& server) {
  asio::ip::tcp::socket socket(client_io);
  socket.open(asio::ip::tcp::v4());
  socket.set_option(asio::socket_base::receive_buffer_size(4096));
  socket.connect({asio::ip::make_address("127.0.0.1"), server.port()});
  return socket;
}

/// Asks again and again and reads nothing; whether the line was cut meanwhile.
bool is_cut_while_asking(TestClient& client, int times) {
  const std::string ping = Json{{"t", "ping"}, {"at", 1}}.dump();
  beast::error_code cut;
  for (int i = 0; i < times && !cut; ++i) client.socket().write(asio::buffer(ping), cut);
  return cut.failed();
}

NetLimits small_buffers() {
  NetLimits limits;
  limits.of_socket = limits.of_user = limits.of_address = {10'000'000, std::chrono::seconds(1)};
  limits.queued_messages = 64;
  limits.queued_bytes = 16 << 10;
  limits.kernel_buffer = 1;  // The least that the kernel gives, so that it is full soon.
  limits.closing = std::chrono::milliseconds(10);
  return limits;
}

// A client that talks but never reads must not make the server remember all answers for it.
TEST(WebSocketTest, ClosesOnWhoDoesNotRead) {
  TestServer server(small_buffers());
  TestClient client(narrow_line(server));
  client.hello({{"name", "Lin"}});
  EXPECT_TRUE(is_cut_while_asking(client, 10'000'000));
  EXPECT_THAT(server.metrics().text(), HasSubstr("sanqi_ws_dropped_total{reason=\"too slow\"} 1"));
  EXPECT_LE(server.metrics().ws_out_queue_bytes.Value(), 64 * 100);
}

TEST(WebSocketTest, CountsTheBytesThatWaitAsWellAsTheMessages) {
  NetLimits limits = small_buffers();
  limits.queued_messages = 8192;
  limits.queued_bytes = 1 << 10;
  TestServer server(limits);
  TestClient client(narrow_line(server));
  client.hello({{"name", "Lin"}});
  EXPECT_TRUE(is_cut_while_asking(client, 10'000'000));
  EXPECT_THAT(server.metrics().text(), HasSubstr("sanqi_ws_dropped_total{reason=\"too slow\"} 1"));
  EXPECT_LE(server.metrics().ws_out_queue_bytes.Value(), 1 << 10);
}

// Below every limit of what may wait, too: who takes nothing for so long is gone.
TEST(WebSocketTest, ClosesOnWhoTakesNothingForTooLong) {
  NetLimits limits = small_buffers();
  limits.queued_messages = 1'000'000;
  limits.queued_bytes = 64 << 20;
  limits.write_progress = std::chrono::milliseconds(20);
  TestServer server(limits);
  TestClient client(narrow_line(server));
  client.hello({{"name", "Lin"}});
  is_cut_while_asking(client, 50'000);
  EXPECT_TRUE(is_left_alone(server));
  EXPECT_THAT(server.metrics().text(), HasSubstr("sanqi_ws_dropped_total{reason=\"too slow\"} 1"));
}

// Frames that ask for an echo are answered below the protocol, where no limit of messages counts them.
TEST(WebSocketTest, ClosesOnWhoSendsPingFramesAndDoesNotRead) {
  TestServer server(small_buffers());
  TestClient client(narrow_line(server));
  client.hello({{"name", "Lin"}});
  beast::error_code cut;
  const beast::websocket::ping_data payload(std::string(125, 'x').c_str());
  for (int i = 0; i < 1'000'000 && !cut; ++i) client.socket().ping(payload, cut);
  EXPECT_TRUE(cut);
  EXPECT_THAT(server.metrics().text(), HasSubstr("sanqi_ws_dropped_total{reason=\"too slow\"} 1"));
}

/// The status of the answer to somebody who comes to the WebSocket through a proxy.
int status_behind_proxy(const TestServer& server, const std::string& forwarded_for,
                        std::vector<asio::ip::tcp::socket>& open) {
  open.push_back(connected(server));
  asio::write(
      open.back(),
      asio::buffer("GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                   "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                   "X-Forwarded-For: " +
                   forwarded_for + "\r\n\r\n"));
  std::string answer;
  asio::read_until(open.back(), asio::dynamic_buffer(answer), "\r\n\r\n");
  return std::stoi(answer.substr(std::string("HTTP/1.1 ").size()));
}

TEST(ProxyTest, LimitsCountTheClientsOfATrustedProxy) {
  NetLimits limits;
  limits.connections.of_public = 1;
  const TestServer server(limits, {}, {"127.0.0.1"});
  std::vector<asio::ip::tcp::socket> open;
  EXPECT_EQ(status_behind_proxy(server, "8.8.8.8", open), 101);
  EXPECT_EQ(status_behind_proxy(server, "8.8.8.8", open), 429);
  EXPECT_EQ(status_behind_proxy(server, "1.2.3.4, 8.8.8.8", open), 429) << "what the client says of itself";
  EXPECT_EQ(status_behind_proxy(server, "8.8.4.4", open), 101);
}

/// The beginning of a request that comes through a proxy, whose body does not come.
asio::ip::tcp::socket slow_request(const TestServer& server, const std::string& forwarded_for) {
  asio::ip::tcp::socket socket = connected(server);
  asio::write(socket, asio::buffer("POST /api/auth/logout HTTP/1.1\r\nHost: localhost\r\n"
                                   "Content-Type: application/json\r\nContent-Length: 99\r\n"
                                   "X-Forwarded-For: " +
                                   forwarded_for + "\r\n\r\n"));
  return socket;
}

// One address took all connections of the server with bodies that did not come.
TEST(ProxyTest, RequestsCountAsSoonAsTheirHeaderIsRead) {
  NetLimits limits;
  limits.connections.of_public = 1;
  limits.connections.requests = 2;
  limits.of_address = {1'000'000, std::chrono::seconds(1)};
  TestServer server(limits, {}, {"127.0.0.1"});
  const auto status_for = [&](const std::string& address) {
    return get(server, "/healthz", "X-Forwarded-For: " + address + "\r\n").substr(9, 3);
  };
  const auto becomes = [&](const std::string& status) {
    const auto give_up = std::chrono::steady_clock::now() + patience();
    while (status_for("8.8.8.8") != status)
      if (std::chrono::steady_clock::now() > give_up) return false;
    return true;
  };
  asio::ip::tcp::socket one = slow_request(server, "8.8.8.8");
  const auto other = slow_request(server, "8.8.8.8");
  EXPECT_TRUE(becomes("429"));
  EXPECT_EQ(status_for("8.8.4.4"), "200");
  one.close();
  EXPECT_TRUE(becomes("200"));
}

TEST(ProxyTest, AStrangersWordCountsForNothing) {
  NetLimits limits;
  limits.connections.of_public = 1;
  const TestServer server(limits);
  std::vector<asio::ip::tcp::socket> open;
  EXPECT_EQ(status_behind_proxy(server, "8.8.8.8", open), 101);
  EXPECT_EQ(status_behind_proxy(server, "8.8.8.8", open), 101);
}

TEST(ListenerTest, TakesOneOfTheNextPortsIfItMay) {
  TestServer server;
  EXPECT_THROW(server.listen_again(0), std::runtime_error);
  EXPECT_GT(server.listen_again(10), server.port());
}

TEST(WebSocketTest, ARestartIsAnnouncedAndCloses) {
  TestServer server;
  TestClient client(server);
  client.hello({{"name", "Lin"}});
  server.on_network([] {});
  std::thread draining([&] { server.drain(); });
  EXPECT_EQ(client.hear("bye")["code"], 1012);
  EXPECT_EQ(client.close_code(), 1012);
  draining.join();
}

// ---- many at once ----------------------------------------------------------------------------------------

// A router that is switched off and on: everybody is gone without a word, and back at once, several times.
TEST(StormTest, TwoHundredWhoDropAndComeBackFindWhatTheyLeft) {
  constexpr int kClients = 200, kStorms = 3;
  TestServer server;
  std::vector<std::unique_ptr<TestClient>> clients;
  std::vector<Json> welcomes;
  for (int i = 0; i < kClients; ++i) {
    clients.push_back(std::make_unique<TestClient>(server));
    welcomes.push_back(clients.back()->hello({{"name", "Guest" + std::to_string(i)}}));
  }
  clients[0]->say(Json{{"t", "create"}, {"game", "gomoku"}, {"side", "first"}, {"opponent", "human"}});
  const std::string game = clients[0]->hear("created")["gameId"];
  const auto come_in = [&](std::size_t i) {
    clients[i]->say(Json{{"t", "lobby"}, {"on", true}});
    const char* const as = i < 2 ? "player" : "spectator";
    clients[i]->say(Json{{"t", "join"}, {"gameId", game}, {"as", as}});
  };
  for (std::size_t i = 0; i < clients.size(); ++i) come_in(i);
  for (int storm = 0; storm < kStorms; ++storm) {
    for (auto& client : clients) client->socket().next_layer().close();
    for (std::size_t i = 0; i < clients.size(); ++i) {
      clients[i] = std::make_unique<TestClient>(server);
      clients[i]->say(Json{{"t", "hello"}, {"v", 1}, {"token", welcomes[i]["token"]}});
      come_in(i);
    }
    for (std::size_t i = 0; i < clients.size(); ++i) {
      EXPECT_EQ(clients[i]->hear("welcome")["user"], welcomes[i]["user"]);
      const Json full = clients[i]->hear("gameFull");
      EXPECT_EQ(full["you"], i == 0 ? Json("first") : i == 1 ? Json("second") : Json());
      EXPECT_EQ(full["state"]["ply"], storm);
    }
    clients[storm % 2]->say(
        Json{{"t", "move"}, {"gameId", game}, {"ply", storm}, {"move", "h" + std::to_string(storm + 1)}});
    for (auto& client : clients) {
      while (client->hear("event")["state"]["ply"] != storm + 1) continue;
    }
  }
  clients[5]->say(Json{{"t", "lobby"}, {"on", true}, {"id", 77}});
  Json lobby;
  do lobby = clients[5]->hear("lobby");
  while (lobby.value("id", 0) != 77);
  EXPECT_EQ(lobby["players"], kClients) << "nobody is counted twice, nobody is forgotten";
  EXPECT_EQ(server.metrics().connections.Value(), kClients);
}

// ---- an evening's host ----------------------------------------------------------------------------------

TEST(HostTest, TakesAllGamesHomeInOneFile) {
  const TestServer server({}, {.lan = true}, {"127.0.0.1"});
  TestClient lin(server);
  lin.hello({{"name", "Lin"}});
  constexpr int kGames = 10;  // More than are read at a time.
  for (int i = 0; i < kGames; ++i) {
    lin.say(Json{
        {"t", "create"}, {"game", i % 2 ? "gomoku" : "xiangqi"}, {"opponent", "human"}, {"private", i < 2}});
    lin.hear("created");
  }
  const std::string path = "/api/games/all";
  const Json all = get_json(server, path);
  ASSERT_EQ(all.size(), kGames);
  EXPECT_EQ(all[0]["state"]["status"], "playing");
  EXPECT_THAT(get(server, path), HasSubstr("filename=\"sanqi-games.json\""));
  EXPECT_THAT(get(server, path + "?format=sgf"), HasSubstr("GM[4]"));
  EXPECT_THAT(get(server, path + "?format=exe"), StartsWith("HTTP/1.1 400"));
  EXPECT_THAT(get(server, path, "X-Forwarded-For: 192.168.1.7\r\n"), StartsWith("HTTP/1.1 403"))
      << "the others may look at games one by one";
}

TEST(HostTest, ReadsReportsAtItsMachine) {
  const TestServer server({}, {.lan = true}, {"127.0.0.1"});
  EXPECT_EQ(get_json(server, "/api/reports"), Json::parse(R"({"reports": []})"));
  EXPECT_THAT(get(server, "/api/reports", "X-Forwarded-For: 192.168.1.7\r\n"), StartsWith("HTTP/1.1 403"));
}

TEST(HostTest, NobodyIsHostOfAnOrdinaryServer) {
  for (const char* path : {"/api/games/all", "/api/reports"})
    EXPECT_THAT(get(TestServer(), path), StartsWith("HTTP/1.1 403")) << path;
}

// ---- a whole game ----------------------------------------------------------------------------------------

TEST(GameTest, TwoClientsPlayAWholeGameThatIsThenInTheRecords) {
  const TestServer server;
  TestClient lin(server), mei(server);
  lin.hello({{"name", "Lin"}});
  mei.hello({{"name", "Mei"}});
  lin.say(
      Json{{"t", "create"}, {"game", "gomoku"}, {"time", nullptr}, {"side", "first"}, {"opponent", "human"}});
  const Json created = lin.hear("created");
  const std::string id = created["gameId"];
  lin.say(Json{{"t", "join"}, {"gameId", id}, {"as", "player"}, {"token", created["token"]}});
  mei.say(Json{{"t", "join"}, {"code", created["code"]}, {"as", "player"}});
  EXPECT_EQ(mei.hear("gameFull")["you"], "second");

  const std::array<std::string, 9> moves{"h8", "a1", "h9", "a2", "h10", "a3", "h11", "a4", "h12"};
  for (std::size_t ply = 0; ply < moves.size(); ++ply) {
    TestClient& mover = ply % 2 == 0 ? lin : mei;
    mover.say(Json{{"t", "move"}, {"gameId", id}, {"ply", ply}, {"move", moves[ply]}});
    EXPECT_EQ(mover.hear("ack")["ply"], ply + 1);
  }
  Json last;
  do last = mei.hear("event");
  while (last["kind"] != "end");
  EXPECT_EQ(last["state"]["result"], "first");

  const Json game = get_json(server, "/api/games/" + id);
  EXPECT_EQ(game["state"]["status"], "finished");
  EXPECT_EQ(game["state"]["reason"], "five");
  EXPECT_EQ(game["positions"].size(), moves.size() + 1);
  EXPECT_EQ(game["positions"].back(), game["state"]["pos"]);
  EXPECT_EQ(game["spent"].size(), moves.size());
  EXPECT_FALSE(game.contains("code"));

  const Json list = get_json(server, "/api/games?status=finished&player=Mei");
  ASSERT_EQ(list["games"].size(), 1u);
  EXPECT_EQ(list["games"][0]["gameId"], id);
  EXPECT_EQ(list["games"][0]["ply"], moves.size());
  EXPECT_EQ(list["games"][0]["result"], "first");
  EXPECT_EQ(list["cursor"], nullptr);
  EXPECT_THAT(get(server, "/api/games/" + id + "/export?format=json"),
              HasSubstr("attachment; filename=\"" + id));
}

TEST(GameTest, ListsPagesByCursor) {
  const TestServer server;
  TestClient lin(server);
  lin.hello({{"name", "Lin"}});
  for (int i = 0; i < 3; ++i) {
    lin.say(Json{{"t", "create"}, {"game", "antireversi"}, {"time", nullptr}, {"opponent", "human"}});
    lin.hear("created");
  }
  const Json first = get_json(server, "/api/games?limit=2");
  EXPECT_EQ(first["games"].size(), 2u);
  const Json second = get_json(server, "/api/games?limit=2&cursor=" + first["cursor"].get<std::string>());
  EXPECT_EQ(second["games"].size(), 1u);
  EXPECT_EQ(second["cursor"], nullptr);
}

// The stream's read, which would answer what is no text by a close of its own, and the close that is under
// way would wait for each other for ever.
TEST(WebSocketTest, ForgetsWhoBreaksTheRulesWhileItClosesHim) {
  // A hello of no version that we speak, the first half of another message, and what is no text.
  using namespace std::string_view_literals;
  constexpr auto kHello = "\x81\x93\0\0\0\0{\"t\":\"hello\",\"v\":0}"sv;
  constexpr auto kHalf = "\x81\x84\0\0\0\0ab"sv, kNoText = "\xff\xff"sv;
  NetLimits limits;
  limits.closing = std::chrono::milliseconds(100);
  TestServer server(limits);
  TestClient client(server);
  asio::write(client.socket().next_layer(), std::array{asio::buffer(kHello), asio::buffer(kHalf)});
  std::string farewell;
  asio::read_until(client.socket().next_layer(), asio::dynamic_buffer(farewell), '\x88');  // A close frame.
  asio::write(client.socket().next_layer(), asio::buffer(kNoText));
  EXPECT_TRUE(is_left_alone(server));
}

}  // namespace
}  // namespace server
