#include <gtest/gtest.h>

#include <vector>

#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in what may be done so often; every implementation goes through all of it.
namespace storage {
namespace {

using BudgetStoreTest = StoreTest;

INSTANTIATE_TEST_SUITE_P(All, BudgetStoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

TEST_P(BudgetStoreTest, RefusesOnlyWhereServersShareIt) {
  const bool is_shared = GetParam() == "postgres";
  const std::vector<Budget> two{{"x", 2, std::chrono::minutes(10)}};
  for (int i = 0; i < 2; ++i) EXPECT_FALSE(reader_->refuse(two));
  EXPECT_EQ(reader_->would_refuse(two).has_value(), is_shared);
  EXPECT_EQ(reader_->refuse(two).has_value(), is_shared);
  EXPECT_FALSE(reader_->refuse({})) << "none at all";
  restart();
  EXPECT_EQ(reader_->refuse(two).has_value(), is_shared) << "whichever server asks";
}

}  // namespace
}  // namespace storage
