#include "server/delivery/mail_message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sodium.h>

#include <algorithm>
#include <sstream>

namespace server {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const MailStationery kStationery{"games@b.test", "Sanqi", "https://games.b.test/"};
const MailStamp kStamp{std::chrono::sys_days(2026y / std::chrono::January / 4d) + 3h + 4min + 5s, "id1"};

std::string from_base64(const std::string& text) {
  std::string bytes(text.size(), '\0');
  std::size_t size = 0;
  EXPECT_EQ(sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                              text.size(), "\n", &size, nullptr, sodium_base64_VARIANT_ORIGINAL),
            0);
  bytes.resize(size);
  return bytes;
}

std::string head(const std::string& message) {
  return message.substr(0, message.find("\n\n") + 1);
}
std::string body(const std::string& message) {
  return from_base64(message.substr(message.find("\n\n") + 2));
}

/// What is true of every message: ASCII, short lines, no carriage return.
void expect_mail(const std::string& message) {
  EXPECT_LE(message.size(), kMaxMailMessage);
  EXPECT_TRUE(std::ranges::all_of(message, [](char c) { return c == '\n' || (' ' <= c && c <= '~'); }));
  std::istringstream lines(message);
  bool in_head = true;
  for (std::string line; std::getline(lines, line);) {
    in_head = in_head && !line.empty();
    EXPECT_LE(line.size(), in_head ? 998u : 76u) << line;
  }
}

storage::DueMail due(const std::string& language, const std::string& name = "Lin") {
  return {
      .user = "u_1", .name = name, .address = "lin@c.test", .language = language, .stop_code = "stopcode"};
}

storage::Notice notice(const std::string& kind, const std::string& name, const std::string& game = "gomoku") {
  return {.number = 1, .kind = kind, .subject = "aB3dE9xQ", .game = game, .name = name};
}

// Strangers would be told by mail what a director has called a tournament.
TEST(MailMessageTest, AnInvitationHasNoWordsOfItsDirector) {
  const std::string text = body(digest_mail(kStationery, kStamp, due("en"), {notice("invited", "Buy now")}));
  EXPECT_THAT(text, HasSubstr("- You are invited to a tournament · Gomoku\n"));
}

TEST(MailMessageTest, ADigestIsAMessageOfRfc5322) {
  const std::string message =
      digest_mail(kStationery, kStamp, due("en"), {notice("turn", "Mei"), notice("finish", "Evening", "")});
  expect_mail(message);
  EXPECT_EQ(head(message),
            "From: games@b.test\n"
            "To: lin@c.test\n"
            "Subject: Sanqi: what waits for you\n"
            "Date: Sun, 04 Jan 2026 03:04:05 +0000\n"
            "Message-ID: <id1@b.test>\n"
            "MIME-Version: 1.0\n"
            "Content-Type: text/plain; charset=utf-8\n"
            "Content-Transfer-Encoding: base64\n"
            "Auto-Submitted: auto-generated\n"
            "List-Unsubscribe: <https://games.b.test/api/mail/stop?code=stopcode>\n"
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click\n");
  EXPECT_EQ(body(message),
            "Lin, this waits for you at Sanqi:\n\n"
            "- It is your move · Gomoku · Mei\n"
            "- Your tournament is over · Evening\n"
            "\nhttps://games.b.test/inbox\n"
            "\nSuch mail comes once a day at most. To get none:\n"
            "https://games.b.test/mail/stop?code=stopcode\n");
}

TEST(MailMessageTest, AConfirmationHasTheLinkAndNoOtherCode) {
  const std::string message =
      confirmation_mail(kStationery, kStamp, {"u_1", "Lin", "lin@c.test", "en"}, "code1");
  expect_mail(message);
  EXPECT_THAT(head(message), StartsWith("From: games@b.test\nTo: lin@c.test\nSubject: Sanqi: is this your"));
  EXPECT_THAT(head(message), Not(HasSubstr("List-Unsubscribe")));
  EXPECT_THAT(body(message), HasSubstr("\nhttps://games.b.test/mail/confirm?code=code1\n"));
  EXPECT_THAT(body(message), HasSubstr("The account Lin of Sanqi"));
}

TEST(MailMessageTest, IsInTheLanguageOfTheAccount) {
  const std::vector<storage::Notice> notices{notice("turn", "Mei")};
  EXPECT_THAT(body(digest_mail(kStationery, kStamp, due("zh-Hans"), notices)),
              HasSubstr("- 轮到您了 · 五子棋 · Mei\n"));
  EXPECT_THAT(body(digest_mail(kStationery, kStamp, due("zh-Hant"), notices)),
              HasSubstr("- 輪到您了 · 五子棋 · Mei\n"));
  EXPECT_THAT(body(digest_mail(kStationery, kStamp, due("xx"), notices)), HasSubstr("It is your move"));
  const auto subject = [](std::string_view text) {
    return HasSubstr("\nSubject: " + header_text(text) + '\n');
  };
  EXPECT_THAT(digest_mail(kStationery, kStamp, due("zh-Hans"), notices), subject("Sanqi：您有未读消息"));
  EXPECT_THAT(digest_mail(kStationery, kStamp, due("zh-Hant"), notices), subject("Sanqi：您有未讀訊息"));
  const storage::MailToConfirm to{"u_1", "Lin", "lin@c.test", "zh-Hans"};
  EXPECT_THAT(body(confirmation_mail(kStationery, kStamp, to, "c")), HasSubstr("Sanqi 的账号 Lin"));
}

TEST(MailMessageTest, TenNoticesAreNamed) {
  std::vector<storage::Notice> notices(10, notice("over", "Mei"));
  const auto lines = [&] {
    return std::ranges::count(body(digest_mail(kStationery, kStamp, due("en"), notices)), '-');
  };
  EXPECT_EQ(lines(), 10);
  EXPECT_THAT(body(digest_mail(kStationery, kStamp, due("en"), notices)), Not(HasSubstr("more")));
  notices.resize(200, notice("over", "Mei"));
  EXPECT_EQ(lines(), 10);
  EXPECT_THAT(body(digest_mail(kStationery, kStamp, due("en"), notices)), HasSubstr("and 190 more\n"));
}

// Names have no line breaks; if one had, it would stay in the body.
TEST(MailMessageTest, NoTextOfAUserStandsInAHeader) {
  const std::string hostile = "x\nBcc: all@d.test\n\n{0}{9}";
  const std::string message = digest_mail(kStationery, kStamp, due("en", hostile), {notice("turn", hostile)});
  expect_mail(message);
  EXPECT_EQ(head(message), head(digest_mail(kStationery, kStamp, due("en"), {notice("turn", "Mei")})));
  EXPECT_THAT(body(message), HasSubstr(hostile)) << "as it is";
}

TEST(MailMessageTest, TheLongestIsBounded) {
  std::string longest;
  for (int i = 0; i < 1'000; ++i) longest += "象";
  const MailStationery stationery{std::string(64, 'a') + "@b.test", longest,
                                  "https://" + std::string(192, 'b')};
  const std::vector<storage::Notice> notices(200, notice("declined", longest, "antireversi"));
  for (const char* language : {"en", "zh-Hans", "zh-Hant"}) {
    expect_mail(digest_mail(stationery, kStamp, due(language, longest), notices));
    expect_mail(
        confirmation_mail(stationery, kStamp, {"u", longest, "lin@c.test", language}, std::string(43, 'c')));
  }
}

TEST(MailMessageTest, AHeaderIsEncodedInWholeCharacters) {
  EXPECT_EQ(header_text("Sanqi: mail"), "Sanqi: mail");
  EXPECT_EQ(header_text("三棋"), "=?utf-8?B?5LiJ5qOL?=");
  EXPECT_THAT(header_text("=?utf-8?B?eA==?="), StartsWith("=?utf-8?B?PT91")) << "it would be read as a word";
  EXPECT_EQ(header_text("a\nBcc: b").find('\n'), std::string::npos);
  EXPECT_EQ(header_text(std::string("\xb2\xb2\xb2")), "=?utf-8?B?srKy?=") << "which is no UTF-8";
  const std::string cut = header_text(std::string(300, '\xb2'));
  EXPECT_LT(cut.size(), 400u);
  std::string title = "a";
  for (int i = 0; i < 40; ++i) title += "象";
  std::istringstream words(header_text(title));
  std::string decoded;
  for (std::string word; words >> word;) {
    EXPECT_LE(word.size(), 75u);
    const std::string part = from_base64(word.substr(10, word.size() - 12));
    EXPECT_NE(part.front() & 0xc0, 0x80) << "half of a character";
    decoded += part;
  }
  EXPECT_EQ(decoded, title);
}

TEST(MailMessageTest, OfAnAddressOfTheServerLinksCanBeMade) {
  for (const char* good : {"https://games.b.test", "http://192.168.0.7:8080/", "https://b.test/path"})
    EXPECT_TRUE(is_mail_url(good)) << good;
  for (const std::string& bad :
       {std::string(), std::string("games.b.test"), std::string("ftp://b.test"),
        std::string("https://b.test/ x"), std::string("https://b.test>"),
        std::string("https://b.test\nBcc: a@b.test"), "https://" + std::string(193, 'b')})
    EXPECT_FALSE(is_mail_url(bad)) << bad;
}

}  // namespace
}  // namespace server
