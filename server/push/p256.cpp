#include "server/push/p256.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include "server/push/openssl.h"

namespace server::push {
namespace {

using namespace std::string_view_literals;

/// A SubjectPublicKeyInfo (RFC 5480) up to its point.
constexpr auto kBeforePoint =
    "\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01"
    "\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07\x03\x42\x00"sv;
/// An ECPrivateKey (RFC 5915) up to its number, and the name of the curve that follows.
constexpr auto kBeforeScalar = "\x30\x31\x02\x01\x01\x04\x20"sv;
constexpr auto kAfterScalar = "\xa0\x0a\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07"sv;
constexpr char kUncompressed = 4;  // The first byte of such a point.

using KeyContext = Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free>;
using Number = Owned<BIGNUM, BN_clear_free>;

KeyContext context_of(const Key& key) {
  KeyContext context(EVP_PKEY_CTX_new(key.get(), nullptr));
  require(context != nullptr);
  return context;
}

std::string join(std::string_view a, std::string_view b, std::string_view c = {}) {
  return std::string(a).append(b).append(c);
}

/// Null unless the key passes. What OpenSSL notes of a bad one must not stay: its next caller on this thread
/// would take it for its own.
Key checked(Key key, int (*check)(EVP_PKEY_CTX*)) {
  if (key && check(context_of(key).get()) != 1) key.reset();
  ERR_clear_error();
  return key;
}

/// r and s of 32 bytes each, from their DER.
std::string fixed_length(const std::string& der) {
  const unsigned char* at = octets(std::string_view(der));
  const Owned<ECDSA_SIG, ECDSA_SIG_free> signature(
      d2i_ECDSA_SIG(nullptr, &at, static_cast<long>(der.size())));
  require(signature != nullptr);
  std::string both(2 * PrivateKey::kBytes, '\0');
  require(BN_bn2binpad(ECDSA_SIG_get0_r(signature.get()), octets(both), PrivateKey::kBytes) >= 0);
  require(BN_bn2binpad(ECDSA_SIG_get0_s(signature.get()), octets(both) + PrivateKey::kBytes,
                       PrivateKey::kBytes) >= 0);
  return both;
}

}  // namespace

void FreeKey::operator()(evp_pkey_st* key) const {
  EVP_PKEY_free(key);
}

std::optional<PublicKey> PublicKey::read(std::string_view point) {
  if (point.size() != kBytes || point.front() != kUncompressed) return std::nullopt;
  const std::string der = join(kBeforePoint, point);
  const unsigned char* at = octets(std::string_view(der));
  Key key = checked(Key(d2i_PUBKEY(nullptr, &at, static_cast<long>(der.size()))), EVP_PKEY_public_check);
  if (!key) return std::nullopt;
  return PublicKey(std::move(key), point);
}

PrivateKey PrivateKey::generate() {
  Key key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", "P-256"));
  require(key != nullptr);
  return PrivateKey(std::move(key));
}

std::optional<PrivateKey> PrivateKey::read(std::string_view scalar) {
  if (scalar.size() != kBytes) return std::nullopt;
  const std::string der = join(kBeforeScalar, scalar, kAfterScalar);
  const unsigned char* at = octets(std::string_view(der));
  Key key =
      checked(Key(d2i_PrivateKey(EVP_PKEY_EC, nullptr, &at, static_cast<long>(der.size()))), EVP_PKEY_check);
  if (!key) return std::nullopt;
  return PrivateKey(std::move(key));
}

std::string PrivateKey::scalar() const {
  BIGNUM* read = nullptr;
  require(EVP_PKEY_get_bn_param(key_.get(), OSSL_PKEY_PARAM_PRIV_KEY, &read) == 1);
  const Number number(read);
  std::string bytes(kBytes, '\0');
  require(BN_bn2binpad(number.get(), octets(bytes), kBytes) >= 0);
  return bytes;
}

std::string PrivateKey::point() const {
  std::string bytes(PublicKey::kBytes, '\0');
  std::size_t length = 0;  // Of OSSL_PKEY_PARAM_PUB_KEY older releases of OpenSSL give the compressed form.
  require(EVP_PKEY_get_octet_string_param(key_.get(), OSSL_PKEY_PARAM_ENCODED_PUBLIC_KEY, octets(bytes),
                                          bytes.size(), &length) == 1);
  return bytes;
}

std::string PrivateKey::agree(const PublicKey& with) const {
  const KeyContext context = context_of(key_);
  std::string secret(kBytes, '\0');
  std::size_t length = secret.size();
  require(EVP_PKEY_derive_init(context.get()) == 1);
  require(EVP_PKEY_derive_set_peer(context.get(), with.key_.get()) == 1);
  require(EVP_PKEY_derive(context.get(), octets(secret), &length) == 1);
  return secret;
}

std::string PrivateKey::sign(std::string_view text) const {
  const Owned<EVP_MD_CTX, EVP_MD_CTX_free> context(EVP_MD_CTX_new());
  std::string der(static_cast<std::size_t>(EVP_PKEY_get_size(key_.get())), '\0');
  std::size_t length = der.size();
  require(context && EVP_DigestSignInit(context.get(), nullptr, EVP_sha256(), nullptr, key_.get()) == 1);
  require(EVP_DigestSign(context.get(), octets(der), &length, octets(text), text.size()) == 1);
  der.resize(length);
  return fixed_length(der);
}

}  // namespace server::push
