#include "server/push/notice.h"

#include <sodium.h>

#include <nlohmann/json.hpp>

#include "server/push/base64url.h"
#include "server/push/words.h"

namespace server::push {
namespace {

constexpr std::size_t kTopicBytes = 24;  // Of which 32 letters are made.

}  // namespace

std::string notice(const storage::PushMessage& message) {
  const std::size_t language = language_number(message.to.language);
  const auto& [token, kind, subject] = message.key;
  std::string body(game_name(message.game, language));
  if (!message.name.empty()) body.append(" · ").append(message.name);
  return nlohmann::json{{"title", sentence(kind, language)},
                        {"body", std::move(body)},
                        {"tag", kind + ' ' + subject},
                        {"path", kind == "challenge" ? "/" : '/' + subject}}
      .dump();
}

std::string topic(const storage::PushKey& key) {
  const std::string text = key.kind + ' ' + key.subject;
  std::string hash(crypto_hash_sha256_BYTES, '\0');
  crypto_hash_sha256(reinterpret_cast<unsigned char*>(hash.data()),
                     reinterpret_cast<const unsigned char*>(text.data()), text.size());
  return to_base64url(std::string_view(hash).substr(0, kTopicBytes));
}

}  // namespace server::push
