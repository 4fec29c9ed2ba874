#include "server/push/message.h"

#include <gtest/gtest.h>

#include "server/push/content_encoding.h"
#include "tests/server/push/rfc8291.h"

namespace server::push {
namespace {

using namespace std::string_view_literals;
using rfc8291::bytes;

Recipient reader() {
  return read_recipient(rfc8291::kReaderPoint, rfc8291::kAuth).value();
}

TEST(PushMessageTest, IsThatOfTheRfcByteForByte) {
  const auto sender = PrivateKey::read(bytes(rfc8291::kSenderScalar));
  EXPECT_EQ(to_base64url(encrypt(rfc8291::kText, reader(), *sender, bytes(rfc8291::kSalt)).value()),
            rfc8291::kBody);
}

/// The body that a reader expects of this text, who knows no more than the header of `body` and its own keys.
std::string as_read(std::string_view text, std::string_view body, std::string_view reader_scalar) {
  const auto key = PrivateKey::read(reader_scalar);
  const std::string_view salt = body.substr(0, kSaltBytes), sender = body.substr(21, PublicKey::kBytes);
  const std::string info = std::string("WebPush: info\0"sv) + key->point() + std::string(sender);
  const std::string secret = hkdf(bytes(rfc8291::kAuth), key->agree(*PublicKey::read(sender)), info, 32);
  return encode_aes128gcm(text, secret, salt, sender);
}

TEST(PushMessageTest, IsUnderstoodByItsReader) {
  for (const std::string& text : {std::string(), std::string("Your move"), std::string("\0\xff 三棋"sv),
                                  std::string(kMaxMessage, 'x')}) {
    const std::string body = encrypt(text, reader()).value();
    EXPECT_EQ(body.size(), 86 + text.size() + 1 + 16);
    EXPECT_EQ(body.substr(kSaltBytes, 5), "\0\0\x10\0\x41"sv);
    EXPECT_EQ(body, as_read(text, body, bytes(rfc8291::kReaderScalar)));
  }
}

TEST(PushMessageTest, HasItsOwnSaltAndKey) {
  const std::string one = encrypt("Your move", reader()).value();
  const std::string other = encrypt("Your move", reader()).value();
  EXPECT_NE(one.substr(0, kSaltBytes), other.substr(0, kSaltBytes));
  EXPECT_NE(one.substr(21, PublicKey::kBytes), other.substr(21, PublicKey::kBytes));
}

TEST(PushMessageTest, IsARecordAtMost) {
  EXPECT_EQ(encrypt(std::string(kMaxMessage, 'x'), reader()).value().size(), kRecordBytes);
  EXPECT_EQ(encrypt(std::string(kMaxMessage + 1, 'x'), reader()).error(),
            "a push message has 3993 bytes at most");
}

TEST(RecipientTest, SaysWhatIsWrongWithItsKeys) {
  const std::string point = rfc8291::kReaderPoint, auth = rfc8291::kAuth;
  std::string beside = bytes(rfc8291::kReaderPoint);
  beside.back() ^= 1;
  struct Row {
    std::string p256dh, auth, error;
  };
  const Row rows[] = {
      {"", auth, "p256dh has 65 bytes"},
      {point.substr(0, 86), auth, "p256dh has 65 bytes"},
      {point + "AAAA", auth, "p256dh has 65 bytes"},
      {point + "=", auth, "p256dh is base64url without padding"},
      {"!" + point.substr(1), auth, "p256dh is base64url without padding"},
      {point.substr(0, 85), auth, "p256dh is base64url without padding"},
      {to_base64url(beside), auth, "p256dh is an uncompressed point of P-256"},
      {to_base64url(std::string(65, '\0')), auth, "p256dh is an uncompressed point of P-256"},
      {point, "", "auth has 16 bytes"},
      {point, "BTBZMqHH6r4Tts7J_aSI", "auth has 16 bytes"},
      {point, auth + "AA", "auth has 16 bytes"},
      {point, auth + "==", "auth is base64url without padding"},
      {point, "BTBZMqHH6r4Tts7J/aSIgg", "auth is base64url without padding"},
  };
  for (const Row& row : rows) {
    const auto read = read_recipient(row.p256dh, row.auth);
    ASSERT_FALSE(read) << row.p256dh << ' ' << row.auth;
    EXPECT_EQ(read.error(), row.error) << row.p256dh << ' ' << row.auth;
  }
}

}  // namespace
}  // namespace server::push
