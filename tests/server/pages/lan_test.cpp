#include "server/pages/lan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

using boost::asio::ip::make_address_v4;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> addresses(std::vector<Interface> interfaces) {
  std::vector<std::string> texts;
  for (const auto& address : lan_addresses(std::move(interfaces))) texts.push_back(address.to_string());
  return texts;
}

TEST(LanTest, NamesTheAddressesByWhichNeighboursCall) {
  const std::vector<Interface> interfaces = {
      {.name = "lo", .address = make_address_v4("127.0.0.1"), .is_loopback = true},
      {.name = "tun0", .address = make_address_v4("10.8.0.2"), .is_tunnel = true},
      {.name = "eth0", .address = make_address_v4("203.0.113.7")},
      {.name = "docker0", .address = make_address_v4("172.17.0.1")},
      {.name = "br-1f2e", .address = make_address_v4("172.18.0.1")},
      {.name = "veth12", .address = make_address_v4("192.168.9.1")},
      {.name = "virbr0", .address = make_address_v4("192.168.122.1")},
      {.name = "eth1", .address = make_address_v4("169.254.3.4")},
      {.name = "eth2", .address = make_address_v4("192.168.5.5"), .is_up = false},
      {.name = "wlan0", .address = make_address_v4("192.168.1.23")}};
  EXPECT_EQ(addresses(interfaces), (std::vector<std::string>{"192.168.1.23", "203.0.113.7", "10.8.0.2"}));
  EXPECT_TRUE(addresses({}).empty());
}

TEST(LanTest, KnowsItsOwnInterfaces) {
  const auto all = interfaces();
  const auto is_loopback = [](const Interface& each) { return each.is_loopback; };
  EXPECT_TRUE(std::ranges::any_of(all, is_loopback));
}

TEST(LanTest, TellsTheCommandThatOpensTheFirewall) {
  const TemporaryFolder none, ufw, ufw_off, firewalld;
  const auto write = [](const TemporaryFolder& root, const char* line) {
    std::filesystem::create_directories(root / "etc/ufw");
    std::ofstream(root / "etc/ufw/ufw.conf") << "# ufw\n" << line << '\n';
  };
  write(ufw, "ENABLED=yes");
  write(ufw_off, "ENABLED=no");
  std::filesystem::create_directories(firewalld / "run/systemd/units");
  std::filesystem::create_symlink("gone", firewalld / "run/systemd/units/invocation:firewalld.service");
  EXPECT_EQ(firewall_command(8080, none / ""), "");
  EXPECT_EQ(firewall_command(8080, ufw_off / ""), "");
  EXPECT_EQ(firewall_command(8080, ufw / ""), "sudo ufw allow 8080/tcp");
  EXPECT_EQ(firewall_command(8081, firewalld / ""), "sudo firewall-cmd --add-port=8081/tcp");
}

TEST(LanTest, InvitesByAddressCodeAndPicture) {
  Invitation invitation{.urls = {"http://192.168.1.23:8080"}, .code = "K7QMX", .firewall = {}};
  EXPECT_THAT(to_text(invitation), AllOf(HasSubstr("  http://192.168.1.23:8080/r/K7QMX\n"),
                                         HasSubstr(" K7QMX\n"), HasSubstr("Wi-Fi"), Not(HasSubstr("█"))));
  invitation.with_qr = true;
  invitation.firewall = "sudo ufw allow 8080/tcp";
  EXPECT_THAT(to_text(invitation), AllOf(HasSubstr("█"), HasSubstr("sudo ufw allow 8080/tcp\n")));
}

// An address of the house, in capitals, makes a code of 25 modules; with the quiet zone it has 33, in 17
// lines.
TEST(LanTest, ThePictureFitsOnAnySmallTerminal) {
  const Invitation invitation{
      .urls = {"http://192.168.1.23:8080"}, .code = "K7QMX", .with_qr = true, .firewall = {}};
  const std::string text = to_text(invitation);
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = text.find("\033[30;107m", at)) != std::string::npos; ++at) ++lines;
  EXPECT_EQ(lines, 17u);
}

TEST(LanTest, SaysWhenThereIsNoNetwork) {
  EXPECT_THAT(to_text({.urls = {}, .code = "K7QMX", .with_qr = true, .firewall = {}}),
              HasSubstr("in no network"));
}

}  // namespace
}  // namespace server
