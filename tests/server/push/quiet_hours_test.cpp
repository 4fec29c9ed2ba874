#include "server/push/quiet_hours.h"

#include <gtest/gtest.h>

#include <chrono>

namespace server::push {
namespace {

using namespace std::chrono_literals;

/// Of a day in UTC, with seconds.
storage::Millis at(std::chrono::minutes minute, std::chrono::seconds second = 0s) {
  const auto day = std::chrono::sys_days(std::chrono::year(2026) / 3 / 1);
  return std::chrono::milliseconds(day.time_since_epoch() + minute + second).count();
}

TEST(QuietHoursTest, LastUntilTheyAreOver) {
  const storage::PushSettings night{.quiet_from = 22 * 60, .quiet_until = 7 * 60 + 30};
  struct Row {
    std::chrono::minutes now, then;
  };
  for (const auto& [now, then] :
       {Row{21h + 59min, 21h + 59min}, Row{22h, 31h + 30min}, Row{23h, 31h + 30min}, Row{24h, 31h + 30min},
        Row{31h + 29min, 31h + 30min}, Row{31h + 30min, 31h + 30min}, Row{12h, 12h}})
    EXPECT_EQ(after_quiet(night, at(now)), at(then)) << now.count();
  EXPECT_EQ(after_quiet(night, at(31h + 29min, 59s)), at(31h + 30min)) << "not a minute later";
  EXPECT_EQ(after_quiet(night, at(12h, 7s)), at(12h, 7s));
}

TEST(QuietHoursTest, FollowTheClockOfThePerson) {
  const storage::PushSettings shanghai{.quiet_from = 0, .quiet_until = 8 * 60, .zone = 8 * 60};
  EXPECT_EQ(after_quiet(shanghai, at(15h + 59min)), at(15h + 59min));
  EXPECT_EQ(after_quiet(shanghai, at(16h)), at(24h)) << "midnight there";
  const storage::PushSettings new_york{.quiet_from = 23 * 60, .quiet_until = 6 * 60, .zone = -5 * 60};
  EXPECT_EQ(after_quiet(new_york, at(4h)), at(11h));
  EXPECT_EQ(after_quiet(new_york, at(11h)), at(11h));
}

TEST(QuietHoursTest, AreNone) {
  for (const int minute : {0, 600, 1'439}) {
    const storage::PushSettings none{.quiet_from = minute, .quiet_until = minute};
    EXPECT_EQ(after_quiet(none, at(10h)), at(10h));
    EXPECT_EQ(after_quiet(none, at(23h + 59min)), at(23h + 59min));
  }
}

}  // namespace
}  // namespace server::push
