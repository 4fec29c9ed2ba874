#include "server/identity/names.h"

#include <gtest/gtest.h>

namespace server {
namespace {

TEST(NamesTest, LettersOfAnyScriptMakeAName) {
  for (const char* name : {"Lin", "林小明", "Nguyễn", "Ольга", "محمد", "x_y-9", "ab", "Lin Mei", "a b c",
                           "一二三四五六七八九十一二三四五六七八九十"}) {
    EXPECT_TRUE(is_valid_name(name)) << name;
  }
}

TEST(NamesTest, RefusesWhatIsTooShortOrTooLong) {
  EXPECT_FALSE(is_valid_name(""));
  EXPECT_FALSE(is_valid_name("林"));
  EXPECT_FALSE(is_valid_name("一二三四五六七八九十一二三四五六七八九十一"));
  EXPECT_FALSE(is_valid_name(std::string(5000, 'a')));
}

TEST(NamesTest, RefusesWhatIsInvisibleOrTurnsTheText) {
  for (const char* name :
       {" ab", "ab ", "a  b", "ab\n", "a\tb", "a\u200bb", "a\u202eb", "ab\u2066", "\ufeffab", "a\u00a0b",
        "ab\x7f", "a<b", "ab'", "a\"b", "a/b", "a&b", "ab\u0085", "_a", "-a"}) {
    EXPECT_FALSE(is_valid_name(name)) << name;
  }
  EXPECT_FALSE(is_valid_name(std::string("a\0b", 3)));
}

TEST(NamesTest, RefusesBytesThatAreNoUtf8) {
  for (const char* name :
       {"ab\x80", "ab\xc3", "ab\xc0\xaf", "ab\xed\xa0\x80", "ab\xf4\x90\x80\x80", "ab\xff", "ab\xe6\x9e"}) {
    EXPECT_FALSE(is_valid_name(name));
  }
}

TEST(NamesTest, RefusesNamesThatPeopleWouldTakeForTheServer) {
  for (const char* name :
       {"admin", "Admin", "SERVER", "ＡＤＭＩＮ", "ai", "System", "Bot 3", "bot_12", "BOT-1", "Bot"}) {
    EXPECT_FALSE(is_valid_name(name)) << name;
  }
  EXPECT_TRUE(is_valid_name("admiral"));
  EXPECT_TRUE(is_valid_name("Botvinnik"));
}

TEST(NamesTest, NamesThatLookAlikeHaveOneSkeleton) {
  const auto same = [](const char* a, const char* b) { return name_skeleton(a) == name_skeleton(b); };
  EXPECT_TRUE(same("Lin", "lIN"));
  EXPECT_TRUE(same("Lin", "Ｌｉｎ")) << "full width";
  EXPECT_TRUE(same("Anna", "Аnnа")) << "two Cyrillic letters";
  EXPECT_TRUE(same("Ольга", "ОЛЬГА"));
  EXPECT_TRUE(same("Bob", "B0b"));
  EXPECT_TRUE(same("Lin", "L_i-n"));
  EXPECT_TRUE(same("paypal", "paypaI")) << "a capital I";
  EXPECT_TRUE(same("ΝΙΚΟΣ", "νικοΣ"));
  EXPECT_FALSE(same("Lin", "Lim"));
  EXPECT_FALSE(same("林小明", "林小朋"));
  EXPECT_EQ(name_skeleton("林小明"), "林小明");
  EXPECT_EQ(name_skeleton("𠮷野"), "𠮷野") << "four bytes of UTF-8";
}

TEST(NamesTest, AccountsDoNotLookLikeGuestsWithoutAName) {
  EXPECT_TRUE(is_valid_account_name("Lin"));
  for (const char* name : {"Guest1234", "gUEST", "Guеst7", "admin", "a  b"}) {
    EXPECT_FALSE(is_valid_account_name(name)) << name;
  }
}

TEST(NamesTest, NothingIsMadeOfWhatIsTooLong) {
  const std::string longest(kLongestNameBytes, 'a');
  EXPECT_EQ(name_skeleton(longest), longest);
  EXPECT_EQ(name_skeleton(longest + 'a'), "");
  EXPECT_FALSE(is_valid_name(std::string(1 << 20, 'a')));
}

TEST(NamesTest, GivesGuestsAValidName) {
  EXPECT_TRUE(is_valid_name(new_guest_name()));
}

}  // namespace
}  // namespace server
