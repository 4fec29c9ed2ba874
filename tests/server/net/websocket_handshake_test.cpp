#include "server/net/websocket_handshake.h"

#include <gtest/gtest.h>

namespace server {
namespace {

constexpr std::string_view kKey = "dGhlIHNhbXBsZSBub25jZQ==";  // Of RFC 6455, 1.3.

int status(const WebSocketHandshake& handshake) {
  const auto refusal = handshake.refuse();
  return refusal ? refusal->status : 101;
}

TEST(WebSocketHandshakeTest, NeedsTheUpgradeTheVersionAndAKey) {
  EXPECT_EQ(status({true, "13", kKey}), 101);
  EXPECT_EQ(status({false, "13", kKey}), 426);
  for (const char* const version : {"", "8", "130", "13, 8"}) EXPECT_EQ(status({true, version, kKey}), 426);
  // None, 15 bytes, 17 bytes, not base64, and no padding.
  for (const char* const key : {"", "AAAAAAAAAAAAAAAAAAAA", "AAAAAAAAAAAAAAAAAAAAAAA=",
                                "dGhlIHNhbXBsZSBub25jZ.==", "dGhlIHNhbXBsZSBub25jZQAA"}) {
    EXPECT_EQ(status({true, "13", key}), 400) << key;
  }
}

TEST(WebSocketHandshakeTest, ARefusalNamesTheVersion) {
  const auto refusal = WebSocketHandshake{true, "8", kKey}.refuse();
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->headers.back().first, "Sec-WebSocket-Version");
  EXPECT_EQ(refusal->headers.back().second, "13");
}

}  // namespace
}  // namespace server
