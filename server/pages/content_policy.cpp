#include "server/pages/content_policy.h"

#include <sodium.h>

#include <array>

namespace server {

namespace {

/// ` 'sha256-…'`, as the policy names a text.
std::string hash_source(std::string_view text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash;
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL)>
      encoded;
  sodium_bin2base64(encoded.data(), encoded.size(), hash.data(), hash.size(), sodium_base64_VARIANT_ORIGINAL);
  return std::string(" 'sha256-").append(encoded.data()).append("'");
}

/// The hashes of all that stands between `open` and `close`.
// A hash allows this very text, and nothing that is injected; 'unsafe-inline' would allow anything.
std::string hash_sources(std::string_view page, std::string_view open, std::string_view close) {
  std::string sources;
  for (std::size_t at = page.find(open); at != std::string_view::npos; at = page.find(open, at)) {
    at += open.size();
    const std::string_view text = page.substr(at, page.find(close, at) - at);
    sources += hash_source(text);
    at += text.size();
  }
  return sources;
}

}  // namespace

// 'self' is our WebSocket, too (CSP 3, 6.7.2.8: ws of a page of http, wss of one of https); "ws:" would be
// that of any host. Elements with attributes, such as `<script src=…>`, hold no text of their own.
std::string content_policy(std::string_view page) {
  return "default-src 'self'; script-src 'self'" + hash_sources(page, "<script>", "</script>") +
         "; style-src 'self'" + hash_sources(page, "<style>", "</style>") +
         "; connect-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
         "form-action 'self'; frame-ancestors 'none'";
}

}  // namespace server
