#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "storage/people.h"
#include "storage/report.h"
#include "storage/time.h"

/// Who keeps order on a server, what they have decided, and what was said to it.
namespace storage {

/// The end of a measure that has none: the year 9999.
inline constexpr Millis kNoEnd = 253'402'300'799'000;
/// Measures that hold at a time: as many as a server keeps in memory.
inline constexpr int kMostMeasures = 10'000;
inline constexpr int kMostModerators = 100;
/// Of a moderator in 24 hours.
inline constexpr int kMostActs = 300;

/// An account that keeps order.
struct Moderator {
  std::string user;    ///< User::id
  std::string name;    ///< Read, not written.
  std::string powers;  ///< "owner", who has all; else words of the server: "chat accounts".
  Millis since = 0;
  bool operator==(const Moderator&) const = default;
};

/// What was decided against a user or an address.
struct Measure {
  std::string id;
  std::string kind;     ///< "mute", "shadow" (own lines are shown to oneself alone), "ban" or "address".
  std::string subject;  ///< User::id, or an address as the server counts them.
  std::string name;     ///< Of the user at that.
  std::string reason;
  std::string by;  ///< User::id of the moderator; empty: the operator.
  Millis since = 0;
  Millis until = 0;      ///< It holds until then.
  std::string appeal{};  ///< What the subject says to it; empty: nothing yet.
  Millis appealed = 0;
  std::string answer{};  ///< To that, by a moderator.
  Millis answered = 0;
  bool operator==(const Measure&) const = default;
};

/// A line of the log.
struct ModerationLine {
  std::int64_t number = 0;  ///< From 1, without gaps, never given again; by the store.
  Millis at = 0;
  std::string by;       ///< User::id; empty: the operator.
  std::string by_name;  ///< As it was then.
  /// A kind of measure that begins; "lift" or, against an appeal, "uphold" one; "remove" the reported lines
  /// of the game, or "dismiss" the reports; "disband" a club; "grant", "revoke".
  std::string act;
  std::string subject;  ///< User::id, of a club its owner's; empty: an address that the operator named.
  std::string name;     ///< Of that user then.
  std::string game{};   ///< Of the reports that are decided; empty: it is about none.
  Millis until = 0;     ///< Of a measure that begins.
  std::string reason{};
  std::string club{};  ///< The name of a club that ends with it; empty: it is about none.
  bool operator==(const ModerationLine&) const = default;
};

// ---- writes: see storage::Write ---------------------------------------------------------------------------

/// An act, its line of the log and all that it does, or nothing. Refused when who acts has not the power, is
/// the subject or, without being an owner, acts on one who keeps order; after kMostActs; and when what it is
/// about is not so any more: two who decide at once decide once.
struct Moderate {
  ModerationLine line;
  std::string power;  ///< That it takes: a word of Moderator::powers. The operator has them all.
  /// A measure with this id begins; those of its kind that held end. Refused when kMostMeasures hold, or the
  /// user is unknown.
  std::string begins{};
  std::string address{};  ///< Whom the measure of kind "address" is against.
  /// The measure with this id, which holds, ends; or it stays and its appeal is answered by the reason.
  /// Refused when who made it answers, while another has the power.
  std::string measure{};
  /// All open reports of this game about the subject are decided. Refused when there are none.
  bool decides = false;
  /// The subject, an account, has these from now on.
  std::optional<std::string> powers{};
  /// The club with this id ends as by CloseClub, be its tournaments over or not. Refused unless it is the
  /// subject's.
  std::string disbands{};
};

/// The subject says something to a measure that it is told of and that holds; once.
struct Appeal {
  std::string measure;  ///< Measure::id
  std::string user;
  std::string text;
  Millis at = 0;
};

/// Removes measures that ended before `measures_before` and lines of the log from before `log_before`, but
/// its last one: at most so many of each. Always done.
// The next number is counted from the last line; servers know by it which acts they have carried out.
struct SweepModeration {
  Millis measures_before = 0;
  Millis log_before = 0;
  int most = 100;
};

// ---- reads ------------------------------------------------------------------------------------------------

/// Where the list of open reports goes on; the first part has all of it after it.
struct ReportPlace {
  Millis reported = 0, said = 0;
  std::string game{};
};
/// The same of open appeals.
struct AppealPlace {
  Millis appealed = 0;
  std::string measure{};
};

/// The part of storage::Reader that reads what moderators need; the same promises.
class ModerationReader {
 public:
  virtual ~ModerationReader() = default;

  virtual std::optional<User> user(std::string_view id) = 0;
  virtual std::optional<Moderator> moderator(std::string_view user) = 0;
  virtual std::vector<Moderator> moderators() = 0;
  virtual std::optional<Measure> measure(std::string_view id) = 0;
  /// Those that hold: no more than kMostMeasures.
  virtual std::vector<Measure> measures_at(Millis now) = 0;
  /// Of a user, newest first.
  virtual std::vector<Measure> measures_of(std::string_view subject, int most) = 0;
  /// Of this kind, that holds.
  virtual std::optional<Measure> measure_of(std::string_view kind, std::string_view subject, Millis now) = 0;
  /// Measures with an appeal that was not answered, oldest first.
  virtual std::vector<Measure> open_appeals(Millis now, const AppealPlace& after, int most) = 0;
  /// Reports that were not decided, oldest first.
  virtual std::vector<Report> open_reports(const ReportPlace& after, int most) = 0;
  /// The number of the last line of the log; 0: there is none.
  virtual std::int64_t last_act() = 0;
  /// When this moderator did the act that has `later` newer ones of the same; none: there are no more.
  virtual std::optional<Millis> act_before(std::string_view by, int later) = 0;
  /// Lines with numbers above `after`, in their order.
  virtual std::vector<ModerationLine> acts_after(std::int64_t after, int most) = 0;
  /// Lines with numbers below `before`, newest first.
  virtual std::vector<ModerationLine> moderation_log(std::int64_t before, int most) = 0;
};

}  // namespace storage
