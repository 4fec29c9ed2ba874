#include "server/push/content_encoding.h"

#include <gtest/gtest.h>

#include "server/push/base64url.h"

namespace server::push {
namespace {

// RFC 5869, appendix A.1.
TEST(ContentEncodingTest, DerivesKeysAsTheRfcDoes) {
  const std::string salt("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\x0c", 13);
  const std::string info = "\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9";
  EXPECT_EQ(
      hkdf(salt, std::string(22, '\x0b'), info, 42),
      std::string("\x3c\xb2\x5f\x25\xfa\xac\xd5\x7a\x90\x43\x4f\x64\xd0\x36\x2f\x2a\x2d\x2d\x0a\x90\xcf"
                  "\x1a\x5a\x4c\x5d\xb0\x2d\x56\xec\xc4\xc5\xbf\x34\x00\x72\x08\xd5\xb8\x87\x18\x58\x65",
                  42));
}

// RFC 8188, section 3.1.
TEST(ContentEncodingTest, WritesTheExampleOfTheRfc) {
  EXPECT_EQ(to_base64url(encode_aes128gcm("I am the walrus", *from_base64url("yqdlZ-tYemfogSmv7Ws5PQ"),
                                          *from_base64url("I1BsxtFttlv3u_Oo94xnmw"), "")),
            "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg");
}

}  // namespace
}  // namespace server::push
