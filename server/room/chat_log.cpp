#include "server/room/chat_log.h"

#include <algorithm>

#include "server/base/utf8.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using protocol::ErrorCode;
using std::chrono::seconds;

constexpr std::size_t kMaxLines = 50;
constexpr std::size_t kMaxAtOnce = 5;    // Lines of one speaker ...
constexpr Millis kWithin = seconds(10);  // ... within this time.

/// Control characters, line breaks among them, would let one line look like several.
std::string cleaned(const std::string& text) {
  std::string clean;
  for (const char c : text) clean += is_control(c) ? ' ' : c;
  const std::size_t begin = clean.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return clean.substr(begin, clean.find_last_not_of(' ') - begin + 1);
}

bool is_visible(const protocol::ChatLine& line, bool to_player) {
  return to_player || line.room == protocol::ChatRoom::all;
}

}  // namespace

std::optional<protocol::Error> ChatLog::say(const std::string& speaker, protocol::ChatLine line) {
  line.text = cleaned(line.text);
  if (line.text.empty() || count_code_points(line.text) > protocol::kMaxChatLength)
    return error(ErrorCode::bad_message, "A chat line has 1 to 140 characters.", "text");

  std::erase_if(said_, [&line](const auto& entry) { return entry.second.back() + kWithin <= line.at; });
  std::deque<TimePoint>& said = said_[speaker];
  while (!said.empty() && said.front() + kWithin <= line.at) said.pop_front();
  if (said.size() >= kMaxAtOnce)
    return protocol::retry_after(said.front() + kWithin - line.at, ErrorCode::rate_limited, "Not so fast.");
  said.push_back(line.at);
  if (!lines_.empty()) line.at = std::max(line.at, lines_.back().line.at + Millis(1));
  lines_.push_back({.line = std::move(line), .speaker = speaker});
  if (lines_.size() > kMaxLines) lines_.pop_front();
  return std::nullopt;
}

std::vector<protocol::ChatLine> ChatLog::lines(bool for_player) const {
  std::vector<protocol::ChatLine> visible;
  for (const SaidLine& said : lines_) {
    if (is_visible(said.line, for_player)) visible.push_back(said.line);
  }
  return visible;
}

const SaidLine* ChatLog::find(const std::string& from, TimePoint at, bool for_player) const {
  const auto is_it = [&](const SaidLine& said) {
    return said.line.at == at && said.line.from == from && is_visible(said.line, for_player);
  };
  const auto found = std::ranges::find_if(lines_, is_it);
  return found == lines_.end() ? nullptr : &*found;
}

SaidLine* ChatLog::find(TimePoint at) {
  const auto found = std::ranges::find(lines_, at, [](const SaidLine& said) { return said.line.at; });
  return found == lines_.end() ? nullptr : &*found;
}

SaidLine* ChatLog::find_doubtful() {
  const auto found =
      std::ranges::find_if(lines_, [](const SaidLine& said) { return said.doubtful.has_value(); });
  return found == lines_.end() ? nullptr : &*found;
}

}  // namespace server
