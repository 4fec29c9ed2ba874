#include "server/push/mail_address.h"

#include <gtest/gtest.h>

#include "server/push/words.h"

namespace server::push {
namespace {

TEST(MailAddressTest, TakesWhatStandsForItselfInAHeader) {
  const std::string local64(64, 'a');
  for (const std::string& good :
       {std::string("a@b.test"), std::string("Some.One+tag@Mail.Example.org"),
        std::string("!#$%&'*+/=?^_`{|}~-@b.test"), local64 + "@b.test", std::string("a@xn--fiqs8s.test")})
    EXPECT_TRUE(is_mail_address(good)) << good;
}

TEST(MailAddressTest, RefusesWhatEndsAHeaderOrIsNoAddress) {
  const std::string local65(65, 'a');
  for (const std::string& bad : {std::string(),
                                 std::string("a"),
                                 std::string("@b.test"),
                                 std::string("a@"),
                                 std::string("a@b"),
                                 std::string("a@@b.test"),
                                 std::string("a@b@c.test"),
                                 std::string("a b@c.test"),
                                 std::string("a@b.test\n"),
                                 std::string("a@b.test\nBcc: c@d.test"),
                                 std::string("a\r@b.test"),
                                 std::string("a@b.test,c@d.test"),
                                 std::string("<a@b.test>"),
                                 std::string("\"a\"@b.test"),
                                 std::string("a(b)@c.test"),
                                 std::string(".a@b.test"),
                                 std::string("a.@b.test"),
                                 std::string("a..b@c.test"),
                                 std::string("a@[127.0.0.1]"),
                                 std::string("a@127.0.0.1"),
                                 std::string("a@-b.test"),
                                 std::string("a@b..test"),
                                 std::string("é@b.test"),
                                 std::string("a@é.test"),
                                 std::string("a\0@b.test", 9),
                                 std::string("a;b@c.test"),
                                 local65 + "@b.test"})
    EXPECT_FALSE(is_mail_address(bad)) << bad;
}

TEST(MailAddressTest, IsBounded) {
  const std::string label(60, 'b');
  const std::string host = label + '.' + label + '.' + label + ".test";  // 187 bytes.
  EXPECT_TRUE(is_mail_address(std::string(64, 'a') + '@' + host));
  const std::string longer = label + '.' + host.substr(0, 248 - 61 - 1);
  EXPECT_FALSE(is_mail_address(std::string(64, 'a') + '@' + longer)) << "254 bytes, as in RFC 5321";
}

TEST(MailAddressTest, LimitsKnowOneAddressInAllItsCases) {
  EXPECT_EQ(mail_key("Some.One@B.TEST"), "some.one@b.test");
}

TEST(MailAddressTest, TheLogKnowsTheDomainAlone) {
  EXPECT_EQ(without_mail_addresses("recipient some.one+x@b.test refused, <c@d.test> too"),
            "recipient @b.test refused, <@d.test> too");
  EXPECT_EQ(without_mail_addresses("\"some one\"@b.test"), "\"some @b.test");
  EXPECT_EQ(without_mail_addresses("no address"), "no address");
}

TEST(WordsTest, AreThereForEachKindOfNoticeInEachLanguage) {
  for (const char* kind :
       {"turn", "reminder", "round", "challenge", "start", "over", "declined", "finish", "appeal", "club"})
    for (const char* language : {"en", "zh-Hans", "zh-Hant"}) {
      EXPECT_TRUE(is_language(language));
      EXPECT_NE(sentence(kind, language_number(language)), kind) << language;
    }
  EXPECT_EQ(sentence("unknown", 2), "unknown");
  EXPECT_EQ(game_name("gomoku", 1), "五子棋");
  EXPECT_FALSE(is_language("fr"));
  EXPECT_EQ(language_number("fr"), 0u);
}

}  // namespace
}  // namespace server::push
