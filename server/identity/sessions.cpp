#include "server/identity/sessions.h"

namespace server {
namespace {

using std::chrono::hours;

/// "Last seen" is told to no better than this, which saves a write for most of the times that a page is
/// opened.
constexpr auto kSeenStep = hours(1);
constexpr std::size_t kSessionIdLength = 16;
constexpr std::size_t kLongestLabel = 80;  // Bytes.

TimePoint moment(storage::Millis at) {
  return TimePoint(Millis(at));
}

}  // namespace

std::optional<storage::Session> find_session(storage::Reader& store, const std::string& token_hash,
                                             TimePoint now) {
  auto session = store.find_token(token_hash);
  const bool expired = session && !session->user.guest && now - moment(session->seen) > kSessionLife;
  return expired ? std::nullopt : session;
}

std::optional<storage::Measure> ban_of(storage::Reader& store, const std::string& user, TimePoint now) {
  return store.measure_of("ban", user, now.time_since_epoch().count());
}

std::optional<storage::TouchSession> touch(const storage::Session& session, const std::string& client,
                                           TimePoint now) {
  // Another program, or another version of it: worth a write at once.
  const bool is_news = !client.empty() && client != session.client;
  if (!is_news && now - moment(session.seen) < kSeenStep) return std::nullopt;
  return storage::TouchSession{session.token_hash, is_news ? client : session.client,
                               now.time_since_epoch().count()};
}

std::string session_id(const storage::Session& session) {
  return session.token_hash.substr(0, kSessionIdLength);
}

// Cut between characters: what follows a character's first byte begins with the bits 10.
std::string client_label(std::string_view text) {
  std::size_t end = std::min(text.size(), kLongestLabel);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  std::string label(text.substr(0, end));
  for (char& c : label) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  }
  return label;
}

}  // namespace server
