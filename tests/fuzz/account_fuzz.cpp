#include <array>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "server/api/account_api.h"
#include "tests/fuzz/expect.h"
#include "tests/fuzz/input.h"
#include "tests/storage/memory_store.h"

namespace {

using namespace server;
namespace asio = boost::asio;

constexpr auto kRoutes =
    std::to_array<std::pair<const char*, const char*>>({{"POST", "/api/auth/register"},
                                                        {"POST", "/api/auth/login"},
                                                        {"POST", "/api/auth/logout"},
                                                        {"POST", "/api/me/password"},
                                                        {"POST", "/api/me/close"},
                                                        {"GET", "/api/me"},
                                                        {"DELETE", "/api/me"},
                                                        {"GET", "/api/me/sessions"},
                                                        {"DELETE", "/api/me/sessions/"}});

/// The account API over a store of its own, with one account.
class Host {
 public:
  Host() {
    api_.mount(router_);
    const HttpResponse signed_up = ask(
        {.method = "POST", .path = "/api/auth/register", .body = R"({"name":"Lin","password":"12345678"})"});
    EXPECT(signed_up.status == 201);
    token_ = nlohmann::json::parse(signed_up.body)["token"];
  }

  const std::string& token() const { return token_; }

  HttpResponse ask(HttpRequest request) {
    request.from_this_machine = true;  // Without limits of an address.
    std::optional<HttpResponse> answer;
    int answers = 0;
    router_.serve(request, [&](HttpResponse response) {
      ++answers;
      answer = std::move(response);
    });
    while (!answer) io_.run_one();
    EXPECT(answers == 1);
    return *std::move(answer);
  }

 private:
  storage::MemoryStore store_;
  asio::io_context io_{1};
  asio::executor_work_guard<asio::io_context::executor_type> keep_running_{io_.get_executor()};
  RecordQueue records_{store_, io_.get_executor()};
  Passwords passwords_{io_.get_executor(), {1, 8192}};
  Accounts accounts_{records_, passwords_};
  AccountApi api_{accounts_, records_.work()};
  Router router_;
  std::string token_;
};

}  // namespace

/// A request to the account API: which one, whether with a good token, what else is in its path, and its
/// body. It is answered once, with what makes sense, and with JSON.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::unique_ptr<Host> host;
  static int left = 0;
  if (left-- ==
      0) {  // Accounts of thousands of inputs fill the memory, and the one of the start may be closed.
    constexpr int kInputsOfOne = 1'000;
    host.reset();
    host = std::make_unique<Host>();
    left = kInputsOfOne;
  }
  Input input(data, size);
  const auto& [method, path] = kRoutes[input.pick(kRoutes.size())];
  const bool is_known = input.pick(2) == 1;
  const std::string_view more = input.take_until('\n');
  HttpRequest request{.method = method, .path = path};
  if (request.path.ends_with('/')) request.path += more;
  request.bearer = is_known ? host->token() : std::string(more);
  request.body = input.rest();
  const HttpResponse response = host->ask(request);
  switch (response.status) {
    case 200:
    case 201:
    case 400:
    case 401:
    case 404:
    case 409:
    case 429:
      break;
    default:
      EXPECT(!"a status that makes sense");
  }
  const auto json = nlohmann::json::parse(response.body, nullptr, false);
  EXPECT(json.is_object());
  EXPECT((response.status >= 400) == json.contains("error"));
  return 0;
}
