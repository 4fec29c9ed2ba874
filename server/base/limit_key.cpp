#include "server/base/limit_key.h"

#include <sodium.h>

#include <array>
#include <cstring>
#include <stdexcept>

namespace server {

namespace {

using Bytes = std::array<unsigned char, crypto_shorthash_BYTES>;
using Secret = std::array<unsigned char, crypto_shorthash_KEYBYTES>;
static_assert(sizeof(Bytes) == sizeof(std::uint64_t));

// Drawn once a process: a restart forgets all limits anyway.
Secret new_secret() {
  if (sodium_init() < 0) throw std::runtime_error("no source of random numbers");
  Secret secret;
  crypto_shorthash_keygen(secret.data());
  return secret;
}

}  // namespace

std::uint64_t limit_key(std::string_view key) {
  static const Secret secret = new_secret();
  Bytes bytes;
  crypto_shorthash(bytes.data(), reinterpret_cast<const unsigned char*>(key.data()), key.size(),
                   secret.data());
  std::uint64_t hash;
  std::memcpy(&hash, bytes.data(), sizeof hash);
  return hash;
}

}  // namespace server
