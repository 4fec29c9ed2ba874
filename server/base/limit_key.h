#pragma once

#include <cstdint>
#include <string_view>

namespace server {

/// What tables of limits remember of a key: 8 bytes, however long it was outside. Hashed with a secret of
/// this process, so that two keys with the same hash cannot be looked for. Safe from any thread.
/// SipHash-2-4 of libsodium (crypto_shorthash).
std::uint64_t limit_key(std::string_view key);

}  // namespace server
