#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "tests/storage/postgres_fixture.h"

/// What may be done so often at all servers on one database together.
namespace storage {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using Wait = std::optional<milliseconds>;

class PostgresBudgetsTest : public TwoNodesTest {
 protected:
  void SetUp() override {
    TwoNodesTest::SetUp();
    if (IsSkipped()) return;
    at_a_ = a_->open_reader();
    at_b_ = b_->open_reader();
  }
  static Budget budget(const std::string& key, int count) { return {key, count, seconds(600)}; }
  static Wait take(Reader& reader, std::vector<Budget> budgets) { return reader.refuse(budgets); }
  /// How many of so many are admitted, at both in turns.
  int taken(int tries, const std::vector<Budget>& budgets) {
    int taken = 0;
    for (int i = 0; i < tries; ++i) taken += take(i % 2 == 0 ? *at_a_ : *at_b_, budgets) ? 0 : 1;
    return taken;
  }
  std::string rows() const { return value_of("SELECT count(*)::text FROM budgets"); }
  /// As if so much time had passed.
  void pass(const std::string& time) const {
    shell()->run("UPDATE budgets SET full_at = full_at - interval '" + time + "'");
  }

  std::shared_ptr<Reader> at_a_, at_b_;
};

TEST_F(PostgresBudgetsTest, AllServersTakeOutOfTheSameOne) {
  EXPECT_EQ(taken(10, {budget("x", 6)}), 6);
  EXPECT_EQ(taken(4, {budget("y", 6)}), 4) << "another one";
  const Wait wait = take(*at_a_, {budget("x", 6)});
  ASSERT_TRUE(wait);
  EXPECT_LE(*wait, seconds(100)) << "until one may be taken again";
  EXPECT_GT(*wait, seconds(60));
}

TEST_F(PostgresBudgetsTest, FillsAgainEvenlyAndNotBeyondWhatItHolds) {
  EXPECT_EQ(taken(7, {budget("x", 6)}), 6);
  pass("200 s");
  EXPECT_EQ(taken(5, {budget("x", 6)}), 2);
  pass("3000 s");
  EXPECT_EQ(taken(10, {budget("x", 6)}), 6);
}

TEST_F(PostgresBudgetsTest, TakesNothingIfOneOfThemIsSpent) {
  EXPECT_EQ(taken(5, {budget("few", 2), budget("many", 10)}), 2);
  EXPECT_EQ(taken(10, {budget("many", 10)}), 8);
}

TEST_F(PostgresBudgetsTest, WaitsForTheLastOfThem) {
  const std::vector<Budget> both{budget("a", 1), budget("b", 2)};
  EXPECT_FALSE(take(*at_a_, {budget("b", 2)}));
  EXPECT_FALSE(take(*at_a_, both));
  EXPECT_GT(take(*at_b_, both), Wait(seconds(500)));
}

TEST_F(PostgresBudgetsTest, LookingTakesNothing) {
  const std::vector<Budget> two{budget("x", 2)};
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(at_a_->would_refuse(two));
  EXPECT_EQ(rows(), "0");
  EXPECT_EQ(taken(1, two), 1);
  EXPECT_FALSE(at_b_->would_refuse(two));
  EXPECT_EQ(taken(1, two), 1);
  EXPECT_GT(at_b_->would_refuse(two), Wait(seconds(200)));
  pass("301 s");
  EXPECT_FALSE(at_b_->would_refuse(two));
  pass("3000 s");
  EXPECT_FALSE(at_b_->would_refuse(two)) << "it has been full for long";
}

TEST_F(PostgresBudgetsTest, ManyAtOnceTakeNoMoreThanThereIs) {
  std::atomic<int> taken = 0;
  std::vector<std::jthread> all;
  for (int i = 0; i < 8; ++i) {
    all.emplace_back([this, i, &taken] {
      const auto reader = (i % 2 == 0 ? *a_ : *b_).open_reader();
      std::vector<Budget> budgets{budget("x", 20), budget("y", 30), budget("z", 40)};
      if (i % 3 == 0) std::ranges::reverse(budgets);
      for (int n = 0; n < 10; ++n) {
        if (!take(*reader, budgets)) ++taken;
      }
    });
  }
  all.clear();
  EXPECT_EQ(taken, 20);
}

TEST_F(PostgresBudgetsTest, ThoseThatAreFullAreForgotten) {
  EXPECT_EQ(taken(2, {budget("old", 6)}), 2);
  pass("3000 s");
  EXPECT_EQ(taken(3, {budget("new", 6)}), 3);
  EXPECT_EQ(rows(), "2");
  EXPECT_FALSE(take(*a_->open_reader(), {budget("new", 6)})) << "whose first try it is sweeps";
  EXPECT_EQ(rows(), "1");
  EXPECT_EQ(taken(3, {budget("new", 6)}), 2);
}

// Nor does anyone wait for it.
TEST_F(PostgresBudgetsTest, OneThatIsTakenFromAtThisMomentIsNotForgotten) {
  EXPECT_EQ(taken(2, {budget("old", 6)}), 2);
  pass("3000 s");
  const auto other = shell();
  other->run("BEGIN; UPDATE budgets SET full_at = clock_timestamp() + interval '1 h'");
  EXPECT_FALSE(take(*a_->open_reader(), {budget("new", 6)}));
  other->run("COMMIT");
  EXPECT_EQ(rows(), "2");
}

TEST_F(PostgresBudgetsTest, NoNameAndNoAddressIsInTheDatabase) {
  const std::string nonsense("Lin\0 \xff 192.0.2.7", 17);
  EXPECT_EQ(taken(3, {budget(nonsense, 2)}), 2);
  EXPECT_EQ(value_of("SELECT key::text FROM budgets").find("Lin"), std::string::npos);
  EXPECT_EQ(value_of("SELECT length(key)::text FROM budgets"), "32");
}

// None of the log of writes is waited for, and after a crash of PostgreSQL all are full.
TEST_F(PostgresBudgetsTest, IsNotLogged) {
  EXPECT_EQ(value_of("SELECT relpersistence::text FROM pg_class WHERE relname = 'budgets'"), "u");
}

}  // namespace
}  // namespace storage
