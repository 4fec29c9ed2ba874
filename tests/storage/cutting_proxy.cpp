#include "tests/storage/cutting_proxy.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "tests/patience.h"

namespace {

using namespace std::string_literals;

constexpr int kLookMs = 20;  // At whether the test is over.
const int kPatienceMs = static_cast<int>(std::chrono::milliseconds(patience()).count());
const std::string kCommitted = "C\0\0\0\013COMMIT\0"s;  // The message that tells of a commit.
const std::string kReady = "Z\0\0\0\5"s;
const std::string kTerminate = "X\0\0\0\4"s;  // What a client says last, on a connection that it closes.

sockaddr_un address_in(const std::string& folder) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string path = folder + "/.s.PGSQL.5432";
  if (path.size() >= sizeof address.sun_path) throw std::runtime_error("too long for a socket: " + path);
  std::strcpy(address.sun_path, path.c_str());
  return address;
}

int connected_to(const std::string& folder) {
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = address_in(folder);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return socket;
  ::close(socket);
  return -1;
}

/// None when the other side is gone.
std::string read_some(int socket) {
  std::array<char, 65'536> bytes{};
  const ssize_t count = ::recv(socket, bytes.data(), bytes.size(), 0);
  return {bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0};
}

bool write_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return true;
}

/// How many of the last bytes may be the beginning of kCommitted.
std::size_t begun_at_end(std::string_view answered) {
  std::size_t size = std::min(answered.size(), kCommitted.size() - 1);
  while (!answered.ends_with(std::string_view(kCommitted).substr(0, size))) --size;
  return size;
}

bool has_news(int socket, int patience_ms) {
  pollfd look{socket, POLLIN, 0};
  return ::poll(&look, 1, patience_ms) > 0;
}

}  // namespace

CuttingProxy::CuttingProxy(const std::string& server) : server_(server) {
  listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_un address = address_in(folder());
  if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener_, 16) != 0) {
    throw std::runtime_error("no socket for the proxy");
  }
  acceptor_ = std::thread([this] { accept_all(); });
}

CuttingProxy::~CuttingProxy() {
  closing_ = true;
  acceptor_.join();
  for (std::thread& thread : threads_) thread.join();
  ::close(listener_);
  if (held_server_ >= 0) ::close(held_server_);
}

void CuttingProxy::cut(Cut cut, bool away) {
  away_after_ = away;
  wanted_ = cut;
}

void CuttingProxy::accept_all() {
  while (!closing_) {
    if (!has_news(listener_, kLookMs)) continue;
    const int client = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (client < 0) continue;
    if (away_) {
      ::close(client);
      continue;
    }
    const std::lock_guard lock(mutex_);
    threads_.emplace_back([this, client] { serve(client); });
  }
}

void CuttingProxy::serve(int client) {
  int server = connected_to(server_);
  Cut cut = Cut::nowhere;
  std::string answered;  // Since the cut was begun,
  std::size_t told = 0;  // and how much of it the client knows.
  while (server >= 0 && !closing_) {
    std::array<pollfd, 2> look{{{client, POLLIN, 0}, {server, POLLIN, 0}}};
    if (::poll(look.data(), look.size(), kLookMs) <= 0) continue;
    if (look[0].revents != 0) {
      const std::string bytes = read_some(client);
      if (bytes.empty()) break;
      // A connection that was closed before may be read only now: the cut is not meant for it.
      if (cut == Cut::nowhere && bytes != kTerminate) cut = wanted_.exchange(Cut::nowhere);
      if (cut == Cut::before_statements) {
        if (away_after_) away_ = true;
        const std::lock_guard lock(mutex_);
        held_ = bytes;
        held_server_ = std::exchange(server, -1);
        break;
      }
      if (!write_all(server, bytes)) break;
    }
    if (look[1].revents == 0) continue;
    const std::string bytes = read_some(server);
    if (bytes.empty()) break;
    if (cut == Cut::nowhere) {
      if (!write_all(client, bytes)) break;
      continue;
    }
    answered += bytes;
    const std::size_t committed = answered.find(kCommitted);
    const std::size_t may_tell =
        committed != std::string::npos ? committed : answered.size() - begun_at_end(answered);
    if (cut == Cut::before_commit_answer && may_tell > told) {
      write_all(client, std::string_view(answered).substr(told, may_tell - told));
      told = may_tell;
    }
    if (committed == std::string::npos) continue;
    if (away_after_) away_ = true;
    break;
  }
  ::close(client);
  if (server >= 0) ::close(server);
}

void CuttingProxy::release() {
  const std::lock_guard lock(mutex_);
  if (held_server_ < 0) throw std::runtime_error("nothing is held back");
  write_all(held_server_, held_);
  std::string answer;
  while (answer.find(kReady) == std::string::npos && has_news(held_server_, kPatienceMs)) {
    const std::string bytes = read_some(held_server_);
    if (bytes.empty()) break;
    answer += bytes;
  }
  ::close(std::exchange(held_server_, -1));
}
