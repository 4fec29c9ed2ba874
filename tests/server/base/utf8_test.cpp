#include "server/base/utf8.h"

#include <gmock/gmock.h>

namespace server {
namespace {

using testing::ElementsAre;
using testing::Optional;

TEST(Utf8, is_read_code_point_by_code_point) {
  EXPECT_THAT(code_points("aé炮😀"), Optional(ElementsAre(U'a', U'é', U'炮', U'😀')));
  EXPECT_THAT(code_points(""), Optional(ElementsAre()));
  EXPECT_EQ(count_code_points("aé炮😀"), 4u);
  EXPECT_EQ(count_code_points(""), 0u);
}

// The first and the last of each length, and the neighbours of the surrogates.
TEST(Utf8, comes_back_as_it_was_written) {
  for (const char32_t point : {U'\0', U'\x7f', U'\x80', U'\x7ff', U'\x800', U'\xd7ff', U'\xe000', U'\xffff',
                               U'\x10000', U'\x10ffff'}) {
    std::string text;
    append_utf8(text, point);
    EXPECT_THAT(code_points(text), Optional(ElementsAre(point))) << std::hex << static_cast<long>(point);
  }
}

TEST(Utf8, has_one_form_of_each_code_point) {
  struct Row {
    const char* what;
    std::string_view bytes;
  };
  for (const Row& row :
       {Row{"continuation alone", "\x80"}, Row{"cut short", "\xc3"}, Row{"cut short within", "\xe6\x9e"},
        Row{"no continuation", "\xc3("}, Row{"slash in two bytes", "\xc0\xaf"},
        Row{"slash in three bytes", "\xe0\x80\xaf"}, Row{"slash in four bytes", "\xf0\x80\x80\xaf"},
        Row{"first surrogate", "\xed\xa0\x80"}, Row{"last surrogate", "\xed\xbf\xbf"},
        Row{"above the last", "\xf4\x90\x80\x80"}, Row{"five bytes", "\xf8\x88\x80\x80\x80"},
        Row{"never a lead", "\xff"}}) {
    EXPECT_FALSE(is_utf8(row.bytes)) << row.what;
    EXPECT_FALSE(is_utf8("ab" + std::string(row.bytes))) << row.what;
    EXPECT_FALSE(code_points(row.bytes)) << row.what;
  }
}

TEST(Utf8, knows_control_characters_of_ascii) {
  EXPECT_TRUE(is_control('\0'));
  EXPECT_TRUE(is_control('\n'));
  EXPECT_TRUE(is_control('\x1f'));
  EXPECT_FALSE(is_control(' '));
  EXPECT_FALSE(is_control('~'));
  EXPECT_TRUE(is_control('\x7f'));
  EXPECT_FALSE(is_control('\x80')) << "part of something longer";
}

}  // namespace
}  // namespace server
