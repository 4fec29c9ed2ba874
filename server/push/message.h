#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/push/p256.h"

/// Push messages as only the browser that subscribed can read them: RFC 8291.
namespace server::push {

/// What a browser says of itself with its subscription.
struct Recipient {
  PublicKey key;       ///< `p256dh`
  std::string secret;  ///< `auth`: 16 bytes.
};

/// From base64url, as browsers write both. An error is a sentence for developers.
engine::Expected<Recipient, std::string> read_recipient(std::string_view p256dh, std::string_view auth);

/// The longest text, in bytes: with header, delimiter and tag it is a record of 4,096 bytes.
constexpr std::size_t kMaxMessage = 3'993;

/// The body of a request to the push service, with `Content-Encoding: aes128gcm`. An error: the text is too
/// long.
engine::Expected<std::string, std::string> encrypt(std::string_view text, const Recipient& to);
/// The same with a key and a salt that were made for this message.
engine::Expected<std::string, std::string> encrypt(std::string_view text, const Recipient& to,
                                                   const PrivateKey& sender, std::string_view salt);

}  // namespace server::push
