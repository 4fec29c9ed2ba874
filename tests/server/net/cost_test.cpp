#include <gtest/gtest.h>
#include <sodium.h>

#include <boost/beast/http.hpp>
#include <fstream>
#include <functional>
#include <set>

#include "tests/server/bombs.h"
#include "tests/server/cost.h"
#include "tests/server/net/client.h"

/// What a request costs, whatever is in it: no more than its size lets expect, and never long on the thread
/// that serves the games. All routes and all types of messages are tried, each with everything that is made
/// to hurt.
namespace server {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Json = nlohmann::json;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    !defined(__OPTIMIZE__) && !defined(NDEBUG)
constexpr bool kOptimised = false;
#else
constexpr bool kOptimised = true;
#endif

/// Nobody waits: here the same client asks all the time.
NetLimits no_limits() {
  constexpr Rate kAny{.count = 1'000'000'000, .per = std::chrono::seconds(1)};
  NetLimits limits;
  limits.of_socket = limits.of_user = limits.of_address = limits.arrivals = limits.refusals = kAny;
  return limits;
}

/// Handlers of the network thread so far that took more than 5 ms of it. (As long as 0.1 s where the program
/// is not optimised.)
std::uint64_t long_turns(TestServer& server) {
  const auto turns = server.metrics().network_turn_seconds.Collect().histogram;
  for (const auto& bucket : turns.bucket)
    if (bucket.upper_bound >= (kOptimised ? 0.005 : 0.1)) return turns.sample_count - bucket.cumulative_count;
  return 0;
}

/// As many games as anybody likes.
Hub::Options no_quotas() {
  constexpr int kAny = 1'000'000;
  Hub::Options options;
  options.games = {.of_user = kAny,
                   .games = {kAny, kAny},
                   .waiting_of_user = kAny,
                   .waiting = {kAny, kAny},
                   .with_bots = {kAny, kAny},
                   .exhibitions = kAny};
  return options;
}

class CostTest : public testing::Test {
 protected:
  /// What `ask()` usually costs by this clock, in seconds. Checks that it need not hold the network thread
  /// for long: what holds it does so each time.
  template <class Clock, class Ask>
  double cost(Clock clock, Ask ask, const std::string& what) {
    std::uint64_t long_ones = std::numeric_limits<std::uint64_t>::max();
    const auto watched = [&] {
      const std::uint64_t before = long_turns(server_);
      ask();
      long_ones = std::min(long_ones, long_turns(server_) - before);
      return static_cast<double>(long_ones);
    };
    constexpr int kTimes = 3;
    const double usual = usual_cost(clock, watched, kTimes);
    SCOPED_TRACE(what + " holds the network thread");
    if (long_ones > 0) expect_at_most(watched, 0);
    return usual;
  }

  TestServer server_{no_limits(), no_quotas(), {"127.0.0.1"}};
};

// ---- HTTP ------------------------------------------------------------------------------------------------

class HttpCostTest : public CostTest {
 protected:
  /// Asks as an address of its own; gives the status, 0 if there is no answer.
  int ask(const std::string& method, const std::string& target, const std::string& header = "",
          const std::string& body = "") {
    std::string request = method + ' ' + target + " HTTP/1.1\r\nConnection: close\r\n";
    if (header.find("Host:") == std::string::npos) request += "Host: localhost\r\n";
    constexpr int kSites = 5'000;
    ++clients_;
    request += "X-Forwarded-For: 2001:db8:" + std::to_string(clients_ % kSites) + ':' +
               std::to_string(clients_ / kSites) + "::1\r\n" + header;
    if (!body.empty())
      request += "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n";
    return say(request + "\r\n" + body);
  }

  int say(const std::string& bytes) {
    asio::ip::tcp::socket socket = connected(server_);
    beast::error_code error;
    asio::write(socket, asio::buffer(bytes), error);  // It may be answered before it has been read.
    beast::flat_buffer buffer;
    http::response_parser<http::string_body> response;
    response.body_limit(boost::none);
    http::read(socket, buffer, response, error);
    return error ? 0 : static_cast<int>(response.get().result_int());
  }

  /// Of all threads of the server: nothing else runs here.
  template <class Ask>
  double cost(Ask ask, const std::string& what) {
    const auto of_server = [] { return processor_time(CLOCK_PROCESS_CPUTIME_ID) - time_of_this_thread(); };
    return CostTest::cost(of_server, ask, what);
  }

  using Routes = std::vector<std::pair<std::string, std::string>>;
  /// Those of the API, and one of pages.
  Routes routes() {
    std::promise<Routes> all;
    server_.on_network([&] { all.set_value(server_.router().routes()); });
    Routes routes = all.get_future().get();
    routes.emplace_back("GET", "/replay/abcd1234");
    routes.emplace_back("GET", "/ws");
    return routes;
  }

  std::size_t longest_body(const std::string& method, const std::string& path) {
    std::promise<std::size_t> longest;
    server_.on_network(
        [&] { longest.set_value(server_.router().longest_body({.method = method, .path = path})); });
    return longest.get_future().get();
  }

 private:
  int clients_ = 0;
};

/// With this text in place of each star.
std::string with_stars(std::string pattern, const std::string& text) {
  for (std::size_t star; (star = pattern.find('*')) != std::string::npos;) pattern.replace(star, 1, text);
  return pattern;
}

std::string usual_path(const std::string& pattern) {
  return with_stars(pattern, pattern.starts_with("/api/qr/") ? "K7QMX.svg" : "abcd1234");
}

/// Fields of all bodies, each with a long text.
std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> body_bombs() {
  std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> bombs;
  for (const Bomb& bomb : json_bombs()) bombs.emplace_back(bomb.name, bomb.make);
  for (const char* field : {"name", "password", "old", "new", "client", "text", "base64", "format", "game"}) {
    for (const char* letter : {"x", "а", "\\u0430", "㍿"}) {
      const auto make = [field, letter](std::size_t bytes) {
        Json body = {{"name", "Lin"},
                     {"password", "12345678"},
                     {"old", "12345678"},
                     {"new", "12345678"},
                     {"text", "x"}};
        body[field] = "LONG";
        std::string text = body.dump();
        text.replace(text.find("LONG"), 4, repeated(letter, bytes - 256));
        return text;
      };
      bombs.emplace_back(std::string("a long ") + field + " of " + letter, make);
    }
  }
  return bombs;
}

TEST_F(HttpCostTest, BodiesOfTwiceTheSizeCostTwiceAsMuch) {
  for (const auto& [method, pattern] : routes()) {
    const std::string path = usual_path(pattern);
    const std::size_t longest = longest_body(method, path);
    for (const auto& [name, make] : body_bombs()) {
      const std::string what = method + ' ' + path + " with " + name;
      const auto of = [&](std::size_t bytes) {
        const std::string body = make(bytes - 128);
        return cost([&] { EXPECT_NE(ask(method, path, "", body), 0) << what; }, what);
      };
      expect_at_most_doubled(of, longest / 2, what);
    }
  }
}

TEST_F(HttpCostTest, BodiesThatAreTooLongAreNotRead) {
  for (const auto& [method, pattern] : routes()) {
    const std::string path = usual_path(pattern);
    const std::string body(longest_body(method, path) + 1, ' ');
    EXPECT_EQ(ask(method, path, "", body), 413) << method << ' ' << path;
  }
}

TEST_F(HttpCostTest, BodiesInChunksAreBounded) {
  const auto chunked = [&](const std::string& path, const std::string& chunks) {
    return say("POST " + path +
               " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
               "Transfer-Encoding: chunked\r\n\r\n" +
               chunks);
  };
  EXPECT_EQ(chunked("/api/auth/logout", "2\r\n{}\r\n0\r\n\r\n"), 401);
  EXPECT_EQ(chunked("/api/auth/logout", "1001\r\n" + std::string(4097, ' ') + "\r\n0\r\n\r\n"), 413);
  EXPECT_EQ(chunked("/api/auth/logout", repeated("1\r\n \r\n", 6 * 4096) + "0\r\n\r\n"), 413)
      << "mostly headers";
  EXPECT_EQ(chunked("/api/auth/logout", "1;" + repeated("a=b;", 1 << 19)), 400);
  EXPECT_EQ(chunked("/api/auth/logout", "1\r\n \r\n0\r\n" + repeated("a: b\r\n", 1 << 19)), 400);
}

/// How many requests of one address are admitted before the first that is not. @param rest behind the first
/// line
int admitted(const NetLimits& limits, const std::string& method_and_target, const std::string& rest) {
  TestServer server(limits, {}, {"127.0.0.1"});
  int count = 0;
  for (; count < 100; ++count) {
    asio::ip::tcp::socket socket = connected(server);
    asio::write(socket, asio::buffer(method_and_target +
                                     " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                     "X-Forwarded-For: 192.0.2.1\r\n" +
                                     rest));
    beast::flat_buffer buffer;
    http::response<http::string_body> response;
    http::read(socket, buffer, response);
    if (response.result_int() == 429) break;
  }
  return count;
}

TEST_F(HttpCostTest, BodiesArePaidByTheirSize) {
  NetLimits limits = no_limits();
  limits.of_address = {.count = 12, .per = std::chrono::hours(1)};
  const auto admitted_with = [&](const std::string& body) {
    return admitted(limits, "POST /api/auth/logout", "Content-Type: application/json\r\n" + body);
  };
  EXPECT_EQ(admitted_with("Content-Length: 0\r\n\r\n"), 12);
  EXPECT_EQ(admitted_with("Content-Length: 4096\r\n\r\n" + std::string(4096, ' ')), 6);
  EXPECT_EQ(admitted_with("Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"), 6) << "as the longest";
}

TEST_F(HttpCostTest, WhatAnAnswerDidNotTakeIsInTheBudgetAgain) {
  NetLimits limits = no_limits();
  limits.of_address = {.count = 150, .per = std::chrono::hours(1)};
  const int count = admitted(limits, "GET /api/explorer?game=xiangqi", "\r\n");
  EXPECT_GE(count, 5) << "a hundred are taken each time";
  EXPECT_LE(count, 10) << "some are kept";
}

/// Requests without a body, of so many bytes.
std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> header_bombs() {
  const auto line = [](const char* name, const char* part) {
    return
        [name, part](std::size_t bytes) { return std::string(name) + ": " + repeated(part, bytes) + "\r\n"; };
  };
  return {
      {"many headers", [](std::size_t bytes) { return repeated("a:\r\n", bytes); }},
      {"different headers",
       [](std::size_t bytes) {
         return numbered(bytes, [](const std::string& i) { return "x" + i + ":\r\n"; });
       }},
      {"many addresses", line("X-Forwarded-For", "1.2.3.4, ")},
      {"lines of addresses", [](std::size_t bytes) { return repeated("X-Forwarded-For: ::1\r\n", bytes); }},
      {"commas", line("X-Forwarded-For", ",")},
      {"a long token", line("Authorization", "Bearer ")},
      {"encodings", line("Accept-Encoding", "a;q=0.1,")},
      {"commas of encodings", line("Accept-Encoding", ",")},
      {"upgrades", line("Connection", "upgrade,")},
      {"a long tag", line("If-None-Match", "\"x\",")},
      {"a long host", [](std::size_t bytes) { return "Host: " + std::string(bytes, 'a') + ".local\r\n"; }},
      {"a host of dots", [](std::size_t bytes) { return "Host: " + repeated("a.", bytes) + "local\r\n"; }},
      {"a long origin", line("Origin", "http://localhost")},
      {"a long type", line("Content-Type", "application/json;")},
  };
}

TEST_F(HttpCostTest, HeadersOfTwiceTheSizeCostTwiceAsMuch) {
  for (const auto& [method, pattern] : routes()) {
    const std::string path = usual_path(pattern);
    for (const auto& [name, make] : header_bombs()) {
      const std::string what = method + ' ' + path + " with " + name;
      const auto of = [&](std::size_t bytes) {
        const std::string header = make(bytes - 512);
        return cost([&] { EXPECT_NE(ask(method, path, header), 0) << what; }, what);
      };
      expect_at_most_doubled(of, 4 << 10, what);
    }
  }
}

TEST_F(HttpCostTest, PathsAndQueriesOfTwiceTheSizeCostTwiceAsMuch) {
  const std::vector<std::string> fields{"game", "rule", "opening", "status", "player", "opponent", "result",
                                        "from", "to",   "cursor",  "limit",  "format", "notation", "speed"};
  for (const auto& [method, pattern] : routes()) {
    const auto try_target = [&, method = method](const std::string& name, auto make) {
      const auto of = [&](std::size_t bytes) {
        const std::string target = make(bytes - 512);
        return cost([&] { EXPECT_NE(ask(method, target), 0) << target; },
                    method + ' ' + target.substr(0, 60));
      };
      expect_at_most_doubled(of, 4 << 10, method + ' ' + pattern + " with " + name);
    };
    const std::string path = usual_path(pattern);
    for (const char* part : {"a", "%41", "%d0%b0", "9"})
      try_target(std::string("a long name of ") + part, [&, pattern = pattern](std::size_t bytes) {
        return with_stars(pattern, repeated(part, bytes));
      });
    try_target("many parts", [&](std::size_t bytes) { return path + repeated("/a", bytes); });
    try_target("slashes", [&](std::size_t bytes) { return path + repeated("/", bytes); });
    try_target("many fields", [&](std::size_t bytes) {
      return path + '?' + numbered(bytes, [](const std::string& i) { return i + "&"; });
    });
    for (const std::string& field : fields)
      try_target("a long " + field,
                 [&](std::size_t bytes) { return path + '?' + field + '=' + std::string(bytes, '1'); });
  }
}

// ---- messages --------------------------------------------------------------------------------------------

Json samples() {
  return Json::parse(std::ifstream(SANQI_SOURCE_DIR "/tests/protocol/samples/client_messages.json"));
}

/// The message with something long in it, of about so many bytes: each of its texts, each of its lists, and
/// what is no field of it at all.
std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> message_bombs(
    const Json& message) {
  std::vector<std::pair<std::string, std::function<std::string(std::size_t)>>> bombs;
  const auto with = [message](const std::string& field, const std::string& value) {
    Json longer = message;
    longer[field] = "LONG";
    std::string text = longer.dump();
    return text.replace(text.find("\"LONG\""), 6, value);
  };
  const auto add = [&](const std::string& name, const std::string& field, const std::string& part,
                       const std::string& begin, const std::string& end) {
    bombs.emplace_back(name + " as " + field,
                       [=](std::size_t bytes) { return with(field, begin + repeated(part, bytes) + end); });
  };
  std::vector<std::string> fields{"other"};
  for (const auto& [field, value] : message.items())
    if (field != "t") fields.push_back(field);
  for (const std::string& field : fields) {
    add("a long text", field, "x", "\"", "\"");
    add("blanks", field, " ", "\"", "\"");
    add("letters of another script", field, "а", "\"", "\"");
    add("escapes", field, "\\u0430", "\"", "\"");
    add("a number", field, "9", "", "");
    add("a list of texts", field, "\"h2e2\",", "[", "\"\"]");
    add("lists in lists", field, "[", "", "");
    add("a list of lists", field, "[],", "[", "[]]");
  }
  bombs.emplace_back("many members", [message](std::size_t bytes) {
    return message.dump().insert(1, numbered(bytes, [](const std::string& i) { return '"' + i + "\":0,"; }));
  });
  bombs.emplace_back("the same member", [message](std::size_t bytes) {
    return message.dump().insert(1, repeated("\"x\":{},", bytes));
  });
  return bombs;
}

class MessageCostTest : public CostTest {
 protected:
  MessageCostTest() {
    owner_.hello({{"name", "Wang"}});
    page_.hello({{"name", "Lin"}});
  }

  /// Until all that was said before is done with, as far as the network thread goes.
  void say(const std::string& message) {
    page_.say(message);
    page_.say({{"t", "ping"}, {"at", ++pings_}});
    for (Json heard = page_.hear(); heard["t"] != "pong" || heard["at"] != pings_; heard = page_.hear()) {
    }
  }

  /// A game that the page plays with somebody else.
  std::string new_game() {
    owner_.say({{"t", "create"}, {"id", 1}, {"game", "gomoku"}, {"opponent", "human"}, {"side", "second"}});
    const std::string game = owner_.hear("created")["gameId"];
    if (!game_.empty()) page_.say({{"t", "leave"}, {"gameId", game_}});  // A connection has few rooms.
    page_.say({{"t", "join"}, {"id", 2}, {"gameId", game}, {"as", "player"}});
    Json joined = page_.hear("gameFull");
    while (joined["gameId"] != game && joined["id"] != 2)
      joined = page_.hear("gameFull");  // An answer to what was said of the game before.
    EXPECT_EQ(joined["you"], "first") << joined;
    return game_ = game;
  }

  /// The cost of a message of twice the size, beside it.
  template <class Make>
  void try_both_sizes(Make make, const std::string& what) {
    const auto of = [&](std::size_t bytes) {
      const std::string text = make(bytes - 512).substr(0, bytes);
      const auto of_network = [clock = server_.clock()] { return processor_time(clock); };
      return cost(
          of_network, [&] { say(text); }, what);
    };
    expect_at_most_doubled(of, 2 << 10, what);
  }

  TestClient owner_{server_}, page_{server_};

 private:
  std::int64_t pings_ = 0;
  std::string game_;
};

TEST_F(MessageCostTest, MessagesOfTwiceTheSizeCostTwiceAsMuch) {
  std::set<std::string> types;
  for (const Json& sample : samples()) {
    Json message = sample["message"];
    types.insert(message["t"]);
    if (message.contains("gameId")) message["gameId"] = new_game();
    for (const auto& [name, make] : message_bombs(message))
      try_both_sizes(make, message.dump() + " with " + name);
    say(message.dump());
  }
  EXPECT_EQ(types.size(), std::variant_size_v<protocol::ClientMessage>) << "each type has a sample";
}

TEST_F(MessageCostTest, WhatIsNoMessageCostsNoMoreThanItsSize) {
  for (const Bomb& bomb : json_bombs()) try_both_sizes(bomb.make, bomb.name);
}

}  // namespace
}  // namespace server
