#include <gtest/gtest.h>

#include "tests/seed.h"
#include "tests/server/formats/round_trips.h"

namespace server {
namespace {

class RoundTripTest : public testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(All, RoundTripTest, testing::Values("xiangqi", "gomoku", "antireversi"),
                         [](const auto& info) { return std::string(info.param); });

TEST_P(RoundTripTest, ExportImportExportIsTheSame) {
  expect_round_trips(GetParam(), 40, random_seed());
}

}  // namespace
}  // namespace server
