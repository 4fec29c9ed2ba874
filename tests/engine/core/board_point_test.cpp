#include "engine/core/board_point.h"

#include <gtest/gtest.h>

#include <set>

namespace engine {
namespace {

TEST(BoardPoint, HasANameThatIsReadAgain) {
  EXPECT_EQ(point_name({7, 7}), "h8");
  EXPECT_EQ(point_name({19, 19}), "t20");
  for (const BoardPoint point : {BoardPoint{0, 0}, {14, 9}, {19, 18}})
    EXPECT_EQ(point_named(point_name(point)), point) << point_name(point);
}

TEST(BoardPoint, HasEightImagesOnASquareAndKeepsToIt) {
  std::set<BoardPoint> images;
  for (unsigned symmetry = 0; symmetry < kSquareSymmetries; ++symmetry) {
    const BoardPoint image = symmetric({1, 0}, symmetry, 14);
    EXPECT_TRUE(image.x >= 0 && image.x <= 14 && image.y >= 0 && image.y <= 14) << symmetry;
    images.insert(image);
    EXPECT_EQ(symmetric({7, 7}, symmetry, 14), (BoardPoint{7, 7})) << "the centre";
  }
  EXPECT_EQ(images.size(), kSquareSymmetries);
  EXPECT_EQ(symmetric({2, 1}, 1 | 4), (BoardPoint{1, -2})) << "from the centre";
}

}  // namespace
}  // namespace engine
