#include "server/room/chat_log.h"

#include <algorithm>

namespace server {
namespace {

using protocol::ErrorCode;
using std::chrono::seconds;

constexpr std::size_t kMaxLines = 50;
constexpr std::size_t kMaxAtOnce = 5;    // Lines of one speaker ...
constexpr Millis kWithin = seconds(10);  // ... within this time.

std::size_t code_points(const std::string& text) {
  const auto begins_one = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  return static_cast<std::size_t>(std::ranges::count_if(text, begins_one));
}

/// Control characters, line breaks among them, would let one line look like several.
std::string cleaned(const std::string& text) {
  std::string clean;
  for (const char c : text) clean += static_cast<unsigned char>(c) < 0x20 || c == 0x7F ? ' ' : c;
  const std::size_t begin = clean.find_first_not_of(' ');
  if (begin == std::string::npos) return {};
  return clean.substr(begin, clean.find_last_not_of(' ') - begin + 1);
}

bool is_visible(const protocol::ChatLine& line, bool to_player) {
  return to_player || line.room == protocol::ChatRoom::all;
}

protocol::Error bad_line() {
  protocol::Error error;
  error.code = ErrorCode::bad_message;
  error.message = "A chat line has 1 to 140 characters.";
  error.reason = "text";
  return error;
}

}  // namespace

std::optional<protocol::Error> ChatLog::say(const std::string& speaker, protocol::ChatLine line) {
  line.text = cleaned(line.text);
  if (line.text.empty() || code_points(line.text) > protocol::kMaxChatLength) return bad_line();

  std::erase_if(said_, [&line](const auto& entry) { return entry.second.back() + kWithin <= line.at; });
  std::deque<TimePoint>& said = said_[speaker];
  while (!said.empty() && said.front() + kWithin <= line.at) said.pop_front();
  if (said.size() >= kMaxAtOnce) {
    protocol::Error error;
    error.code = ErrorCode::rate_limited;
    error.message = "Not so fast.";
    error.retry = said.front() + kWithin - line.at;
    return error;
  }
  said.push_back(line.at);
  if (!lines_.empty()) line.at = std::max(line.at, lines_.back().line.at + Millis(1));
  lines_.push_back({std::move(line), speaker});
  if (lines_.size() > kMaxLines) lines_.pop_front();
  return std::nullopt;
}

std::vector<protocol::ChatLine> ChatLog::lines(bool for_player) const {
  std::vector<protocol::ChatLine> visible;
  for (const auto& [line, speaker, reported] : lines_) {
    if (is_visible(line, for_player)) visible.push_back(line);
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

const SaidLine* ChatLog::mark_reported(TimePoint at) {
  const auto found = std::ranges::find(lines_, at, [](const SaidLine& said) { return said.line.at; });
  if (found == lines_.end()) return nullptr;
  found->reported = true;
  return &*found;
}

}  // namespace server
