#include <gtest/gtest.h>

#include "server/bridge/connection.h"

namespace server::bridge {
namespace {

void expect_url(const std::string& text, bool is_secure, const std::string& host, const std::string& port) {
  const ServerUrl url = ServerUrl::read(text);
  EXPECT_EQ(url.is_secure, is_secure) << text;
  EXPECT_EQ(url.host, host) << text;
  EXPECT_EQ(url.port, port) << text;
}

TEST(ServerUrlTest, KnowsSchemesAndPorts) {
  expect_url("ws://127.0.0.1:8080", false, "127.0.0.1", "8080");
  expect_url("wss://sanqi.example", true, "sanqi.example", "443");
  expect_url("http://club.local/ws", false, "club.local", "80");
  expect_url("https://[::1]:8443/aB3dE9xQ", true, "::1", "8443");
  expect_url("ws://[fe80::1]", false, "fe80::1", "80");
}

TEST(ServerUrlTest, TellsTheServerHowItWasCalled) {
  for (const auto& [text, host] : {std::pair("ws://[::1]:8080", "[::1]:8080"),
                                   {"wss://club.example", "club.example"},
                                   {"ws://club.example:443", "club.example:443"},
                                   {"http://[fe80::1]", "[fe80::1]"}})
    EXPECT_EQ(ServerUrl::read(text).authority(), host);
}

TEST(ServerUrlTest, RefusesWhatNamesNoServer) {
  for (const char* const text : {"", "club.local", "ftp://club.local", "ws://", "ws://:8080", "ws://club:"})
    EXPECT_THROW((void)ServerUrl::read(text), std::invalid_argument) << text;
}

}  // namespace
}  // namespace server::bridge
