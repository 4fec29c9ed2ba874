#include "server/push/base64url.h"

#include <gtest/gtest.h>

namespace server::push {
namespace {

TEST(Base64urlTest, WritesAndReadsWithoutPadding) {
  using namespace std::string_view_literals;
  const std::pair<std::string_view, std::string_view> pairs[] = {{"", ""},           {"f", "Zg"},
                                                                 {"fo", "Zm8"},      {"foo", "Zm9v"},
                                                                 {"foob", "Zm9vYg"}, {"\xfb\xff\xbf", "-_-_"},
                                                                 {"\0\0"sv, "AAA"}};
  for (const auto& [bytes, text] : pairs) {
    EXPECT_EQ(to_base64url(bytes), text);
    EXPECT_EQ(from_base64url(text), bytes);
  }
}

TEST(Base64urlTest, RefusesWhatNoBytesAreWrittenAs) {
  for (const char* text : {"Zg==", "Zg=", "Zm8=", "=", "Z", "Zm9vY", "+/+/", "Zm9v ", " Zm9v", "Zm\n9v",
                           "Zm9v.", "Zh", "Zm9", "Zm9v\xc3\xa9"})
    EXPECT_EQ(from_base64url(text), std::nullopt) << text;
  EXPECT_EQ(from_base64url(std::string_view("Zg\0A", 4)), std::nullopt);
}

}  // namespace
}  // namespace server::push
