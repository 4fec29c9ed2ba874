#include <gtest/gtest.h>

#include "tests/seed.h"
#include "tests/server/formats/round_trips.h"

namespace server {
namespace {

class ThousandRoundTripsTest : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(All, ThousandRoundTripsTest, testing::Values("xiangqi", "gomoku", "antireversi"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(ThousandRoundTripsTest, ExportImportExportIsTheSame) {
  expect_round_trips(GetParam(), 1000, random_seed());
}

}  // namespace
}  // namespace server
