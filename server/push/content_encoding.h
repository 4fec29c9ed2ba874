#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Encrypted content of HTTP: the coding `aes128gcm` of RFC 8188. Throws where OpenSSL has no memory.
namespace server::push {

constexpr std::size_t kSaltBytes = 16;
/// Of a record, as its header says: no push service takes more.
constexpr std::size_t kRecordBytes = 4'096;

/// HKDF with SHA-256 (RFC 5869): so many bytes.
std::string hkdf(std::string_view salt, std::string_view secret, std::string_view info, std::size_t length);

/// Header and the one record that holds the whole text. `key_id` tells the reader how to find the secret.
/// @pre The salt has kSaltBytes and is used once with this secret; header and record fit into kRecordBytes.
std::string encode_aes128gcm(std::string_view text, std::string_view secret, std::string_view salt,
                             std::string_view key_id);

}  // namespace server::push
