#include "server/room/chat.h"

#include <utility>

#include "server/protocol/errors.h"
#include "server/protocol/json_fields.h"
#include "server/protocol/obstacle.h"

namespace server {
namespace {

using engine::Unexpected;
using protocol::ErrorCode;
using protocol::not_allowed;

ChatReader reader_of(const Viewer& viewer) {
  return {viewer.user.id, viewer.seat.has_value(), viewer.blocked};
}

/// As Report::around has it.
std::string to_text(const std::vector<protocol::ChatLine>& lines) {
  if (lines.empty()) return {};
  protocol::JsonWriter json;
  json.open_array();
  for (const protocol::ChatLine& line : lines) {
    json.object([&] {
      json.field("from", line.from);
      json.field("text", line.text);
      json.field("at", protocol::epoch(line.at));
    });
  }
  json.close_array();
  return json.take();
}

protocol::Error join_first() {
  return error(ErrorCode::forbidden, "Join the game first.");
}

}  // namespace

engine::Expected<protocol::ChatLine, protocol::Error> Chat::say(const Viewer* speaker,
                                                                const std::set<std::string>& muted,
                                                                const Chatted& chatted,
                                                                protocol::ChatLine line) {
  if (!speaker) return Unexpected(join_first());
  if (chatted.room == ChatRoom::players && !speaker->seat)
    return Unexpected(error(ErrorCode::forbidden, "This is for the players."));
  if (muted.contains(speaker->user.id))
    return Unexpected(because(protocol::Obstacle::muted, not_allowed("You are muted in this room.")));
  line.room = chatted.room;
  // The name as it is in this room, which a later change of the user's name does not touch.
  line.from = speaker->user.name;
  line.text = chatted.text;
  return log_.say(speaker->user.id, std::move(line), chatted.is_shadow);
}

std::vector<protocol::ChatLine> Chat::lines(const Viewer* viewer) const {
  return log_.lines(viewer ? reader_of(*viewer) : ChatReader());
}

engine::Expected<std::optional<storage::Report>, protocol::Error> Chat::report(const Viewer* reporter,
                                                                               const LineReported& reported,
                                                                               const std::string& game,
                                                                               TimePoint now) {
  if (!reporter) return Unexpected(join_first());
  // A viewer without a seat does not see the players' own lines, and so cannot report them.
  const SaidLine* said = log_.find(reported.from, reported.at, reader_of(*reporter));
  if (!said) return Unexpected(error(ErrorCode::not_found, "There is no such line, or not any more."));
  if (said->speaker == reporter->user.id) return Unexpected(not_allowed("This line is your own."));
  // Answered like the first report: who reports is not told of others.
  if (said->reported) return std::optional<storage::Report>();
  // Remembered until the answer comes, for the line may be forgotten meanwhile.
  report_ = storage::Report{.game = game,
                            .room = std::string(word(said->line.room)),
                            .text = said->line.text,
                            .said = protocol::epoch(said->line.at),
                            .accused = said->speaker,
                            .accused_name = said->line.from,
                            .reporter = reporter->user.id,
                            .reporter_name = reporter->user.name,
                            .reported = protocol::epoch(now),
                            .around = to_text(log_.around(reported.at, reader_of(*reporter)))};
  return report_;
}

// The line may have been pushed out by 50 others; the report is on record all the same.
Chat::Reported Chat::report_written() {
  storage::Report report = *std::exchange(report_, std::nullopt);
  SaidLine* const line = log_.find(TimePoint(Millis(report.said)));
  if (line) line->reported = true;
  if (line) line->reported_at = TimePoint(Millis(report.reported));
  if (line) line->doubtful.reset();
  return {std::move(report), line};
}

// The line remembers it, so that a later attempt writes the very same row.
void Chat::report_failed(bool is_doubtful) {
  SaidLine* const line = log_.find(TimePoint(Millis(report_->said)));
  if (line && is_doubtful) line->doubtful = report_;
  report_.reset();
}

// The store refuses a second report of one line, so that "refused" means: the first was written.
std::optional<storage::Report> Chat::try_doubtful() {
  SaidLine* const line = log_.find_doubtful();
  if (line) report_ = std::exchange(line->doubtful, std::nullopt);
  return report_;
}

std::vector<protocol::ChatLine> Chat::reported_lines(const Viewer& viewer) const {
  std::vector<protocol::ChatLine> lines;
  for (const SaidLine& said : log_.all()) {
    const bool is_gone = said.is_shadow || said.line.is_removed;
    if (said.reported && !is_gone && may_hear_of(said, viewer)) lines.push_back(said.line);
  }
  return lines;
}

bool Chat::may_hear_of(const SaidLine& said, const Viewer& viewer) {
  return viewer.keeps_order && viewer.user.id != said.speaker;
}

}  // namespace server
