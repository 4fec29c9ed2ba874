#include "engine/games/cpu_level.h"

#include <gtest/gtest.h>

namespace engine {
namespace {

TEST(CpuLevel, IsTheBestUnlessLessIsAskedFor) {
  EXPECT_EQ(cpu_level("", CpuLevel::avx2), CpuLevel::avx2);
  EXPECT_EQ(cpu_level("", CpuLevel::baseline), CpuLevel::baseline);
  EXPECT_EQ(cpu_level("avx2", CpuLevel::avx2), CpuLevel::avx2);
  EXPECT_EQ(cpu_level("baseline", CpuLevel::avx2), CpuLevel::baseline);
}

TEST(CpuLevel, IsNeverMoreThanTheCpuCanDo) {
  EXPECT_THROW(cpu_level("avx2", CpuLevel::baseline), UnknownCpuLevel);
  EXPECT_THROW(cpu_level("AVX2", CpuLevel::avx2), UnknownCpuLevel);
}

}  // namespace
}  // namespace engine
