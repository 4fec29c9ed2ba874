#include "server/identity/tokens.h"

#include <sodium.h>

#include <array>
#include <stdexcept>

namespace server {

namespace {

constexpr std::string_view kBase62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
// Without 0 O, 1 I L, 2 Z, 5 S, U V.
constexpr std::string_view kSpoken = "346789ABCDEFGHJKMNPQRTWXY";

constexpr std::size_t kTokenLength = 43;  // The fewest base-62 digits with 256 bits.
constexpr std::size_t kHashBytes = 32;
constexpr std::string_view kUserId = "g_";
constexpr std::size_t kUserIdLength = 10;  // After that.

void start_sodium() {
  if (sodium_init() < 0) throw std::runtime_error("no source of random numbers");
}

/// Every text is equally likely: bytes beyond the last whole multiple of the alphabet are left out. One
/// system call for many characters.
std::string random_text(std::string_view alphabet, std::size_t length) {
  start_sodium();
  // Rejection sampling: a plain modulo would favour the first letters of the alphabet.
  const std::size_t limit = 256 - 256 % alphabet.size();
  std::string text;
  while (text.size() < length) {
    std::array<unsigned char, 64> bytes;
    randombytes_buf(bytes.data(), bytes.size());
    for (const std::size_t byte : bytes) {
      if (byte < limit && text.size() < length) text += alphabet[byte % alphabet.size()];
    }
  }
  return text;
}

}  // namespace

std::string new_token() {
  return random_text(kBase62, kTokenLength);
}

std::string hash_token(std::string_view token) {
  start_sodium();
  std::array<unsigned char, kHashBytes> hash;
  crypto_generichash(hash.data(), hash.size(), reinterpret_cast<const unsigned char*>(token.data()),
                     token.size(), nullptr, 0);
  std::array<char, 2 * kHashBytes + 1> hex;
  return sodium_bin2hex(hex.data(), hex.size(), hash.data(), hash.size());
}

std::string new_game_id() {
  return random_text(kBase62, 8);
}

std::string new_guest_id() {
  return std::string(kUserId) + random_text(kBase62, kUserIdLength);
}

bool is_user_id(std::string_view text) {
  return text.starts_with(kUserId) && text.size() == kUserId.size() + kUserIdLength &&
         text.find_first_not_of(kBase62, kUserId.size()) == std::string_view::npos;
}

std::string new_room_code() {
  return random_text(kSpoken, 5);
}

}  // namespace server
