#include "server/push/p256.h"

#include <gtest/gtest.h>
#include <openssl/err.h>

#include "tests/server/push/rfc8291.h"

namespace server::push {
namespace {

using rfc8291::bytes;

/// The order of the curve: SEC 2, section 2.4.2.
const std::string kOrder(
    "\xff\xff\xff\xff\x00\x00\x00\x00\xff\xff\xff\xff\xff\xff\xff\xff"
    "\xbc\xe6\xfa\xad\xa7\x17\x9e\x84\xf3\xb9\xca\xc2\xfc\x63\x25\x51",
    PrivateKey::kBytes);

TEST(P256Test, ReadsAKeyAndFindsItsPoint) {
  const auto key = PrivateKey::read(bytes(rfc8291::kSenderScalar));
  ASSERT_TRUE(key);
  EXPECT_EQ(to_base64url(key->scalar()), rfc8291::kSenderScalar);
  EXPECT_EQ(to_base64url(key->point()), rfc8291::kSenderPoint);
}

TEST(P256Test, BothSidesAgreeOnOneSecret) {
  const auto sender = PrivateKey::read(bytes(rfc8291::kSenderScalar));
  const auto reader = PrivateKey::read(bytes(rfc8291::kReaderScalar));
  EXPECT_EQ(to_base64url(sender->agree(*PublicKey::read(bytes(rfc8291::kReaderPoint)))),
            rfc8291::kSharedSecret);
  EXPECT_EQ(to_base64url(reader->agree(*PublicKey::read(bytes(rfc8291::kSenderPoint)))),
            rfc8291::kSharedSecret);
}

TEST(P256Test, MakesKeysThatCanBeKept) {
  for (int i = 0; i < 20; ++i) {
    const PrivateKey made = PrivateKey::generate();
    ASSERT_EQ(made.scalar().size(), PrivateKey::kBytes);
    const auto read = PrivateKey::read(made.scalar());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->point(), made.point());
    EXPECT_EQ(PublicKey::read(made.point())->point(), made.point());
  }
  EXPECT_NE(PrivateKey::generate().scalar(), PrivateKey::generate().scalar());
}

TEST(P256Test, RefusesNumbersThatAreNoKeys) {
  const std::string zero(PrivateKey::kBytes, '\0');
  const std::string one = zero.substr(1) + '\1';
  const std::string last = kOrder.substr(0, PrivateKey::kBytes - 1) + '\x50';
  EXPECT_TRUE(PrivateKey::read(one));
  EXPECT_TRUE(PrivateKey::read(last));
  for (const std::string& number :
       {std::string(), zero, kOrder, std::string(PrivateKey::kBytes, '\xff'), one.substr(1), '\0' + one})
    EXPECT_FALSE(PrivateKey::read(number)) << to_base64url(number);
}

std::string with_byte(std::string point, std::size_t at, int byte) {
  point[at] = static_cast<char>(byte);
  return point;
}

// Of a point off the curve, the shared secret would tell about the key that it is multiplied with.
TEST(P256Test, RefusesWhatIsNoPointOfTheCurve) {
  const std::string point = bytes(rfc8291::kReaderPoint);
  const std::string x = point.substr(1, 32);
  const std::string bad[] = {
      {},
      std::string(1, '\0'),                                     // Infinity.
      std::string(PublicKey::kBytes, '\0'),                     // Infinity, as long as a point.
      with_byte(std::string(PublicKey::kBytes, '\0'), 0, 4),    // (0, 0)
      with_byte(std::string(PublicKey::kBytes, '\xff'), 0, 4),  // Beyond the field.
      with_byte(point, 64, point[64] ^ 1),                      // Beside the curve.
      with_byte(point, 1, point[1] ^ 1),
      with_byte(point, 0, 6),  // Hybrid form.
      with_byte(point, 0, 2),
      '\2' + x,  // Compressed form.
      point.substr(0, 64),
      point + '\0',
      point.substr(1),
  };
  for (const std::string& each : bad) EXPECT_FALSE(PublicKey::read(each)) << to_base64url(each);
  EXPECT_TRUE(PublicKey::read(point));
}

// TLS on the same thread would take it for an error of its own.
TEST(P256Test, LeavesNoErrorBehind) {
  PublicKey::read(std::string(PublicKey::kBytes, '\4'));
  PrivateKey::read(kOrder);
  PrivateKey::read(std::string(PrivateKey::kBytes, '\0'));
  EXPECT_EQ(ERR_peek_error(), 0u);
}

}  // namespace
}  // namespace server::push
