#include "engine/core/sparse_numbers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "tests/seed.h"

namespace engine {
namespace {

using Numbers = std::vector<std::int16_t>;

std::vector<unsigned char> written(const Numbers& numbers) {
  std::string bytes;
  append_sparse(bytes, numbers);
  return {bytes.begin(), bytes.end()};
}

bool is_read(const std::vector<unsigned char>& bytes, std::size_t count) {
  Numbers numbers(count);
  return read_sparse(bytes, numbers);
}

TEST(SparseNumbers, TakeFewBytes) {
  using testing::ElementsAre;
  EXPECT_THAT(written({-1, 1, 63, -64, 64}), ElementsAre(1, 2, 126, 127, 0x80, 1));
  EXPECT_THAT(written({0}), ElementsAre(0, 0));
  EXPECT_THAT(written({0, 0, 0, 5, 0}), ElementsAre(0, 2, 10, 0, 0));
  EXPECT_EQ(written(Numbers(1'000'000)).size(), 4u);
}

TEST(SparseNumbers, AreReadAsTheyAreWritten) {
  std::mt19937 random(random_seed());
  for (int round = 0; round < 100; ++round) {
    Numbers numbers(random() % 200);
    for (std::int16_t& number : numbers)
      if (random() % 3 == 0) number = static_cast<std::int16_t>(random() >> random() % 17);
    Numbers read(numbers.size(), 77);
    EXPECT_TRUE(read_sparse(written(numbers), read));
    EXPECT_EQ(read, numbers);
  }
  const Numbers extreme = {32'767, -32'768, 0, 0, -32'768};
  Numbers read(extreme.size());
  EXPECT_TRUE(read_sparse(written(extreme), read));
  EXPECT_EQ(read, extreme);
}

TEST(SparseNumbers, OfAnotherCountOrSizeAreRefused) {
  EXPECT_TRUE(is_read({0, 2, 10}, 4));
  EXPECT_FALSE(is_read({0, 2, 10}, 3)) << "a byte is left";
  EXPECT_FALSE(is_read({0, 2, 10}, 5)) << "they end early";
  EXPECT_FALSE(is_read({0, 2}, 2)) << "more zeros than numbers";
  EXPECT_FALSE(is_read({0x80}, 1)) << "cut off";
  EXPECT_FALSE(is_read({0}, 1)) << "cut off before the zeros are counted";
  EXPECT_FALSE(is_read({0x80, 0x80, 0x04}, 1)) << "65,536";
  EXPECT_FALSE(is_read({0, 0xff, 0xff, 0xff, 0xff, 0x1f}, 9)) << "more than 32 bits";
  EXPECT_FALSE(is_read({0x80, 0x80, 0x80, 0x80, 0x80, 0}, 1)) << "longer than any number";
}

}  // namespace
}  // namespace engine
