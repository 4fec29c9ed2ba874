#include "server/base/addresses.h"

#include <gtest/gtest.h>

#include <boost/asio/ip/address.hpp>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace server {
namespace {

boost::asio::ip::address address(const char* text) {
  return boost::asio::ip::make_address(text);
}

TEST(AddressesTest, KnowsPrivateNetworks) {
  for (const char* text : {"127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.23",
                           "169.254.0.1", "::1", "fd00::1", "fe80::1", "::ffff:192.168.1.1"}) {
    EXPECT_TRUE(is_private(address(text))) << text;
    EXPECT_TRUE(is_private_key(address_key(address(text)))) << text;
  }
  for (const char* text :
       {"8.8.8.8", "172.32.0.1", "172.15.0.1", "192.169.0.1", "2001:db8::1", "::ffff:8.8.8.8"}) {
    EXPECT_FALSE(is_private(address(text))) << text;
    EXPECT_FALSE(is_private_key(address_key(address(text)))) << text;
  }
  EXPECT_FALSE(is_private_key(""));
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

// A peer on the same link comes with the interface that it is on.
TEST(AddressesTest, LooksAtNoInterface) {
  EXPECT_TRUE(is_private(address("fe80::1%1")));
  EXPECT_TRUE(AddressRanges({"fe80::/10"}).contains(address("fe80::1%1")));
  EXPECT_TRUE(AddressRanges({"fe80::1"}).contains(address("fe80::1%1")));
  EXPECT_EQ(address_key(address("fe80::1%1")), address_key(address("fe80::1")));
}

TEST(AddressesTest, KnowsWhatIsOnTheInternet) {
  for (const std::string& text :
       words("1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 "
             "169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.0.3.0 192.88.98.1 "
             "192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.101.0 203.0.112.255 203.0.114.0 "
             "223.255.255.255 2001:200::1 2001:4860:4860::8888 2003::1 2606:4700:4700::1111 "
             "2a00:1450:4001::200e 2620:149:af0::10 3ffe:ffff::1"))
    EXPECT_TRUE(is_public(address(text.c_str()))) << text;
}

// Where a server that is told a name may be led by the one who answers for that name.
TEST(AddressesTest, KnowsWhatIsNotOnTheInternet) {
  for (const std::string& text : words(
           "0.0.0.0 0.1.2.3 10.0.0.0 10.255.255.255 100.64.0.1 100.127.255.255 127.0.0.1 127.255.255.254 "
           "169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 "
           "192.88.99.1 192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 "
           "224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 "
           ":: ::1 ::127.0.0.1 ::8.8.8.8 ::ffff:127.0.0.1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 "
           "64:ff9b::127.0.0.1 64:ff9b::8.8.8.8 64:ff9b:1::a00:1 100::1 100:0:0:1::1 1fff:ffff::1 2001::1 "
           "2001:0:808:808::1 2001:2::1 2001:10::1 2001:20::1 2001:1ff:ffff::1 2001:db8::1 2002::1 "
           "2002:7f00:1::1 2002:808:808::1 3fff::1 3fff:fff::1 4000::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 "
           "fe80::1%1 2002::1%1 febf::1 fec0::1 ff02::1 ff0e::1"))
    EXPECT_FALSE(is_public(address(text.c_str()))) << text;
}

TEST(AddressesTest, CountsAnIpv6CustomerAsOne) {
  EXPECT_EQ(address_key(address("2001:db8:1:2::1")), address_key(address("2001:db8:1:2:ffff::9")));
  EXPECT_NE(address_key(address("2001:db8:1:2::1")), address_key(address("2001:db8:1:3::1")));
  EXPECT_EQ(address_key(address("::ffff:8.8.8.8")), address_key(address("8.8.8.8")));
}

TEST(ProxyTest, OnlyATrustedOneIsBelieved) {
  const AddressRanges proxies({"10.0.0.0/8", "192.168.1.1", "fd00::/8", "nonsense"});
  struct Row {
    const char *peer, *forwarded_for, *client;
  };
  const Row rows[] = {{"8.8.8.8", "", "8.8.8.8"},
                      {"8.8.8.8", "1.1.1.1", "8.8.8.8"},  // A stranger who says so.
                      {"10.1.2.3", "1.1.1.1", "1.1.1.1"},
                      {"::ffff:10.1.2.3", "1.1.1.1", "1.1.1.1"},
                      {"192.168.1.1", "9.9.9.9, 1.1.1.1", "1.1.1.1"},  // The client wrote the first itself.
                      {"10.1.2.3", "9.9.9.9,1.1.1.1 , 192.168.1.1", "1.1.1.1"},  // Two proxies in a row.
                      {"fd00::1", "2001:db8::7", "2001:db8::7"},
                      {"10.1.2.3", "127.0.0.1, 1.1.1.1", "1.1.1.1"},
                      {"10.1.2.3", "", "10.1.2.3"},
                      {"10.1.2.3", "who knows", "10.1.2.3"},
                      {"10.1.2.3", "who knows:80", "10.1.2.3"},
                      {"10.1.2.3", "9.9.9.9:80, 1.1.1.1:49152", "1.1.1.1"},  // Some say the port, too.
                      {"10.1.2.3", "[2001:db8::7]:443", "2001:db8::7"},
                      {"10.1.2.3", "10.9.9.9", "10.9.9.9"},
                      {"192.168.1.2", "1.1.1.1", "192.168.1.2"}};
  for (const Row& row : rows) {
    const ProxyHeaders forwarding{row.forwarded_for, *row.forwarded_for != 0};
    EXPECT_EQ(client_address(address(row.peer), forwarding, proxies).address, address(row.client))
        << row.peer << " for " << row.forwarded_for;
  }
}

// Whoever is hidden has no powers of this machine, wherever he seems to come from.
TEST(ProxyTest, WhoComesThroughAnotherIsHidden) {
  const AddressRanges proxies({"10.0.0.1", "127.0.0.2"});
  struct Row {
    const char *peer, *forwarded_for;
    bool any, hidden;
  };
  const Row rows[] = {
      {"127.0.0.1", "", false, false},         {"127.0.0.1", "1.1.1.1", true, true},
      {"127.0.0.1", "127.0.0.1", true, true},  {"127.0.0.1", "", true, true},  // X-Real-IP, or Forwarded.
      {"8.8.8.8", "1.1.1.1", true, true},      {"10.0.0.1", "1.1.1.1", true, false},
      {"127.0.0.2", "127.0.0.1", true, false}, {"127.0.0.2", "", false, false},
      {"127.0.0.2", "", true, true},  // A proxy that names nobody.
      {"127.0.0.2", "unknown", true, true},    {"::ffff:127.0.0.2", "1.1.1.1", true, false}};
  for (const Row& row : rows) {
    const ProxyHeaders forwarding{row.forwarded_for, row.any};
    EXPECT_EQ(client_address(address(row.peer), forwarding, proxies).hidden, row.hidden)
        << row.peer << " for " << row.forwarded_for;
  }
}

TEST(HostTest, KnowsItselfByAddressesLocalNamesAndThoseConfigured) {
  const std::vector<std::string> names{"play.example.org"};
  for (const char* host : {"127.0.0.1", "192.168.1.23:8080", "[::1]:8080", "[::1]", "localhost",
                           "LOCALHOST:80", "sanqi.local:8080", "Play.Example.Org:443"}) {
    EXPECT_TRUE(is_known_host(host, names)) << host;
  }
  for (const char* host : {"", "evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "local",
                           "example.org", "play.example.org.evil", ":8080"}) {
    EXPECT_FALSE(is_known_host(host, names)) << host;
  }
}

// A name of thousands of characters would not fit into a QR code, to name one place.
TEST(HostTest, NoHostHasALongerNameThanTheDnsAllows) {
  EXPECT_FALSE(is_known_host(std::string(3000, 'a') + ".local", {}));
}

TEST(HostTest, AnOriginIsOursIfItIsTheHostWithItsPort) {
  EXPECT_TRUE(is_same_origin("http://localhost:8080", "localhost:8080"));
  EXPECT_TRUE(is_same_origin("https://Play.example.org", "play.example.org"));
  EXPECT_FALSE(is_same_origin("://", "")) << "nowhere is no place of ours";
  for (const char* origin : {"null", "", "http://localhost", "http://localhost:8081", "http://evil.example",
                             "http://localhost:8080.evil.example", "localhost:8080"}) {
    EXPECT_FALSE(is_same_origin(origin, "localhost:8080")) << origin;
  }
}

TEST(ConnectionCountsTest, LimitsEachAddressByItsKind) {
  ConnectionCounts counts({.all = 100, .of_private = 3, .of_public = 2});
  std::vector<ConnectionCounts::Ticket> open;
  const auto admitted = [&](const char* text) {
    open.push_back(counts.admit(address(text)));
    return open.back() != nullptr;
  };
  EXPECT_TRUE(admitted("8.8.8.8") && admitted("8.8.8.8"));
  EXPECT_FALSE(admitted("8.8.8.8"));
  EXPECT_TRUE(admitted("8.8.4.4"));
  EXPECT_TRUE(admitted("10.0.0.1") && admitted("10.0.0.1") && admitted("10.0.0.1"));
  EXPECT_FALSE(admitted("10.0.0.1"));
  open.clear();
  EXPECT_EQ(counts.all(), 0);
  EXPECT_TRUE(admitted("8.8.8.8")) << "places are given back";
}

TEST(ConnectionCountsTest, LimitsTheSiteOfIpv6) {
  ConnectionCounts counts({.of_public = 1});
  std::vector<ConnectionCounts::Ticket> open;
  const auto admitted = [&](const std::string& text) {
    open.push_back(counts.admit(address(text.c_str())));
    return open.back() != nullptr;
  };
  for (int i = 0; i < kAddressesOfSite; ++i)
    EXPECT_TRUE(admitted("2001:db8:1:" + std::to_string(i) + "::1")) << i;
  EXPECT_FALSE(admitted("2001:db8:1:99::1"));
  EXPECT_TRUE(admitted("2001:db8:2:99::1")) << "another site";
}

TEST(ConnectionCountsTest, WhoIsHiddenByAProxyOnThisMachineHasALocalNetworksShare) {
  ConnectionCounts counts({.of_private = 1, .of_loopback = 100});
  const auto proxy = address("127.0.0.1");
  const auto own = counts.admit(proxy), more = counts.admit(proxy);
  EXPECT_TRUE(own && more);
  EXPECT_FALSE(counts.admit_hidden(proxy));
}

TEST(ConnectionCountsTest, RequestsThatAProxyBringsAreMoreThanConnections) {
  ConnectionCounts counts({.of_private = 2, .of_public = 1, .requests = 3});
  const auto most = [&](const char* client, bool is_hidden) {
    std::vector<ConnectionCounts::Ticket> served;
    while (auto ticket = counts.admit_request(address(client), is_hidden)) served.push_back(ticket);
    return served.size();
  };
  EXPECT_EQ(most("8.8.8.8", false), 3u);
  EXPECT_EQ(most("8.8.8.8", false), 3u) << "those have been served";
  EXPECT_EQ(most("127.0.0.1", true), 6u);
  EXPECT_EQ(counts.all(), 0) << "the proxy's connections count";
}

TEST(ConnectionCountsTest, LimitsAllTogether) {
  ConnectionCounts counts({.all = 2});
  const auto one = counts.admit(address("127.0.0.1"));
  auto two = counts.admit(address("8.8.8.8"));
  EXPECT_FALSE(counts.admit(address("9.9.9.9")));
  two.reset();
  EXPECT_TRUE(counts.admit(address("9.9.9.9")));
}

}  // namespace
}  // namespace server
