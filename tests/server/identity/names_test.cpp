#include "server/identity/names.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "server/identity/tokens.h"

namespace server {
namespace {

bool is_valid_name(std::string_view name) {
  return valid_name(name).has_value();
}

/// Whether only one of them can be an account's.
bool look_alike(std::string_view one, std::string_view other) {
  const storage::NameKeys keys = name_keys(one), others = name_keys(other);
  return std::ranges::any_of(keys, [&](const std::string& key) {
    return !key.empty() && std::ranges::find(others, key) != others.end();
  });
}

TEST(NamesTest, LettersOfAnyScriptMakeAName) {
  for (const char* name : {"Lin",    "林小明",  "Nguyễn",
                           "Ольга",  "محمد",    "x_y-9",
                           "ab",     "Lin Mei", "a b c",
                           "김민수", "さくら",  "サクラ",
                           "हिन्दी",  "ไทย",     "שלום",
                           "ㄌㄧㄣ", "𠮷野",    "〇七",
                           "a-",     "12",      "一二三四五六七八九十一二三四五六七八九十"}) {
    EXPECT_EQ(valid_name(name), std::optional<std::string>(name)) << name;
  }
}

TEST(NamesTest, HanMayBeMixedWithLatinKanaBopomofoAndHangul) {
  for (const char* name :
       {"林Lin", "Lin 小明", "林さくら", "サクラさん", "김Kim", "김金", "林ㄌㄧㄣ", "君の名はX", "阿Q99"})
    EXPECT_EQ(valid_name(name), std::optional<std::string>(name)) << name;
}

TEST(NamesTest, OtherScriptsAreNotMixed) {
  for (const char* name : {"Лin", "аdmin", "sуstem", "Воt 3", "νikος", "محمد Lin", "Linא", "a٣",
                           "\u0633\u0644\u0627\u06451\u0663", "김さくら", "Ольга林"})
    EXPECT_FALSE(is_valid_name(name)) << name;
}

TEST(NamesTest, RefusesWhatIsTooShortOrTooLong) {
  EXPECT_FALSE(is_valid_name(""));
  EXPECT_FALSE(is_valid_name("林"));
  EXPECT_FALSE(is_valid_name("一二三四五六七八九十一二三四五六七八九十一"));
  EXPECT_FALSE(is_valid_name(std::string(5000, 'a')));
  EXPECT_EQ(name_keys(std::string(5000, 'a')), storage::NameKeys());
  EXPECT_TRUE(is_valid_name("𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷")) << "80 bytes";
}

TEST(NamesTest, RefusesWhatIsInvisibleOrTurnsTheText) {
  for (const char* name :
       {" ab",          "ab ",          "a  b",         "ab\n",     "a\tb",     "a\u200bb",
        "a\u200db",     "a\u202eb",     "ab\u2066",     "\ufeffab", "a\u00a0b", "ab\x7f",
        "a<b",          "ab'",          "a\"b",         "a/b",      "a&b",      "ab\u0085",
        "_a",           "-a",           "a\u00adb",     "a\ufe0fb", "a\u034fb", "ab\U000E0041",
        "\u3164\u3164", "\u115f\u1160", "\uffa0\uffa0", "Lin\u3164"}) {
    EXPECT_FALSE(is_valid_name(name)) << name;
  }
  EXPECT_FALSE(is_valid_name(std::string("a\0b", 3)));
}

TEST(NamesTest, RefusesLettersInDisguise) {
  for (const char* name :
       {"𝐋𝐢𝐧𝐚", "ⓐⓑ", "ʟin", "ɑb", "ᎥᎥ", "Linˡ", "A＠b", "㎏㎏", "①②", "ﷺﷺ", "Ⅷ世", "ᴸⁱⁿ", "⼀⼆", "😀😀"})
    EXPECT_FALSE(is_valid_name(name)) << name;
}

TEST(NamesTest, RefusesTowersOfMarks) {
  EXPECT_TRUE(is_valid_name("ท้ี"));
  EXPECT_FALSE(is_valid_name("a\u0301\u0300\u0308\u0304")) << "four marks";
  EXPECT_FALSE(is_valid_name("ab\u0301\u0301")) << "twice the same";
  EXPECT_FALSE(is_valid_name("i\u0307x")) << "a mark that nobody sees";
  EXPECT_FALSE(is_valid_name("\u0301a"));
}

TEST(NamesTest, RefusesBytesThatAreNoUtf8) {
  for (const char* name :
       {"ab\x80", "ab\xc3", "ab\xc0\xaf", "ab\xed\xa0\x80", "ab\xf4\x90\x80\x80", "ab\xff", "ab\xe6\x9e"}) {
    EXPECT_FALSE(is_valid_name(name));
    EXPECT_EQ(name_keys(name), storage::NameKeys());
  }
}

// As an input method for Chinese or Japanese gives them, and as systems decompose them.
TEST(NamesTest, KeepsANameInItsUsualForm) {
  EXPECT_EQ(valid_name("Ｌｉｎ　９"), "Lin 9");
  EXPECT_EQ(valid_name("ｻｸﾗ"), "サクラ");
  EXPECT_EQ(valid_name("Nguye\u0302\u0303n"), "Nguyễn");
  EXPECT_EQ(valid_name("\uf900生"), "豈生");
}

TEST(NamesTest, RefusesNamesThatPeopleWouldTakeForTheServer) {
  for (const char* name :
       {"admin", "Admin",   "SERVER",    "ＡＤＭＩＮ", "ai",    "System", "Bot 3", "bot_12",   "BOT-1",
        "Bot",   "ad-min",  "a d m i n", "adrnin",     "AdmIn", "r00t",   "R0ot",  "B0t 3",    "B0t 10",
        "Bot I", "SERVER_", "管理员",    "管理員",     "系統",  "三棋",   "三 棋", "机器人 3", "電腦"}) {
    EXPECT_FALSE(is_valid_name(name)) << name;
  }
  for (const char* name : {"admiral", "Botvinnik", "Bottom", "小机器人", "林系统"})
    EXPECT_TRUE(is_valid_name(name)) << name;
}

TEST(NamesTest, RefusesNamesWithAWordForThoseWhoRunTheServer) {
  for (const char* name :
       {"Admin 2", "admin1", "Sanqi Admin", "Lina-moderator", "xX_admin_Xx", "Staff", "7support", "mod",
        "adrnin Lina", "Sanqi官方", "官方客服", "系统管理员", "系统消息", "小管理員"}) {
    EXPECT_FALSE(is_valid_name(name)) << name;
  }
  for (const char* name : {"badminton", "Modest", "Supporter", "Al Capone", "Rootbeer", "三棋迷", "9 9"})
    EXPECT_TRUE(is_valid_name(name)) << name;
}

// Ids are public: who bore one as a name would be taken for that user, and that user for them.
TEST(NamesTest, RefusesIdsOfUsers) {
  EXPECT_FALSE(is_valid_name(new_guest_id()));
  EXPECT_FALSE(is_valid_name("g_7QeXw2AbCd"));
  EXPECT_FALSE(is_valid_name("ｇ＿７QeXw2AbCd")) << "as it would be kept";
  for (const char* name : {"g_7QeXw2", "g_7QeXw2AbCdE", "G_7QeXw2AbCd", "g-7QeXw2AbCd"})
    EXPECT_TRUE(is_valid_name(name)) << name;
}

TEST(NamesTest, RefusesNamesThatTheComputerHas) {
  for (const char* name : {"Computer level 8", "computer 8", "Level 8", "电脑 8 级", "電腦8級", "Cornputer"})
    EXPECT_FALSE(is_valid_name(name)) << name;
  for (const char* name : {"Computers", "Levelhead", "电脑迷", "Botanic 8"})
    EXPECT_TRUE(is_valid_name(name)) << name;
}

TEST(NamesTest, OfNamesThatLookAlikeOneCanBeAnAccount) {
  EXPECT_TRUE(look_alike("Lin", "lIN"));
  EXPECT_TRUE(look_alike("Lin", "Ｌｉｎ")) << "full width";
  EXPECT_TRUE(look_alike("Lina", "𝐋𝐢𝐧𝐚")) << "an account of before";
  EXPECT_TRUE(look_alike("Anna", "Аnnа")) << "two Cyrillic letters";
  EXPECT_TRUE(look_alike("coco", "сосо")) << "Cyrillic alone";
  EXPECT_TRUE(look_alike("HOC", "нос")) << "in capitals";
  EXPECT_TRUE(look_alike("Ольга", "ОЛЬГА"));
  EXPECT_TRUE(look_alike("Bob", "B0b"));
  EXPECT_TRUE(look_alike("Lin", "L_i-n"));
  EXPECT_TRUE(look_alike("paypal", "paypaI")) << "a capital I";
  EXPECT_TRUE(look_alike("paypal", "PAYPAI"));
  EXPECT_TRUE(look_alike("Irma", "lrrna")) << "as they are written alone";
  EXPECT_TRUE(look_alike("modem", "rnodern"));
  EXPECT_TRUE(look_alike("MODEM", "rnodern"));
  EXPECT_TRUE(look_alike("ΝΙΚΟΣ", "νικοΣ"));
  EXPECT_TRUE(look_alike("王一", "王ー"));
  EXPECT_FALSE(look_alike("Lin", "Lim"));
  EXPECT_FALSE(look_alike("Nan", "Van"));
  EXPECT_FALSE(look_alike("林小明", "林小朋"));
  EXPECT_FALSE(look_alike("一二", "二一"));
}

TEST(NamesTest, TheFirstKeyIsTheNameTheSecondIgnoresCaseWidthAndSeparators) {
  EXPECT_EQ(name_keys("L_in Mei")[0], "L_in Mei");
  EXPECT_EQ(name_keys("L_in Mei")[1], "linmei");
  EXPECT_TRUE(are_same_name(name_keys("Lin Mei"), name_keys("ＬＩＮ-mei")));
  EXPECT_FALSE(are_same_name(name_keys("Lin"), name_keys("L1n")));
  EXPECT_FALSE(are_same_name(name_keys("\u3164\u3164"), name_keys("\u115f\u115f")))
      << "nothing is left of them";
}

TEST(NamesTest, AccountsDoNotLookLikeGuestsWithoutAName) {
  EXPECT_EQ(valid_account_name("Ｌｉｎ"), "Lin");
  for (const char* name : {"Guest1234", "gUEST", "Guеst7", "G-uest 1", "admin", "a  b"}) {
    EXPECT_FALSE(valid_account_name(name)) << name;
  }
}

TEST(NamesTest, SaysByWhichTablesKeysAreMade) {
  EXPECT_NE(name_rules().find("ICU "), std::string::npos);
}

TEST(NamesTest, GivesGuestsAValidName) {
  EXPECT_TRUE(is_valid_name(new_guest_name()));
}

}  // namespace
}  // namespace server
