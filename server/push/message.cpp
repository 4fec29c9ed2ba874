#include "server/push/message.h"

#include <openssl/rand.h>

#include "server/push/base64url.h"
#include "server/push/content_encoding.h"
#include "server/push/openssl.h"

namespace server::push {
namespace {

using namespace std::string_view_literals;
using Failure = engine::Unexpected<std::string>;

constexpr std::size_t kAuthBytes = 16;
constexpr std::size_t kSecretBytes = 32;

static_assert(kSaltBytes + 4 + 1 + PublicKey::kBytes + kMaxMessage + 1 + 16 == kRecordBytes);

std::string new_salt() {
  std::string salt(kSaltBytes, '\0');
  require(RAND_bytes(octets(salt), kSaltBytes) == 1);
  return salt;
}

}  // namespace

engine::Expected<Recipient, std::string> read_recipient(std::string_view p256dh, std::string_view auth) {
  const auto point = from_base64url(p256dh);
  if (!point) return Failure("p256dh is base64url without padding");
  if (point->size() != PublicKey::kBytes) return Failure("p256dh has 65 bytes");
  auto key = PublicKey::read(*point);
  if (!key) return Failure("p256dh is an uncompressed point of P-256");
  auto secret = from_base64url(auth);
  if (!secret) return Failure("auth is base64url without padding");
  if (secret->size() != kAuthBytes) return Failure("auth has 16 bytes");
  return Recipient{std::move(*key), std::move(*secret)};
}

engine::Expected<std::string, std::string> encrypt(std::string_view text, const Recipient& to) {
  return encrypt(text, to, PrivateKey::generate(), new_salt());
}

engine::Expected<std::string, std::string> encrypt(std::string_view text, const Recipient& to,
                                                   const PrivateKey& sender, std::string_view salt) {
  if (text.size() > kMaxMessage)
    return Failure("a push message has " + std::to_string(kMaxMessage) + " bytes at most");
  const std::string info = std::string("WebPush: info\0"sv) + to.key.point() + sender.point();
  const std::string secret = hkdf(to.secret, sender.agree(to.key), info, kSecretBytes);
  return encode_aes128gcm(text, secret, salt, sender.point());
}

}  // namespace server::push
