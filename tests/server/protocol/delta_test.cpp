#include "server/protocol/delta.h"

#include <gtest/gtest.h>

namespace server::protocol {
namespace {

std::string spliced(std::string_view before, std::string_view after) {
  std::string text;
  std::size_t copied = 0;
  for (const Splice& splice : splices(before, after)) {
    EXPECT_GE(splice.at, copied) << "splices overlap";
    text += before.substr(copied, splice.at - copied);
    text += splice.inserted;
    copied = splice.at + splice.removed;
  }
  text += before.substr(copied);
  return text;
}

TEST(Splices, makeTheTextAfterFromTheTextBefore) {
  const std::pair<const char*, const char*> kTexts[] = {
      {"", ""},
      {"a", ""},
      {"", "a"},
      {"same", "same"},
      {"1C5C1/9/RNBAKABNR w", "1C2C4/9/RNBAKABNR b"},
      {"9/1c5c1/9 w", "9/1c2c4/8R b"},
      {"----X---- X", "----X-O-- O"},
      {"X--------X", "O--------O"},
      {"a/b", "a/b/c"},
      {"aaa/aa", "aa/aaa"},
  };
  for (const auto& [before, after] : kTexts) EXPECT_EQ(spliced(before, after), after) << before;
}

TEST(Splices, touchOnlyWhatChanges) {
  EXPECT_TRUE(splices("1C5C1/9 w", "1C5C1/9 w").empty());
  const std::string before = std::string(112, '-') + 'X' + std::string(112, '-') + " O";
  std::string after = before;
  after[5] = 'O';
  after.back() = 'X';
  const auto changes = splices(before, after);
  ASSERT_EQ(changes.size(), 2u);
  EXPECT_EQ(changes[0].at, 5u);
  EXPECT_EQ(changes[0].inserted, "O");
  EXPECT_EQ(changes[1].at, 226u);
}

TEST(Splices, joinChangesThatAreNearEachOther) {
  const auto changes = splices("XX--XX", "OX--XO");
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].inserted, "OX--XO");
}

}  // namespace
}  // namespace server::protocol
