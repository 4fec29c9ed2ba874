#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "server/api/account_api.h"
#include "server/api/games_api.h"
#include "server/api/people_api.h"
#include "server/api/server_api.h"
#include "server/base/metrics.h"
#include "server/bots/bot_pool.h"
#include "server/hub/hub.h"
#include "server/identity/users.h"
#include "server/net/http_session.h"
#include "server/pages/client_pages.h"
#include "server/records/record_queue.h"
#include "tests/fuzz/expect.h"
#include "tests/fuzz/input.h"
#include "tests/patience.h"
#include "tests/storage/memory_store.h"

namespace {

using namespace server;
namespace asio = boost::asio;
using std::chrono::steady_clock;

NetLimits limits() {
  NetLimits limits;
  limits.of_address = {100'000'000, std::chrono::seconds(1)};  // Thousands of inputs come from one.
  limits.closing = std::chrono::milliseconds(5);
  return limits;
}

/// Whoever thinks goes on when his input is over.
Hub::Options without_bots() {
  Hub::Options options;
  options.games.with_bots = {0, 0};
  options.games.exhibitions = 0;
  return options;
}

/// Never waits for more requests before it commits.
RecordQueue::Options at_once() {
  RecordQueue::Options options;
  options.pace.fast = 1'000'000'000;
  return options;
}

/// A whole server but for its listener, in this thread.
class Host {
 public:
  Host() {
    api_.mount(router_);
    games_.mount(router_);
    account_api_.mount(router_);
    people_.mount(router_);
    mount_client_pages(router_, assets_);
  }

  /// A client says this and, when all of it has been answered, nothing more; comes back when the connection
  /// is gone.
  void hear(const std::string& bytes) {
    int ends[2];
    EXPECT(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, ends) == 0);
    TcpSocket socket(io_.get_executor());
    socket.assign(asio::ip::tcp::v4(), ends[0]);
    start_http(site_, std::move(socket), site_.counts.admit(asio::ip::make_address("127.0.0.1")));
    (void)!::write(ends[1], bytes.data(), bytes.size());
    constexpr int kVisitsOfOneMessage = 2;  // A hello is looked up, then written down.
    for (int i = 0; i < kVisitsOfOneMessage; ++i) let_answer(ends[1]);
    ::shutdown(ends[1], SHUT_WR);
    while_waiting(ends[1], [this] { return site_.connections.empty(); });
    ::close(ends[1]);
  }

 private:
  /// Until whatever was asked of the records so far is answered.
  void let_answer(int client) {
    int answers = 0;
    io_.restart();
    io_.poll();
    records_.read([](storage::Reader&) { return 0; },
                  [&](std::optional<int>) {
                    ++answers;
                    records_.commit({}, [&](Persisted) { ++answers; });
                  });
    while_waiting(client, [&] { return answers == 2; });
  }

  template <class Over>
  void while_waiting(int client, Over over) {
    const auto deadline = steady_clock::now() + patience();
    while (!over()) {
      EXPECT(steady_clock::now() < deadline);
      io_.restart();
      if (io_.run_one_for(std::chrono::milliseconds(1)) > 0) continue;
      const auto now = steady_clock::now();
      for (Connection* connection : site_.connections) connection->sweep(now);
      char unread[1 << 14];
      while (::read(client, unread, sizeof unread) > 0) {
      }
    }
  }

  storage::MemoryStore store_;
  asio::io_context io_{1};
  Metrics metrics_;
  RecordQueue records_{store_, io_.get_executor(), {}, at_once()};
  BotPool bots_{io_.get_executor(), metrics_, {.threads = 1, .hash_bytes = 1 << 20}};
  Users users_{records_};
  Passwords passwords_{io_.get_executor(), {1, 8192}};
  Accounts accounts_{records_, passwords_};
  Hub hub_{io_.get_executor(), records_, bots_, users_, metrics_, without_bots()};
  Assets assets_{{}};
  ServerApi api_{records_, metrics_, {}};
  GamesApi games_{records_};
  AccountApi account_api_{accounts_, records_.work()};
  PeopleApi people_{records_};
  Router router_;
  NetContext site_{hub_, router_, metrics_, limits(), {"play.example"}, AddressRanges()};
};

/// A frame with its first byte as it is said, and a mask that changes nothing.
void add_frame(std::string& bytes, char head, std::string_view payload) {
  bytes += head;
  if (payload.size() < 126) {
    bytes += static_cast<char>(0x80 | payload.size());
  } else {
    bytes += static_cast<char>(0x80 | 126);
    bytes += static_cast<char>(payload.size() >> 8);
    bytes += static_cast<char>(payload.size() & 0xff);
  }
  bytes.append(4, '\0').append(payload);
}

constexpr std::string_view kUpgrade =
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";

}  // namespace

/// What comes over one connection: bytes as they are, or frames over an open WebSocket, each a line that
/// begins with its first byte.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static std::unique_ptr<Host> host;
  static int left = 0;
  if (left-- == 0) {  // Rooms and guests of thousands of inputs fill the memory.
    constexpr int kInputsOfOne = 2'000;
    host.reset();
    host = std::make_unique<Host>();
    left = kInputsOfOne;
  }
  ::Input input(data, size);
  std::string bytes;
  if (input.pick(2) == 0) {
    bytes = input.rest();
  } else {
    bytes = kUpgrade;
    while (!input.empty()) {
      const auto line = input.take_until('\n');
      if (!line.empty()) add_frame(bytes, line.front(), line.substr(1, 0xffff));
    }
  }
  host->hear(bytes);
  return 0;
}
