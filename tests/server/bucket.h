#pragma once

#include <gtest/gtest.h>

#include <chrono>

#include "server/base/rate_limit.h"

namespace server {

/// Asks until it is refused: a full bucket admits what it holds, and what it gains while the test runs,
/// however slow the machine is.
/// @param admits whether what is asked for the i-th time is admitted
template <class Admits>
void expect_bucket(const Rate& rate, Admits admits) {
  const auto began = TokenBucket::Time::clock::now();
  int admitted = 0;
  while (admitted < 3 * rate.count && admits(admitted)) ++admitted;
  const auto gained = (TokenBucket::Time::clock::now() - began) * rate.count / rate.per;
  EXPECT_GE(admitted, rate.count);
  EXPECT_LE(admitted, rate.count + gained);
}

}  // namespace server
