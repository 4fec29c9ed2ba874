#include "server/push/vapid.h"

#include <gtest/gtest.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>

#include "server/push/contact.h"
#include "server/push/openssl.h"
#include "tests/server/push/rfc8291.h"

namespace server::push {
namespace {

/// RFC 8292, section 2.4.
const std::string kClaimed =
    "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9."
    "eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUu"
    "Y29t"
    "In0";
const std::string kSignature =
    "i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA";
const std::string kPoint =
    "BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
constexpr std::chrono::sys_seconds kExpires{std::chrono::seconds(1'453'523'768)};

Owned<EVP_PKEY, EVP_PKEY_free> key_at(std::string point) {
  EVP_PKEY* key = nullptr;
  char group[] = "P-256";
  OSSL_PARAM parameters[] = {
      OSSL_PARAM_construct_utf8_string(OSSL_PKEY_PARAM_GROUP_NAME, group, 0),
      OSSL_PARAM_construct_octet_string(OSSL_PKEY_PARAM_PUB_KEY, point.data(), point.size()),
      OSSL_PARAM_construct_end()};
  const Owned<EVP_PKEY_CTX, EVP_PKEY_CTX_free> context(EVP_PKEY_CTX_new_from_name(nullptr, "EC", nullptr));
  EVP_PKEY_fromdata_init(context.get());
  EVP_PKEY_fromdata(context.get(), &key, EVP_PKEY_PUBLIC_KEY, parameters);
  return Owned<EVP_PKEY, EVP_PKEY_free>(key);
}

std::string der_of(const std::string& signature) {
  const Owned<ECDSA_SIG, ECDSA_SIG_free> parts(ECDSA_SIG_new());
  ECDSA_SIG_set0(parts.get(), BN_bin2bn(octets(std::string_view(signature)), 32, nullptr),
                 BN_bin2bn(octets(std::string_view(signature)) + 32, 32, nullptr));
  std::string der(static_cast<std::size_t>(i2d_ECDSA_SIG(parts.get(), nullptr)), '\0');
  unsigned char* at = octets(der);
  i2d_ECDSA_SIG(parts.get(), &at);
  return der;
}

/// As push services do it: point and signature in base64url.
bool is_signed(const std::string& text, const std::string& signature, const std::string& point) {
  const auto key = key_at(rfc8291::bytes(point.c_str()));
  const std::string der = der_of(rfc8291::bytes(signature.c_str()));
  const Owned<EVP_MD_CTX, EVP_MD_CTX_free> context(EVP_MD_CTX_new());
  EVP_DigestVerifyInit(context.get(), nullptr, EVP_sha256(), nullptr, key.get());
  return EVP_DigestVerify(context.get(), octets(std::string_view(der)), der.size(),
                          octets(std::string_view(text)), text.size()) == 1;
}

struct Authorization {
  std::string claimed, signature, point;
};

/// By the grammar of RFC 8292, section 3.
Authorization parts_of(const std::string& header) {
  const auto last_dot = header.rfind('.'), comma = header.find(", k=");
  EXPECT_TRUE(header.starts_with("vapid t="));
  return {header.substr(8, last_dot - 8), header.substr(last_dot + 1, comma - last_dot - 1),
          header.substr(comma + 4)};
}

TEST(VapidTest, TheExampleOfTheRfcIsSigned) {
  EXPECT_TRUE(is_signed(kClaimed, kSignature, kPoint));
  EXPECT_FALSE(is_signed(kClaimed + "A", kSignature, kPoint));
}

TEST(VapidTest, ClaimsWhatTheRfcDoesAndSignsIt) {
  const PrivateKey key = PrivateKey::generate();
  for (int i = 0; i < 500; ++i) {  // One signature in 128 has a number of less than 32 bytes.
    const auto [claimed, signature, point] = parts_of(
        authorization(key, "mailto:push@example.com", "https://push.example.net", kExpires - kTokenLife));
    EXPECT_EQ(claimed, kClaimed);
    EXPECT_EQ(point, to_base64url(key.point()));
    EXPECT_EQ(rfc8291::bytes(signature.c_str()).size(), 64u);
    EXPECT_TRUE(is_signed(claimed, signature, point));
    EXPECT_FALSE(is_signed(claimed, signature, kPoint));
  }
}

TEST(VapidTest, ATokenLivesADayAtMost) {
  EXPECT_LE(kTokenLife, std::chrono::hours(24));
}

TEST(VapidTest, KnowsWhereAnOperatorCanBeReached) {
  for (const char* text : {"mailto:push@example.com", "mailto:a.b+c@play.example.org", "https://example.org",
                           "https://play.example.org/contact?of=push"})
    EXPECT_TRUE(is_contact(text)) << text;
  const std::string long_name(200, 'a');
  for (const std::string& text : {std::string(),
                                  std::string("push@example.com"),
                                  std::string("mailto:"),
                                  std::string("mailto:push"),
                                  std::string("mailto:@example.com"),
                                  std::string("mailto:push@localhost"),
                                  std::string("mailto:push@127.0.0.1"),
                                  std::string("mailto:push@example.com,b@example.com"),
                                  std::string("mailto:push@exam\"ple.com"),
                                  std::string("mailto:pu\\sh@example.com"),
                                  std::string("mailto:pu sh@example.com"),
                                  std::string("mailto:push@example.com\n"),
                                  std::string("http://example.org"),
                                  std::string("https://"),
                                  std::string("https://localhost"),
                                  std::string("https://192.168.1.1/"),
                                  std::string("https://[::1]/"),
                                  std::string("https://user@example.org/"),
                                  std::string("tel:123"),
                                  "mailto:" + long_name + "@example.com"})
    EXPECT_FALSE(is_contact(text)) << text;
}

}  // namespace
}  // namespace server::push
