#include "server/base/ascii_case.h"

#include <gtest/gtest.h>

namespace server {
namespace {

TEST(AsciiCase, changes_letters_and_nothing_else) {
  EXPECT_EQ(lower("ABC xyz [\\]^_@`{|}"), "abc xyz [\\]^_@`{|}");
  EXPECT_EQ(upper("abc XYZ [\\]^_@`{|}"), "ABC XYZ [\\]^_@`{|}");
  EXPECT_EQ(upper("é炮"), "é炮") << "bytes of UTF-8 stay";
  EXPECT_EQ(lower(std::string_view("A\0Z", 3)), std::string("a\0z", 3));
}

}  // namespace
}  // namespace server
