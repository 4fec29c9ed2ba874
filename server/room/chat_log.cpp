#include "server/room/chat_log.h"

#include <algorithm>

#include "server/base/utf8.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using engine::Unexpected;
using protocol::ErrorCode;
using protocol::retry_after;
using std::chrono::seconds;

// docs/protocol.md and docs/operations.md name these figures.
constexpr std::size_t kMaxLines = 50;
constexpr std::size_t kMaxAtOnce = 5;         // Lines of one speaker, ...
constexpr std::size_t kMaxOfSpectators = 30;  // of all who only look on, for each line is told to all ...
constexpr Millis kWithin = seconds(10);       // ... within this time.

/// Control characters, line breaks among them, would let one line look like several.
std::string cleaned(const std::string& text) {
  std::string clean;
  for (const char c : text) clean += is_control(c) ? ' ' : c;
  const std::size_t begin = clean.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return clean.substr(begin, clean.find_last_not_of(' ') - begin + 1);
}

/// Forgets what was longer ago. How long until another line may be said; none: it may.
std::optional<Millis> wait_for(std::deque<TimePoint>& said, std::size_t most, TimePoint now) {
  // Moments are in order, so the front is the oldest: what is longer ago than kWithin no longer counts.
  while (!said.empty() && said.front() + kWithin <= now) said.pop_front();
  return said.size() < most ? std::nullopt : std::optional(said.front() + kWithin - now);
}

bool is_visible(const SaidLine& said, const ChatReader& reader) {
  return (reader.is_player || said.line.room == protocol::ChatRoom::all) &&
         (!said.is_shadow || said.speaker == reader.user);
}

}  // namespace

engine::Expected<protocol::ChatLine, protocol::Error> ChatLog::say(const std::string& speaker,
                                                                   protocol::ChatLine line, bool is_shadow) {
  line.text = cleaned(line.text);
  // Code points, as the protocol counts, not bytes.
  if (line.text.empty() || count_code_points(line.text) > protocol::kMaxChatLength)
    return Unexpected(error(ErrorCode::bad_message, "A chat line has 1 to 140 characters.", "text"));

  // Speakers who have been silent are forgotten here, not by a timer.
  std::erase_if(said_, [&line](const auto& entry) { return entry.second.back() + kWithin <= line.at; });
  const bool looks_on = !line.side && !is_shadow;
  // Spectators share one allowance: with a hundred of them five lines each would still be a flood.
  auto wait = looks_on ? wait_for(said_by_spectators_, kMaxOfSpectators, line.at) : std::nullopt;
  if (wait) return Unexpected(retry_after(*wait, ErrorCode::rate_limited, "Too many speak at once."));
  Moments& said = said_[speaker];
  wait = wait_for(said, kMaxAtOnce, line.at);
  if (wait) return Unexpected(retry_after(*wait, ErrorCode::rate_limited, "Not so fast."));
  said.push_back(line.at);
  if (looks_on) said_by_spectators_.push_back(line.at);
  // A line is found by its moment (find()), so no two may share one.
  if (!lines_.empty()) line.at = std::max(line.at, lines_.back().line.at + Millis(1));
  lines_.push_back({.line = line, .speaker = speaker, .is_shadow = is_shadow});
  keep_last(is_shadow);
  return line;
}

/// Shadows are counted by themselves: a flood of them pushes out no line that others see.
void ChatLog::keep_last(bool of_shadows) {
  const auto is_meant = [of_shadows](const SaidLine& said) { return said.is_shadow == of_shadows; };
  auto count = static_cast<std::size_t>(std::ranges::count_if(lines_, is_meant));
  for (; count > kMaxLines; --count) lines_.erase(std::ranges::find_if(lines_, is_meant));
}

std::vector<protocol::ChatLine> ChatLog::lines(const ChatReader& reader) const {
  std::vector<protocol::ChatLine> visible;
  // Whom a viewer blocks is filtered at reading, not at saying: another viewer sees the line.
  for (const SaidLine& said : lines_) {
    if (is_visible(said, reader) && !is_blocked(reader.blocked, said.speaker)) visible.push_back(said.line);
  }
  // Who has shadows sees as many lines as others.
  if (visible.size() > kMaxLines) visible.erase(visible.begin(), visible.end() - kMaxLines);
  return visible;
}

bool ChatLog::has_lines_of_players() const {
  return std::ranges::any_of(lines_, [](const SaidLine& said) {
    return said.line.side.has_value() && !said.is_shadow && !said.line.is_removed;
  });
}

std::vector<protocol::ChatLine> ChatLog::around(TimePoint at, const ChatReader& reader) const {
  static constexpr std::ptrdiff_t kAround = 10, kAfter = 5;
  std::vector<protocol::ChatLine> visible = lines({reader.user, reader.is_player});
  const auto line = std::ranges::find(visible, at, &protocol::ChatLine::at);
  const std::ptrdiff_t place = line - visible.begin();
  if (line != visible.end()) visible.erase(line);
  const auto size = static_cast<std::ptrdiff_t>(visible.size());
  const std::ptrdiff_t last = std::min(place + kAfter, size);
  const std::ptrdiff_t first = std::max<std::ptrdiff_t>(last - kAround, 0);
  return {visible.begin() + first, visible.begin() + last};
}

const SaidLine* ChatLog::find(const std::string& from, TimePoint at, const ChatReader& reader) const {
  const auto is_it = [&](const SaidLine& said) {
    return said.line.at == at && said.line.from == from && is_visible(said, reader) && !said.line.is_removed;
  };
  const auto found = std::ranges::find_if(lines_, is_it);
  return found == lines_.end() ? nullptr : &*found;
}

SaidLine* ChatLog::find(TimePoint at) {
  const auto found = std::ranges::find(lines_, at, [](const SaidLine& said) { return said.line.at; });
  return found == lines_.end() ? nullptr : &*found;
}

std::vector<protocol::ChatLine> ChatLog::remove_reported(const std::string& speaker, bool in_secret) {
  std::vector<protocol::ChatLine> removed;
  for (SaidLine& said : lines_) {
    const bool stays = said.is_shadow || said.line.is_removed || said.dismissed;
    if (said.speaker != speaker || !(said.reported || said.doubtful) || stays) continue;
    if (!in_secret) said.line.text.clear();
    (in_secret ? said.is_shadow : said.line.is_removed) = true;
    removed.push_back(said.line);
  }
  keep_last(true);
  return removed;
}

void ChatLog::dismiss_reported(const std::string& speaker, TimePoint until) {
  for (SaidLine& said : lines_)
    if (said.speaker == speaker && said.reported && said.reported_at <= until) said.dismissed = true;
}

SaidLine* ChatLog::find_doubtful() {
  const auto found =
      std::ranges::find_if(lines_, [](const SaidLine& said) { return said.doubtful.has_value(); });
  return found == lines_.end() ? nullptr : &*found;
}

}  // namespace server
