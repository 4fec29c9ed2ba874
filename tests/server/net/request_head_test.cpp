#include "server/net/request_head.h"

#include <gtest/gtest.h>

#include <boost/asio/ip/address.hpp>
#include <boost/beast/http/message.hpp>
#include <vector>

namespace server {
namespace {

/// Whether a connection between these ends is from this machine.
bool is_own(const char* own, const char* client) {
  RequestHead head;
  head.set(boost::beast::http::field::host, "192.168.1.23:8080");
  return is_this_machine(head, {boost::asio::ip::make_address(client)}, boost::asio::ip::make_address(own));
}

TEST(RequestHeadTest, KnowsItsMachineByItsOwnAddresses) {
  EXPECT_TRUE(is_own("127.0.0.1", "127.0.0.1"));
  EXPECT_TRUE(is_own("::ffff:192.168.1.23", "192.168.1.23"));
  EXPECT_TRUE(is_own("2001:db8:1:2::1", "2001:db8:1:2::1"));
  EXPECT_TRUE(is_own("fe80::1%1", "fe80::1"));
  EXPECT_FALSE(is_own("192.168.1.23", "192.168.1.24"));
}

// Limits count the 64 bits that a customer has as one; the neighbours in a network have them in common.
TEST(RequestHeadTest, ANeighbourIsNotThisMachine) {
  EXPECT_FALSE(is_own("2001:db8:1:2::1", "2001:db8:1:2::2"));
  EXPECT_FALSE(is_own("fe80::1%1", "fe80::2%1"));
}

TEST(RequestHeadTest, KnowsThatAnotherSiteMakesABrowserAsk) {
  RequestHead head;
  EXPECT_FALSE(described_by(head).from_other_site) << "a program";
  const auto asked_by = [&](const char* site) {
    head.set("Sec-Fetch-Site", site);
    return described_by(head).from_other_site;
  };
  for (const char* own : {"same-origin", "none"}) EXPECT_FALSE(asked_by(own)) << own;
  for (const char* other : {"cross-site", "same-site", "x"}) EXPECT_TRUE(asked_by(other)) << other;
}

// `gzip;q=0` got gzip, and what was said in another line was not read.
TEST(RequestHeadTest, KnowsWhichCodingsAreRefused) {
  const auto takes_gzip = [](const std::vector<const char*>& lines) {
    RequestHead head;
    for (const char* line : lines) head.insert(boost::beast::http::field::accept_encoding, line);
    return described_by(head).accepts_gzip;
  };
  for (const char* line :
       {"gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP;q=0.8, *;q=0.1", "br,gzip;q=0.001", "*", "x-gzip",
        "br;q=0, gzip", "identity;q=0, *", "*;q=0, gzip", "deflate , gzip ; q=1"})
    EXPECT_TRUE(takes_gzip({line})) << line;
  for (const char* line : {"", "br", "identity", "gzip;q=0", "gzip; Q=0.000", "*;q=0", "br, *;q=0",
                           "*, gzip;q=0", "identity;q=0", "gzipped", "gzip;q="})
    EXPECT_FALSE(takes_gzip({line})) << line;
  EXPECT_FALSE(takes_gzip({}));
  EXPECT_TRUE(takes_gzip({"br", "gzip"})) << "lines follow one another";
  EXPECT_FALSE(takes_gzip({"*", "gzip;q=0"}));
}

}  // namespace
}  // namespace server
