#include "server/identity/sessions.h"

#include <gtest/gtest.h>

#include "tests/storage/memory_store.h"

namespace server {
namespace {

using std::chrono::days;
using std::chrono::minutes;

constexpr TimePoint kStart{days(20'000)};

storage::Session session(TimePoint seen) {
  return {"hash", {"g_lin", "Lin", false, 5}, "web", 5, seen.time_since_epoch().count()};
}

TEST(SessionsTest, EndWhenNobodyHasShownThemForHalfAYear) {
  storage::MemoryStore store;
  const auto now = kStart.time_since_epoch().count();
  const storage::User guest{"g_guest", "Guest", true, now};
  const storage::Account account{{"g_lin", "Lin", false, now}, {"lin"}, "phc"};
  const std::vector<storage::Write> writes{storage::CreateUser{guest, "guest"},
                                           storage::CreateAccount{account, "account"}};
  store.commit(writes);
  EXPECT_TRUE(find_session(store, "account", kStart + days(180)));
  EXPECT_FALSE(find_session(store, "account", kStart + days(181)));
  EXPECT_TRUE(find_session(store, "guest", kStart + days(9999))) << "he could not come back otherwise";
  EXPECT_FALSE(find_session(store, "unknown", kStart));
}

TEST(SessionsTest, AreNotWrittenDownEveryTime) {
  EXPECT_FALSE(touch(session(kStart), "web", kStart + minutes(59)));
  EXPECT_FALSE(touch(session(kStart), "", kStart + minutes(59)));
  EXPECT_TRUE(touch(session(kStart), "web", kStart + minutes(60)));
  const auto other = touch(session(kStart), "phone", kStart);
  ASSERT_TRUE(other);
  EXPECT_EQ(other->client, "phone");
  EXPECT_EQ(touch(session(kStart), "", kStart + days(1))->client, "web");
}

TEST(SessionsTest, LabelsAreShortAndClean) {
  EXPECT_EQ(client_label("web\n1.0\x7f"), "web 1.0 ");
  EXPECT_EQ(client_label(std::string(5000, 'a')).size(), 80u);
  std::string label;
  for (int i = 0; i < 40; ++i) label += "棋";
  EXPECT_EQ(client_label(label).size(), 78u) << "cut between characters";
  EXPECT_EQ(client_label(""), "");
}

}  // namespace
}  // namespace server
