#include "server/base/service_notice.h"

#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <string>

#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

/// A service manager that listens at `path`; one that begins with a zero byte is a name in the kernel.
class Manager {
 public:
  explicit Manager(const std::string& path) : socket_(::socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.data(), path.size());
    const auto length = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
    EXPECT_EQ(::bind(socket_, reinterpret_cast<const sockaddr*>(&address), length), 0);
  }
  ~Manager() {
    ::close(socket_);
    ::unsetenv("NOTIFY_SOCKET");
  }

  /// Empty if nothing was said.
  std::string heard() const {
    std::array<char, 64> text{};
    const ssize_t size = ::recv(socket_, text.data(), text.size(), 0);
    return {text.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
  }

 private:
  const int socket_;
};

TEST(ServiceNoticeTest, ReachesTheManagerByItsFile) {
  const TemporaryFolder folder;
  const std::string path = folder / "notify";
  const Manager manager(path);
  ::setenv("NOTIFY_SOCKET", path.c_str(), 1);
  tell_service_manager("READY=1");
  EXPECT_EQ(manager.heard(), "READY=1");
  EXPECT_EQ(manager.heard(), "");
}

TEST(ServiceNoticeTest, ReachesTheManagerByItsNameInTheKernel) {
  const std::string name = "sanqi-test-" + std::to_string(::getpid());
  const Manager manager('\0' + name);
  ::setenv("NOTIFY_SOCKET", ('@' + name).c_str(), 1);
  tell_service_manager("STOPPING=1");
  EXPECT_EQ(manager.heard(), "STOPPING=1");
}

TEST(ServiceNoticeTest, IsNothingWithoutAManager) {
  ::unsetenv("NOTIFY_SOCKET");
  tell_service_manager("READY=1");
  for (const std::string& address : {std::string(), std::string("/nowhere/notify"), std::string(500, 'a')}) {
    ::setenv("NOTIFY_SOCKET", address.c_str(), 1);
    tell_service_manager("READY=1");
  }
  ::unsetenv("NOTIFY_SOCKET");
}

}  // namespace
}  // namespace server
