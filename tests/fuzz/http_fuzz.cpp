#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <string>

#include "server/api/game_query.h"
#include "server/api/http_message.h"
#include "server/api/router.h"
#include "server/base/addresses.h"
#include "server/pages/content_policy.h"
#include "tests/fuzz/expect.h"
#include "tests/fuzz/input.h"

namespace {

using namespace server;
namespace ip = boost::asio::ip;

/// Three lines: the target of a request, its Host, and its Origin.
void ask(Input input) {
  static const Router router = [] {
    Router routes;
    routes.add("GET", "/api/games/*",
               [](const HttpRequest&, const Router::Segments& stars, const Respond& respond) {
                 EXPECT(stars.size() == 1 && stars[0].find('/') == std::string::npos);
                 respond({});
               });
    routes.otherwise([](const HttpRequest&, const Respond& respond) { respond({}); });
    return routes;
  }();
  HttpRequest request;
  request.method = "GET";
  const std::string_view target = input.take_until('\n'), host = input.take_until('\n'),
                         origin = input.rest();
  // Beast lets no control character through.
  if (std::ranges::any_of(target, [](unsigned char c) { return c <= ' ' || c == 0x7f; })) return;
  if (!parse_target(target, request)) return;
  EXPECT(request.path.starts_with('/') && request.path.find('\0') == std::string::npos);
  int answers = 0;
  router.serve(request, [&](const HttpResponse& response) {
    answers += response.status == 200 || response.status == 404;
  });
  EXPECT(answers == 1);

  const auto query = read_game_query(request);
  if (query)
    EXPECT(query->limit >= 1 && query->limit <= 100);
  else
    EXPECT(!query.error().empty());
  const auto limit = read_limit(request);
  EXPECT(!limit || (*limit >= 1 && *limit <= 100));

  if (is_same_origin(origin, host)) EXPECT(!host.empty() && origin.size() > host.size());
  if (is_known_host(host, {"play.example"})) EXPECT(host.size() <= 260);
}

/// A network of proxies, and what an X-Forwarded-For says.
void forward(Input input) {
  const AddressRanges proxies({"127.0.0.1", std::string(input.take_until('\n'))});
  const ip::address peer = ip::make_address("127.0.0.1"), stranger = ip::make_address("203.0.113.7");
  const ProxyHeaders forwarding{.forwarded_for = std::string(input.rest()), .any = true};
  const ip::address client = client_address(peer, forwarding, proxies).address;
  EXPECT(!address_key(client).empty());
  EXPECT(is_loopback(client) <= is_private(client));
  if (!proxies.contains(stranger)) EXPECT(client_address(stranger, forwarding, proxies).address == stranger);
}

/// A page with scripts of its own: nothing in it adds a word to the policy.
void guard(Input input) {
  const std::string policy = content_policy(input.rest());
  EXPECT(policy.starts_with("default-src 'self';"));
  EXPECT(policy.find_first_of("\r\n,") == std::string::npos);
  EXPECT(policy.find("unsafe") == std::string::npos);
}

}  // namespace

/// What we make of a request ourselves, once Beast has taken it apart.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Input input(data, size);
  switch (input.pick(3)) {
    case 0:
      ask(input);
      break;
    case 1:
      forward(input);
      break;
    default:
      guard(input);
  }
  return 0;
}
