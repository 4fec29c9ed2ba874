#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/core/expected.h"
#include "server/match/seat.h"
#include "server/room/chat_log.h"
#include "server/room/inputs.h"
#include "storage/record.h"

namespace server {

/// What is said in a room: the lines, who may add to them, and which of them were found fault with. A report
/// counts once it is on disk; meanwhile the room takes no other input, so there is never more than one on its
/// way. Nothing here is part of the game.
///
/// A room keeps the last 50 lines in memory (ChatLog); only reports are stored. Pure: `now` is an argument,
/// and what is to be sent or written is returned. Order for a report: report() → write it → report_written()
/// or report_failed(); a doubtful one is tried again by try_doubtful().
class Chat {
 public:
  /// The line as all see it; else why it may not be said. `speaker` is null for one who is not in the room;
  /// users who are `muted` say nothing.
  /// @param line with the game, side and moment; room, speaker's name and text are filled in here
  engine::Expected<protocol::ChatLine, protocol::Error> say(const Viewer* speaker,
                                                            const std::set<std::string>& muted,
                                                            const Chatted& chatted, protocol::ChatLine line);
  /// @param viewer null: as one without a seat
  std::vector<protocol::ChatLine> lines(const Viewer* viewer) const;
  /// How many are kept.
  std::size_t size() const { return log_.all().size(); }
  /// A player has said something that the other may still want to read.
  bool has_lines_of_players() const { return log_.has_lines_of_players(); }

  /// What is to be written down; nothing if the line was reported before; else why it may not be reported.
  /// After a report is given out awaits_report() holds until report_written() or report_failed().
  engine::Expected<std::optional<storage::Report>, protocol::Error> report(const Viewer* reporter,
                                                                           const LineReported& reported,
                                                                           const std::string& game,
                                                                           TimePoint now);
  /// What was given out by report() or try_doubtful() has not been answered yet.
  bool awaits_report() const { return report_.has_value(); }
  /// The report, and its line if it is still known. @pre awaits_report()
  struct Reported {
    storage::Report report;
    const SaidLine* line = nullptr;
  };
  /// It is on disk, by this attempt or by one before.
  Reported report_written();
  /// It is not; the client may try again. `is_doubtful`: it may be, by this attempt or by one before.
  /// @pre awaits_report()
  void report_failed(bool is_doubtful);
  /// Written once more, a doubtful one is found to be on record, if it is: it is refused then. None: all is
  /// known.
  std::optional<storage::Report> try_doubtful();
  /// Of the reported lines those that this viewer is told of: of others' lines, one who may act as the host.
  /// None that a moderator has removed.
  /// Of the last 50 lines only.
  std::vector<protocol::ChatLine> reported_lines(const Viewer& viewer) const;
  /// A moderator removes the reported lines of this user; in secret, for all but their speaker. Those lines.
  std::vector<protocol::ChatLine> remove_reported(const std::string& speaker, bool in_secret) {
    return log_.remove_reported(speaker, in_secret);
  }
  /// A moderator finds no fault with those that were reported until then: they stay.
  void dismiss_reported(const std::string& speaker, TimePoint until) {
    log_.dismiss_reported(speaker, until);
  }
  /// Whether this viewer is to know that the line was reported: a host, unless the line is the host's own.
  static bool may_hear_of(const SaidLine& said, const Viewer& viewer);

 private:
  ChatLog log_;
  std::optional<storage::Report> report_;  // Is being written.
};

}  // namespace server
