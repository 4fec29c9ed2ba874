#include "server/push/content_encoding.h"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>

#include <array>
#include <cassert>

#include "server/push/openssl.h"

namespace server::push {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kKeyBytes = 16;
constexpr std::size_t kNonceBytes = 12;
constexpr int kTagBytes = 16;
constexpr char kLastRecord = 2;  // What ends the text of the last record; padding would follow.

OSSL_PARAM parameter(const char* name, std::string_view value) {
  return OSSL_PARAM_construct_octet_string(name, const_cast<char*>(value.data()), value.size());
}

/// AES-128-GCM: the text encrypted, and its tag.
std::string seal(std::string_view text, const std::string& key, const std::string& nonce) {
  const Owned<EVP_CIPHER_CTX, EVP_CIPHER_CTX_free> context(EVP_CIPHER_CTX_new());
  std::string sealed(text.size() + kTagBytes, '\0');
  int written = 0, rest = 0;
  require(context && EVP_EncryptInit_ex(context.get(), EVP_aes_128_gcm(), nullptr,
                                        octets(std::string_view(key)), octets(std::string_view(nonce))) == 1);
  require(EVP_EncryptUpdate(context.get(), octets(sealed), &written, octets(text),
                            static_cast<int>(text.size())) == 1);
  require(EVP_EncryptFinal_ex(context.get(), octets(sealed) + written, &rest) == 1);
  require(EVP_CIPHER_CTX_ctrl(context.get(), EVP_CTRL_AEAD_GET_TAG, kTagBytes,
                              octets(sealed) + text.size()) == 1);
  return sealed;
}

/// Salt, size of records in network order, key id with its length.
std::string header(std::string_view salt, std::string_view key_id) {
  std::string bytes(salt);
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(kRecordBytes >> shift);
  bytes += static_cast<char>(key_id.size());
  return bytes.append(key_id);
}

}  // namespace

std::string hkdf(std::string_view salt, std::string_view secret, std::string_view info, std::size_t length) {
  const Owned<EVP_KDF, EVP_KDF_free> function(EVP_KDF_fetch(nullptr, "HKDF", nullptr));
  const Owned<EVP_KDF_CTX, EVP_KDF_CTX_free> context(EVP_KDF_CTX_new(function.get()));
  char digest[] = "SHA256";
  const std::array parameters{OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, digest, 0),
                              parameter(OSSL_KDF_PARAM_SALT, salt), parameter(OSSL_KDF_PARAM_KEY, secret),
                              parameter(OSSL_KDF_PARAM_INFO, info), OSSL_PARAM_construct_end()};
  std::string bytes(length, '\0');
  require(context && EVP_KDF_derive(context.get(), octets(bytes), length, parameters.data()) == 1);
  return bytes;
}

std::string encode_aes128gcm(std::string_view text, std::string_view secret, std::string_view salt,
                             std::string_view key_id) {
  assert(salt.size() == kSaltBytes && key_id.size() < 256);
  const std::string key = hkdf(salt, secret, "Content-Encoding: aes128gcm\0"sv, kKeyBytes);
  const std::string nonce = hkdf(salt, secret, "Content-Encoding: nonce\0"sv, kNonceBytes);
  std::string body = header(salt, key_id) + seal(std::string(text) + kLastRecord, key, nonce);
  assert(body.size() <= kRecordBytes);
  return body;
}

}  // namespace server::push
