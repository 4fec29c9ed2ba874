#include "server/identity/measures.h"

#include <gtest/gtest.h>

#include "server/identity/acts.h"

namespace server {
namespace {

using namespace std::chrono_literals;

constexpr TimePoint kMeasured{1'700'000'000'000ms};
constexpr const char* kSharedAddress = "192.0.2.7";

class MeasuresTest : public testing::Test {
 protected:
  static storage::Measure measure(const std::string& kind, const std::string& subject,
                                  TimePoint until = kMeasured + 1h) {
    return {.id = kind + subject,
            .kind = kind,
            .subject = subject,
            .name = "Lin",
            .reason = "spam",
            .by = "",
            .since = 1,
            .until = until.time_since_epoch().count()};
  }
  void hold(std::vector<storage::Measure> all) {
    measures.replace(std::make_shared<const MeasureTable>(std::move(all)));
  }

  Measures measures;
  const protocol::User lin{"u_lin", "Lin", false}, guest{"g_1", "Guest", true};
};

TEST_F(MeasuresTest, AMuteSaysWhyAndEndsAtItsTime) {
  EXPECT_FALSE(measures.refuse_to_speak("u_lin", kMeasured));
  hold({measure("mute", "u_lin")});
  const auto refusal = measures.refuse_to_speak("u_lin", kMeasured);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->reason, "measure");
  EXPECT_EQ(refusal->message, "spam");
  EXPECT_EQ(refusal->until, kMeasured + 1h);
  EXPECT_TRUE(measures.refuse_to_speak("u_lin", kMeasured + 1h - 1ms));
  EXPECT_FALSE(measures.refuse_to_speak("u_lin", kMeasured + 1h));
  EXPECT_FALSE(measures.refuse_to_speak("u_mei", kMeasured));
}

TEST_F(MeasuresTest, KindsDoNotMix) {
  hold({measure("shadow", "u_lin"), measure("warning", "u_lin")});
  EXPECT_TRUE(measures.is_shadow("u_lin", kMeasured));
  EXPECT_FALSE(measures.is_shadow("u_lin", kMeasured + 1h));
  EXPECT_FALSE(measures.refuse_to_speak("u_lin", kMeasured));
  EXPECT_FALSE(measures.ban(lin, "", kMeasured));
  EXPECT_EQ(measures.table().size(), 1u) << "what this version does not know is left out";
}

TEST_F(MeasuresTest, AnAddressKeepsGuestsOut) {
  hold({measure("address", kSharedAddress)});
  EXPECT_TRUE(measures.ban(guest, kSharedAddress, kMeasured));
  EXPECT_FALSE(measures.ban(guest, "192.0.2.8", kMeasured));
  EXPECT_FALSE(measures.ban(guest, "", kMeasured));
  EXPECT_FALSE(measures.ban(lin, kSharedAddress, kMeasured)) << "others share it";
  hold({measure("ban", "u_lin", TimePoint(Millis(storage::kNoEnd)))});
  ASSERT_TRUE(measures.ban(lin, "", kMeasured));
  EXPECT_FALSE(banned(*measures.ban(lin, "", kMeasured)).until) << "it has no end";
}

TEST(ActsTest, HaveTheirBounds) {
  const auto wrong = [](const Act& act) {
    const auto write = make_act(act, {"u_mod", "Mod"}, kMeasured);
    return write ? "" : write.error();
  };
  const storage::User lin{"u_lin", "Lin", false, 1};
  EXPECT_EQ(wrong({.what = "mute", .whom = lin, .reason = "spam", .hours = 24}), "");
  EXPECT_EQ(wrong({.what = "mute", .whom = lin, .reason = "spam"}), "hours") << "all mutes end";
  EXPECT_EQ(wrong({.what = "mute", .whom = lin, .reason = "spam", .hours = 365 * 24 + 1}), "hours");
  EXPECT_EQ(wrong({.what = "shadow", .whom = lin, .reason = "spam", .hours = 7 * 24}), "");
  EXPECT_EQ(wrong({.what = "shadow", .whom = lin, .reason = "spam", .hours = 7 * 24 + 1}), "hours");
  EXPECT_EQ(wrong({.what = "address", .reason = "spam", .hours = 7 * 24 + 1, .address = kSharedAddress}),
            "hours");
  EXPECT_EQ(wrong({.what = "address", .reason = "spam", .hours = 1}), "address");
  EXPECT_EQ(wrong({.what = "ban", .whom = lin, .reason = "spam"}), "") << "without an end";
  EXPECT_EQ(wrong({.what = "ban", .whom = lin}), "reason");
  EXPECT_EQ(wrong({.what = "ban", .whom = lin, .reason = std::string(201, 'x')}), "reason");
  EXPECT_EQ(wrong({.what = "ban", .whom = lin, .reason = "two\nlines"}), "reason");
  EXPECT_EQ(wrong({.what = "dismiss", .whom = lin}), "gameId") << "of which reports?";
  EXPECT_EQ(wrong({.what = "lift", .whom = lin, .reason = "enough"}), "measureId") << "which?";
  EXPECT_EQ(wrong({.what = "mute", .whom = lin, .reason = "spam", .hours = 1, .game = "aB3dE9xQ"}), "");
  EXPECT_EQ(wrong({.what = "lift", .whom = lin, .reason = "x", .game = "aB3dE9xQ", .measure = "m1"}),
            "gameId")
      << "that would decide reports by nothing";
  EXPECT_EQ(wrong({.what = "ban", .whom = lin, .reason = "\xff"}), "reason") << "no UTF-8";
  EXPECT_EQ(wrong({.what = "close", .whom = lin, .reason = "x"}), "do");
  EXPECT_EQ(wrong({.what = "grant", .whom = lin, .powers = "chat,cheese"}), "powers");
  EXPECT_EQ(wrong({.what = "disband", .whom = lin, .reason = "spam", .club = "c1"}), "");
  EXPECT_EQ(wrong({.what = "disband", .whom = lin, .club = "c1"}), "reason");
  EXPECT_EQ(wrong({.what = "disband", .whom = lin, .reason = "spam"}), "clubId") << "which?";
  EXPECT_EQ(wrong({.what = "ban", .whom = lin, .reason = "spam", .club = "c1"}), "clubId");
}

TEST(ActsTest, TakeTheirPower) {
  const auto power = [](const Act& act) { return make_act(act, {}, kMeasured)->power; };
  EXPECT_EQ(power({.what = "mute", .reason = "spam", .hours = 1}), "chat");
  EXPECT_EQ(power({.what = "ban", .reason = "spam"}), "accounts");
  EXPECT_EQ(power({.what = "disband", .reason = "spam", .club = "c1"}), "accounts");
  EXPECT_EQ(power({.what = "lift", .reason = "enough", .measure = "m1", .kind = "shadow"}), "chat");
  EXPECT_EQ(power({.what = "uphold", .reason = "no", .measure = "m1", .kind = "ban"}), "accounts");
  EXPECT_EQ(power({.what = "lift", .reason = "enough", .measure = "m1", .kind = "later"}), "owner");
  EXPECT_EQ(powers_of("accounts, chat,chat"), "chat accounts");
  EXPECT_EQ(powers_of("owner"), "owner");
  EXPECT_EQ(powers_of(""), "");
  EXPECT_TRUE(has_power("chat accounts", "accounts"));
  EXPECT_TRUE(has_power("owner", "owner"));
  EXPECT_FALSE(has_power("chat", "accounts"));
  EXPECT_FALSE(has_power("chat accounts", "chat accounts later"));
  EXPECT_FALSE(has_power("chat", "cha"));
  EXPECT_FALSE(has_power("chat", ""));
  EXPECT_FALSE(has_power("", "chat"));
}

TEST(ActsTest, OnTheMeasureOfAnAddressDoNotNameIt) {
  Act act{.what = "lift", .reason = "enough"};
  take_measure(
      act, {.id = "m1", .kind = "address", .subject = kSharedAddress, .name = "Lin", .reason = "", .by = ""});
  const auto write = make_act(act, {}, kMeasured);
  ASSERT_TRUE(write);
  EXPECT_EQ(write->line.subject, "");
  EXPECT_EQ(write->line.name, "Lin");
  EXPECT_EQ(write->measure, "m1");
}

TEST(ActsTest, AnAppealIsOneLineOfAThousandCharacters) {
  EXPECT_EQ(valid_appeal(" it was\na joke "), "it was a joke");
  EXPECT_EQ(valid_appeal(" \n "), std::nullopt);
  EXPECT_TRUE(valid_appeal(std::string(1000, 'x')));
  EXPECT_FALSE(valid_appeal(std::string(1001, 'x')));
}

}  // namespace
}  // namespace server
