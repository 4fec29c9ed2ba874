#pragma once

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
class Chat {
 public:
  /// The line as all see it; else why it may not be said. `speaker` is null for one who is not in the room;
  /// users who are `muted` say nothing.
  engine::Expected<protocol::ChatLine, protocol::Error> say(const Viewer* speaker,
                                                            const std::set<std::string>& muted,
                                                            const Chatted& chatted, protocol::ChatLine line);
  std::vector<protocol::ChatLine> lines(const Viewer* viewer) const;

  /// What is to be written down; nothing if the line was reported before; else why it may not be reported.
  engine::Expected<std::optional<storage::Report>, protocol::Error> report(const Viewer* reporter,
                                                                           const LineReported& reported,
                                                                           const std::string& game,
                                                                           TimePoint now);
  bool awaits_report() const { return report_.has_value(); }
  /// The report, and its line if it is still known. @pre awaits_report()
  struct Reported {
    storage::Report report;
    const SaidLine* line = nullptr;
  };
  /// It is on disk, by this attempt or by one before.
  Reported report_written();
  /// It is not; who asked may try again. `is_doubtful`: it may be, by this attempt or by one before.
  void report_failed(bool is_doubtful);
  /// Written once more, a doubtful one is found to be on record, if it is: it is refused then. None: all is
  /// known.
  std::optional<storage::Report> try_doubtful();
  /// Of the reported lines those that this viewer is told of: of others' lines, one who may act as the host.
  std::vector<protocol::ChatLine> reported_lines(const Viewer& viewer) const;
  static bool may_hear_of(const SaidLine& said, const Viewer& viewer);

 private:
  ChatLog log_;
  std::optional<storage::Report> report_;  // Is being written.
};

}  // namespace server
