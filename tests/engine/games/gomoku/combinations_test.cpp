#include "engine/games/gomoku/combinations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

namespace engine::gomoku {
namespace {

ShapeCode code_of(std::array<Shape, 4> shapes) {
  ShapeCode code = 0;
  for (const Direction direction : kDirections) code = with_shape(code, direction, shapes[index(direction)]);
  return code;
}

TEST(Combinations, ACombinationIsFourShapesWithoutTheirOrder) {
  std::set<Combination> numbers;
  for (std::size_t a = 0; a < kShapes; ++a)
    for (std::size_t b = 0; b <= a; ++b)
      for (std::size_t c = 0; c <= b; ++c)
        for (std::size_t d = 0; d <= c; ++d) {
          std::array shapes{static_cast<Shape>(d), static_cast<Shape>(c), static_cast<Shape>(b),
                            static_cast<Shape>(a)};
          const auto number = combination_of(code_of(shapes));
          EXPECT_TRUE(numbers.insert(number).second) << "two combinations are number " << number;
          while (std::ranges::next_permutation(shapes).found)
            ASSERT_EQ(combination_of(code_of(shapes)), number);
        }
  EXPECT_EQ(numbers.size(), kCombinations);
  EXPECT_EQ(*numbers.rbegin(), kCombinations - 1);
  EXPECT_EQ(combination_of(0), 0);
}

TEST(Combinations, HaveACodeEach) {
  for (std::size_t i = 0; i < kCombinations; ++i) {
    const auto combination = static_cast<Combination>(i);
    ASSERT_EQ(combination_of(representative(combination)), combination);
  }
}

}  // namespace
}  // namespace engine::gomoku
