#include "server/moderate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "server/identity/names.h"
#include "server/protocol/time.h"
#include "storage/sqlite/sqlite_store.h"

namespace server {
namespace {

using testing::HasSubstr;

class ModerateTest : public testing::Test {
 protected:
  ModerateTest() {
    for (const char* name : {"Lin", "Mei"})
      write(storage::CreateAccount{{{std::string("u_") + name, name, false, 7}, name_keys(name), "password"},
                                   std::string("token of ") + name});
    write(storage::CreateUser{{"g_1", "Guest 7", true, 7}, "token of a guest"});
  }
  void write(storage::Write write) { store_.commit({&write, 1}); }
  std::string say(const Moderating& order) {
    std::ostringstream out;
    moderate(order, store_, out);
    return out.str();
  }
  std::string refusal(const Moderating& order) {
    try {
      say(order);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }
  std::vector<storage::Measure> holding() {
    return reader_->measures_at(server_now().time_since_epoch().count());
  }

  storage::SqliteStore store_;
  std::shared_ptr<storage::Reader> reader_ = store_.open_reader();
};

TEST_F(ModerateTest, GrantsAndRevokes) {
  say({.what = "grant", .whom = "lin", .powers = "chat,accounts"});
  EXPECT_EQ(reader_->moderator("u_Lin")->powers, "chat accounts");
  EXPECT_THAT(say({.what = "list"}), HasSubstr("Lin: chat accounts, since 20"));
  say({.what = "revoke", .whom = "Lin"});
  EXPECT_FALSE(reader_->moderator("u_Lin"));
  EXPECT_THAT(refusal({.what = "grant", .whom = "Lin"}), HasSubstr("--powers"));
  EXPECT_THAT(refusal({.what = "grant", .whom = "g_1", .powers = "chat"}), HasSubstr("cannot be"))
      << "a guest has no password";
  EXPECT_THAT(refusal({.what = "grant", .whom = "Nobody", .powers = "chat"}), HasSubstr("no account"));
}

TEST_F(ModerateTest, MutesBansAndLifts) {
  say({.what = "mute", .whom = "Lin", .reason = "spam", .hours = 24});
  say({.what = "ban", .whom = "g_1", .reason = "threats"});
  say({.what = "address", .whom = "2001:db8::1", .reason = "a flood", .hours = 2});
  ASSERT_EQ(holding().size(), 3u);
  const std::string listed = say({.what = "list"});
  EXPECT_THAT(listed, HasSubstr("mute Lin (u_Lin) until 20"));
  EXPECT_THAT(listed, HasSubstr("ban Guest 7 (g_1) until no end: threats"));
  EXPECT_THAT(listed, HasSubstr("2001:db8:")) << "and its /64";
  for (const storage::Measure& each : holding()) say({.what = "lift", .whom = each.id, .reason = "enough"});
  EXPECT_TRUE(holding().empty());
  EXPECT_THAT(say({.what = "log"}), HasSubstr("operator lift Lin : enough"));
  EXPECT_THAT(refusal({.what = "mute", .whom = "Lin", .reason = "spam"}), HasSubstr("--hours"));
  EXPECT_THAT(refusal({.what = "mute", .whom = "Lin", .hours = 1}), HasSubstr("--reason"));
  EXPECT_THAT(refusal({.what = "mute"}), HasSubstr("whom"));
  EXPECT_THAT(refusal({.what = "address", .whom = "home", .reason = "x", .hours = 1}),
              HasSubstr("not an address"));
  EXPECT_THAT(refusal({.what = "lift", .whom = "m1", .reason = "x"}), HasSubstr("no measure"));
}

// socket_dropped is where an operator reads them, and of IPv6 it names the network.
TEST_F(ModerateTest, TakesAddressesAsTheLogNamesThem) {
  say({.what = "address", .whom = "2001:db8:1:2::/64", .reason = "a flood", .hours = 2});
  ASSERT_EQ(holding().size(), 1u);
  EXPECT_EQ(holding()[0].subject, "2001:db8:1:2::/64");
  for (const char* whom : {"10.0.0.0/8", "2001:db8:1::/48", "2001:db8:1:2::7/64", "/64"})
    EXPECT_THAT(refusal({.what = "address", .whom = whom, .reason = "x", .hours = 1}),
                HasSubstr("not an address"));
}

TEST_F(ModerateTest, DecidesReports) {
  storage::Game game;
  game.id = "aB3dE9xQ";
  write(storage::CreateGame{game});
  // U+009B begins an order to a terminal; a line of a club's own text looked like another report.
  const std::string hostile =
      "rude\n\xc2\x9b"
      "2J";
  for (const char* name : {"Lin", "Mei"})
    write(storage::ReportLine{
        {game.id, "all", hostile, *name, std::string("u_") + name, name, "g_1", "Guest 7", 9}});
  EXPECT_THAT(say({.what = "reports"}), HasSubstr("aB3dE9xQ Lin (u_Lin): rude ?2J\n  reported by Guest 7"));
  say({.what = "dismiss", .whom = "Mei", .game = game.id});
  EXPECT_THAT(refusal({.what = "dismiss", .whom = "Mei", .game = game.id}), HasSubstr("so already"));
  EXPECT_THAT(refusal({.what = "dismiss", .whom = "Lin"}), HasSubstr("--game"));
  say({.what = "mute", .whom = "Lin", .reason = "rude", .game = game.id, .hours = 1});
  EXPECT_EQ(say({.what = "reports"}), "");
}

TEST_F(ModerateTest, DecidesReportsOfAGuestWhoIsForgotten) {
  const std::string guest = "g_0123456789";
  storage::Game game;
  game.id = "aB3dE9xQ";
  write(storage::CreateGame{game});
  write(storage::CreateUser{{guest, "Guest 8", true, 7}, "token of another guest"});
  write(storage::ReportLine{{game.id, "all", "rude", 8, guest, "Guest 8", "u_Mei", "Mei", 9}});
  write(storage::ForgetGuest{guest});
  say({.what = "remove", .whom = guest, .game = game.id});
  EXPECT_EQ(say({.what = "reports"}), "");
  EXPECT_THAT(refusal({.what = "remove", .whom = "Nobody", .game = game.id}), HasSubstr("no account"));
}

TEST_F(ModerateTest, ClosesClubs) {
  for (const char* id : {"c1", "c2"})
    write(storage::CreateClub{{id, "u_Lin", std::string("Red ") + id, "", "open", 7},
                              name_keys(std::string("Red ") + id)});
  say({.what = "disband", .whom = "red c1", .reason = "spam"});
  EXPECT_FALSE(reader_->club("c1"));
  EXPECT_TRUE(reader_->club("c2"));
  EXPECT_THAT(refusal({.what = "disband", .whom = "c2"}), HasSubstr("--reason"));
  say({.what = "disband", .whom = "c2", .reason = "spam"});
  EXPECT_FALSE(reader_->club("c2"));
  EXPECT_THAT(refusal({.what = "disband", .whom = "c2", .reason = "spam"}), HasSubstr("no club"));
  EXPECT_THAT(say({.what = "log"}), HasSubstr("operator disband Lin Red c2: spam\n"));
}

// The name of one club was the id of another, which was closed.
TEST_F(ModerateTest, ClosesNoClubThatIsNamedLikeTheIdOfAnother) {
  const auto make = [this](const std::string& id, const std::string& owner, const std::string& name) {
    write(storage::CreateClub{{id, owner, name, "", "open", 7}, name_keys(name)});
  };
  make("aB3dE9xQ", "u_Lin", "Red");
  make("c2", "u_Mei", "aB3dE9xQ");
  EXPECT_THAT(refusal({.what = "disband", .whom = "aB3dE9xQ", .reason = "spam"}),
              HasSubstr("name of another"));
  EXPECT_TRUE(reader_->club("aB3dE9xQ"));
  EXPECT_TRUE(reader_->club("c2"));
  say({.what = "disband", .whom = "ab3de9xq", .reason = "spam"});
  EXPECT_FALSE(reader_->club("c2")) << "a name in any case";
  make("c3", "u_Mei", "AB3DE9XQ");
  say({.what = "disband", .whom = "aB3dE9xQ", .reason = "spam"});
  EXPECT_FALSE(reader_->club("aB3dE9xQ")) << "an id has its own case";
  EXPECT_TRUE(reader_->club("c3"));
}

// `1` and `l` look alike: no one else may have such a name, and who is meant by it is not that club.
TEST_F(ModerateTest, ClosesNoClubThatMerelyLooksLikeTheOneThatIsNamed) {
  write(storage::CreateClub{{"c1", "u_Lin", "Red all", "", "open", 7}, name_keys("Red all")});
  EXPECT_THAT(refusal({.what = "disband", .whom = "Red a11", .reason = "spam"}), HasSubstr("no club"));
  EXPECT_TRUE(reader_->club("c1"));
}

TEST_F(ModerateTest, StopsMail) {
  const auto subscribe = [this](const std::string& name, const std::string& address) {
    write(storage::AskForMail{.user = "u_" + name,
                              .mailbox = {address, "en"},
                              .address_hash = name,
                              .code_hash = "code of " + name,
                              .at = 9});
    write(storage::ConfirmMail{"code of " + name, 9});
    return reader_->mailbox("u_" + name).has_value();
  };
  ASSERT_TRUE(subscribe("Lin", "a@b.test"));
  ASSERT_TRUE(subscribe("Mei", "C@d.test"));
  EXPECT_THAT(refusal({.what = "stop-mail", .whom = "x@b.test"}), HasSubstr("no account gets mail"));
  EXPECT_THAT(refusal({.what = "stop-mail", .whom = "Wu"}), HasSubstr("no account"));
  EXPECT_THAT(refusal({.what = "stop-mail"}), HasSubstr("no account"));
  say({.what = "stop-mail", .whom = "lin"});
  EXPECT_FALSE(reader_->mailbox("u_Lin"));
  EXPECT_TRUE(reader_->mailbox("u_Mei"));
  EXPECT_THAT(refusal({.what = "stop-mail", .whom = "Lin"}), HasSubstr("gets no mail"));
  say({.what = "stop-mail", .whom = "c@D.test"});
  EXPECT_FALSE(reader_->mailbox("u_Mei"));
}

TEST_F(ModerateTest, AnswersAppeals) {
  say({.what = "mute", .whom = "Lin", .reason = "spam", .hours = 24});
  const std::string id = holding().at(0).id;
  write(storage::Appeal{id, "u_Lin", "it was a joke", server_now().time_since_epoch().count()});
  EXPECT_THAT(say({.what = "list"}), HasSubstr("  appeal: it was a joke\n"));
  say({.what = "uphold", .whom = id, .reason = "no joke"});
  EXPECT_EQ(reader_->measure(id)->answer, "no joke");
  EXPECT_THAT(say({.what = "list"}), testing::Not(HasSubstr("appeal")));
}

}  // namespace
}  // namespace server
