#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/expected.h"
#include "server/identity/blocks.h"
#include "server/protocol/messages.h"
#include "storage/report.h"

namespace server {

/// A line, by whom it was said, and what became of it.
struct SaidLine {
  protocol::ChatLine line;  ///< Its `at` names it within the room.
  std::string speaker;      ///< The id of a user.
  bool reported = false;
  TimePoint reported_at{};                       ///< If it was.
  bool dismissed = false;                        ///< A moderator finds no fault with it.
  std::optional<storage::Report> doubtful = {};  ///< That may be on record.
  bool is_shadow = false;                        ///< Its speaker alone is shown it.
};

/// Who reads.
struct ChatReader {
  std::string user;  ///< User::id; empty: no user.
  bool is_player = false;
  SharedBlocked blocked = {};
};

/// The last lines said in a room, and how much more each speaker may say.
/// Limits: five lines of a speaker in ten seconds, thirty of all spectators together; control characters
/// become blanks. Without a clock of its own: a line bears its moment.
/// Each function is linear in the lines: 50, and 50 shadows at most.
class ChatLog {
 public:
  /// Adds the line, and gives it back, if its text may be said now; else why not. `speaker` is the id of a
  /// user. Of lines of one moment the later ones get a later one, so that each has its own.
  /// One that `is_shadow` is shown to its speaker alone, and takes no place of others' lines.
  /// @param line bears text and moment; its text is trimmed here
  engine::Expected<protocol::ChatLine, protocol::Error> say(const std::string& speaker,
                                                            protocol::ChatLine line, bool is_shadow);

  /// What a newcomer is shown: all of it, or what is not the players' own, but no words of whom they block.
  /// In the order in which they were said; the last 50.
  std::vector<protocol::ChatLine> lines(const ChatReader& reader) const;
  /// The lines around that of this moment that one could read: ten, of which up to five came after it.
  std::vector<protocol::ChatLine> around(TimePoint at, const ChatReader& reader) const;

  /// Of those that others are shown.
  bool has_lines_of_players() const;

  /// All of it, oldest first.
  /// The reference is good until the next say().
  const std::deque<SaidLine>& all() const { return lines_; }
  /// The line that this name said then, if it is still known; to those without a seat, the players' own is
  /// not.
  /// Null: it is not known, not visible, or removed.
  const SaidLine* find(const std::string& from, TimePoint at, const ChatReader& reader) const;
  /// The line of that moment, if it is still known.
  /// For its owner, who may mark it.
  SaidLine* find(TimePoint at);
  /// The oldest of whose report it is not known whether it is on record.
  /// Null: nothing is in doubt.
  SaidLine* find_doubtful();
  /// Takes the text from the lines of this user that were reported, or may have been, and were not dismissed;
  /// or, in secret, makes shadows of them. Those lines.
  std::vector<protocol::ChatLine> remove_reported(const std::string& speaker, bool in_secret);
  /// Lines of this user that were reported until then are not removed any more.
  void dismiss_reported(const std::string& speaker, TimePoint until);

 private:
  void keep_last(bool of_shadows);

  std::deque<SaidLine> lines_;
  // Only those of the last ten seconds, so the table is bounded by who speaks.
  using Moments = std::deque<TimePoint>;
  std::map<std::string, Moments> said_;  // When each speaker spoke lately.
  Moments said_by_spectators_;
};

}  // namespace server
