#include "server/formats/qr.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace server {
namespace {

TEST(QrTest, CapitalsFitASmallerCode) {
  const std::string url = "http://192.168.1.23:8080/r/K7QMX", capitals = "HTTP://192.168.1.23:8080/R/K7QMX";
  EXPECT_THAT(qr_svg(capitals),
              testing::HasSubstr("viewBox=\"0 0 33 33\""));  // Version 2 and its quiet zone.
  EXPECT_THAT(qr_svg(url), testing::HasSubstr("viewBox=\"0 0 37 37\""));
}

TEST(QrTest, BlocksAreHalfAsManyLinesAsModules) {
  const std::string blocks = qr_blocks("HTTP://192.168.1.23:8080/R/K7QMX");
  EXPECT_EQ(std::count(blocks.begin(), blocks.end(), '\n'), 17);
}

TEST(QrTest, RefusesWhatDoesNotFit) {
  EXPECT_THROW(qr_svg(std::string(5000, 'x')), std::runtime_error);
}

}  // namespace
}  // namespace server
