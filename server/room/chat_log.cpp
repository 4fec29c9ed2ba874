#include "server/room/chat_log.h"

#include <algorithm>

#include "server/base/utf8.h"
#include "server/protocol/errors.h"

namespace server {
namespace {

using protocol::ErrorCode;
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

bool is_visible(const protocol::ChatLine& line, bool to_player) {
  return to_player || line.room == protocol::ChatRoom::all;
}

}  // namespace

std::optional<protocol::Error> ChatLog::say(const std::string& speaker, protocol::ChatLine line) {
  line.text = cleaned(line.text);
  // Code points, as the protocol counts, not bytes.
  if (line.text.empty() || count_code_points(line.text) > protocol::kMaxChatLength)
    return error(ErrorCode::bad_message, "A chat line has 1 to 140 characters.", "text");

  // Speakers who have been silent are forgotten here, not by a timer.
  std::erase_if(said_, [&line](const auto& entry) { return entry.second.back() + kWithin <= line.at; });
  const bool looks_on = !line.side;
  // Spectators share one allowance: with a hundred of them five lines each would still be a flood.
  auto wait = looks_on ? wait_for(said_by_spectators_, kMaxOfSpectators, line.at) : std::nullopt;
  if (wait) return protocol::retry_after(*wait, ErrorCode::rate_limited, "Too many speak at once.");
  Moments& said = said_[speaker];
  wait = wait_for(said, kMaxAtOnce, line.at);
  if (wait) return protocol::retry_after(*wait, ErrorCode::rate_limited, "Not so fast.");
  said.push_back(line.at);
  if (looks_on) said_by_spectators_.push_back(line.at);
  // A line is found by its moment (find()), so no two may share one.
  if (!lines_.empty()) line.at = std::max(line.at, lines_.back().line.at + Millis(1));
  lines_.push_back({.line = std::move(line), .speaker = speaker});
  if (lines_.size() > kMaxLines) lines_.pop_front();
  return std::nullopt;
}

std::vector<protocol::ChatLine> ChatLog::lines(bool for_player, const SharedBlocked& blocked) const {
  std::vector<protocol::ChatLine> visible;
  // Whom a viewer blocks is filtered at reading, not at saying: another viewer sees the line.
  for (const SaidLine& said : lines_) {
    if (is_visible(said.line, for_player) && !is_blocked(blocked, said.speaker)) visible.push_back(said.line);
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
