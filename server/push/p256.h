#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct evp_pkey_st;  // OpenSSL's EVP_PKEY.

/// Keys of the curve P-256, which all of Web Push uses. Each object is used by one thread at a time.
/// Functions throw where OpenSSL has no memory or no random numbers.
namespace server::push {

struct FreeKey {
  void operator()(evp_pkey_st* key) const;
};
using Key = std::unique_ptr<evp_pkey_st, FreeKey>;

/// A point of the curve that another program has sent.
class PublicKey {
 public:
  static constexpr std::size_t kBytes = 65;

  /// None: no uncompressed point (SEC 1, section 2.3.3), or none of this curve.
  static std::optional<PublicKey> read(std::string_view point);
  const std::string& point() const { return point_; }  ///< kBytes, uncompressed.

 private:
  friend class PrivateKey;
  PublicKey(Key key, std::string_view point) : key_(std::move(key)), point_(point) {}

  Key key_;
  std::string point_;
};

/// A number below the order of the curve, and the point that belongs to it.
class PrivateKey {
 public:
  static constexpr std::size_t kBytes = 32;

  static PrivateKey generate();
  /// None: it has not kBytes, is 0, or not below the order of the curve.
  static std::optional<PrivateKey> read(std::string_view scalar);

  std::string scalar() const;  ///< kBytes, to be kept secret.
  std::string point() const;   ///< PublicKey::kBytes
  /// ECDH: 32 bytes that the other side finds with its private key and point().
  std::string agree(const PublicKey& with) const;
  /// ES256 (RFC 7518, section 3.4): 64 bytes.
  std::string sign(std::string_view text) const;

 private:
  explicit PrivateKey(Key key) : key_(std::move(key)) {}

  Key key_;
};

}  // namespace server::push
