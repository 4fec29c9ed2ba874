#include <utility>

#include "server/protocol/json_fields.h"
#include "server/room/room_state.h"

// Lines of the chat that somebody finds fault with. A report is no part of the game: writing it down neither
// begins a turn, nor takes anything back when it fails.
namespace server {

namespace {

using protocol::ErrorCode;

bool may_hear_of(const SaidLine& said, const Viewer& viewer) {
  return viewer.keeps_order && viewer.user.id != said.speaker;
}

}  // namespace

void RoomState::on(const LineReported& reported) {
  const Asker& asker = reported.asker;
  const Viewer* viewer = presence_.find(asker.viewer);
  if (!viewer) return refuse(asker, error(ErrorCode::forbidden, "Join the game first."));
  const SaidLine* said = chat_.find(reported.from, reported.at, viewer->seat.has_value());
  if (!said) return refuse(asker, error(ErrorCode::not_found, "There is no such line, or not any more."));
  if (said->speaker == viewer->user.id) return refuse(asker, not_allowed("This line is your own."));

  answer_ = Answer{.asker = asker};
  if (said->reported) return;
  report_ = storage::Report{.game = log_.header().id,
                            .room = std::string(word(said->line.room)),
                            .text = said->line.text,
                            .said = protocol::epoch(said->line.at),
                            .accused = said->speaker,
                            .accused_name = said->line.from,
                            .reporter = viewer->user.id,
                            .reporter_name = viewer->user.name,
                            .reported = protocol::epoch(now_)};
  awaits_commit_ = true;
  effects_.emplace_back(Persist{{storage::ReportLine{*report_}}});
}

void RoomState::on_report_written() {
  const storage::Report report = *std::exchange(report_, std::nullopt);
  if (const SaidLine* said = chat_.mark_reported(TimePoint(Millis(report.said)))) tell_hosts(*said);
  effects_.emplace_back(Flagged{report});
}

/// What was refused is on record already.
void RoomState::on_report_failed(const CommitFailed& failed) {
  const storage::Report report = *std::exchange(report_, std::nullopt);
  if (failed.refused) {
    chat_.mark_reported(TimePoint(Millis(report.said)));
    return;
  }
  const Answer answer = *std::exchange(answer_, std::nullopt);
  refuse(answer.asker, error(failed.busy ? ErrorCode::busy : ErrorCode::internal,
                             "It could not be written down; try again."));
}

void RoomState::tell_hosts(const SaidLine& said) {
  for (const auto& [id, viewer] : presence_.viewers()) {
    if (may_hear_of(said, viewer)) send({id, {}}, protocol::Reported{said.line});
  }
}

/// What was reported before he came in, or while his line was lost.
void RoomState::tell_reports(ViewerId newcomer) {
  const Viewer* viewer = presence_.find(newcomer);
  if (!viewer) return;
  for (const SaidLine& said : chat_.all()) {
    if (said.reported && may_hear_of(said, *viewer)) send({newcomer, {}}, protocol::Reported{said.line});
  }
}

}  // namespace server
