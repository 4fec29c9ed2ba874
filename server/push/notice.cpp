#include "server/push/notice.h"

#include <sodium.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "server/push/base64url.h"

namespace server::push {
namespace {

using namespace std::string_view_literals;
using Words = std::array<std::string_view, 3>;  // In the order of kLanguages.

constexpr std::array kLanguages{"en"sv, "zh-Hans"sv, "zh-Hant"sv};
constexpr std::size_t kTopicBytes = 24;  // Of which 32 letters are made.

struct Named {
  std::string_view word;
  Words words;
};
constexpr std::array kGames{Named{"xiangqi", {"Xiangqi", "象棋", "象棋"}},
                            Named{"gomoku", {"Gomoku", "五子棋", "五子棋"}},
                            Named{"antireversi", {"Anti-Reversi", "反黑白棋", "反黑白棋"}}};
constexpr std::array kKinds{
    Named{"turn", {"It is your move", "轮到您了", "輪到您了"}},
    Named{"reminder", {"A quarter of your time is left", "您只剩四分之一的时间", "您只剩四分之一的時間"}},
    Named{"round", {"Your tournament game begins", "您的比赛对局开始了", "您的比賽對局開始了"}},
    Named{"challenge", {"You are challenged", "有人向您挑战", "有人向您挑戰"}}};

/// The word itself where none is known.
template <class List>
std::string_view say(const List& list, const std::string& word, std::size_t language) {
  const auto found = std::ranges::find(list, word, &Named::word);
  return found == list.end() ? word : found->words[language];
}

}  // namespace

bool is_language(std::string_view tag) {
  return std::ranges::find(kLanguages, tag) != kLanguages.end();
}

std::string notice(const storage::PushMessage& message) {
  const auto found = std::ranges::find(kLanguages, message.to.language);
  const auto language = found == kLanguages.end() ? 0 : static_cast<std::size_t>(found - kLanguages.begin());
  const auto& [token, kind, subject] = message.key;
  std::string body(say(kGames, message.game, language));
  if (!message.name.empty()) body.append(" · ").append(message.name);
  return nlohmann::json{{"title", say(kKinds, kind, language)},
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
