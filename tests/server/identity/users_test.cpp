#include "server/identity/users.h"

#include "server/identity/acts.h"
#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "tests/server/bucket.h"
#include "tests/server/identity/network.h"

namespace server {
namespace {

using protocol::ErrorCode;

class UsersTest : public NetworkTest {
 protected:
  Users::Result identify(std::optional<std::string> token, std::optional<std::string> name,
                         const Users::From& from = {}) {
    protocol::Hello hello;
    hello.name = std::move(name);
    hello.token = std::move(token);
    hello.client = "test";
    return answer<Users::Result>([&](auto done) { users_.identify(hello, from, done); });
  }
  /// An account of this user, a new one or a guest until now; gives its token.
  std::string register_account(const std::string& user, const std::string& name) {
    const storage::Account account{
        {user, name, false, server_now().time_since_epoch().count()}, name_keys(name), "phc"};
    const std::string token = new_token();
    const auto written = answer<Persisted>([&](auto done) {
      records_.commit({storage::CreateAccount{account, hash_token(token)}}, done);
    });
    EXPECT_EQ(written, Persisted::done);
    return token;
  }

  Users users_{records_};
};

TEST_F(UsersTest, NewGuestsGetAnIdAndATokenAndKeepTheirName) {
  const auto lin = identify({}, "Lin");
  ASSERT_TRUE(lin);
  EXPECT_EQ(lin->user.name, "Lin");
  EXPECT_TRUE(lin->user.guest);
  const auto mei = identify({}, "Mei");
  EXPECT_NE(lin->user.id, mei->user.id);
  EXPECT_NE(lin->token, mei->token);
}

TEST_F(UsersTest, ATokenMakesTheSameGuestAgain) {
  const auto before = identify({}, "Lin");
  const auto after = identify(before->token, {});
  EXPECT_EQ(after->user, before->user);
  EXPECT_EQ(after->token, before->token);
}

TEST_F(UsersTest, AGuestMayTakeANewName) {
  const auto before = identify({}, "Lin");
  EXPECT_EQ(identify(before->token, "林小")->user.name, "林小");
  EXPECT_EQ(identify(before->token, {})->user.name, "林小") << "and keeps it";
}

// All read it, in rooms and in the lobby.
TEST_F(UsersTest, AMutedGuestTakesNoNewName) {
  const auto guest = identify({}, "Lin");
  const storage::User lin{guest->user.id, "Lin", true, 0};
  const auto mute = make_act({.what = "mute", .whom = lin, .reason = "spam", .hours = 24}, {}, server_now());
  ASSERT_TRUE(mute);
  ASSERT_EQ(answer<Persisted>([&](auto done) { records_.commit({*mute}, done); }), Persisted::done);
  EXPECT_EQ(identify(guest->token, "Mei")->user.name, "Lin");
  register_account("g_lin", "Lin");
  EXPECT_TRUE(identify(guest->token, "Mei")->user.name.starts_with("Guest")) << "it is an account's now";
}

TEST_F(UsersTest, AnUnknownTokenMakesANewGuest) {
  const auto guest = identify("forgotten", "Lin");
  ASSERT_TRUE(guest);
  EXPECT_NE(guest->token, "forgotten");
}

TEST_F(UsersTest, WhoSaysNoNameGetsOne) {
  EXPECT_TRUE(identify({}, {})->user.name.starts_with("Guest"));
}

TEST_F(UsersTest, RefusesABadNameEvenWithAToken) {
  const auto lin = identify({}, "Lin");
  EXPECT_EQ(identify({}, "a  b").error().code, ErrorCode::bad_name);
  EXPECT_EQ(identify(lin->token, "admin").error().code, ErrorCode::bad_name);
}

TEST_F(UsersTest, ATokenOfAnAccountIsNoGuest) {
  const std::string token = register_account("g_lin", "Lin");
  const auto lin = identify(token, "Wang");
  ASSERT_TRUE(lin);
  EXPECT_EQ(lin->user, (protocol::User{"g_lin", "Lin", false})) << "an account keeps its name";
  EXPECT_EQ(lin->token, token);
  EXPECT_TRUE(lin->ratings);
  EXPECT_TRUE(users_.ratings().find("g_lin", "gomoku", "blitz", server_now()));
  EXPECT_FALSE(identify({}, "Mei")->ratings) << "guests have none";
}

TEST_F(UsersTest, NobodyTakesTheNameOfAnAccount) {
  const auto mei = identify({}, "Mei");
  register_account("g_lin", "Lin");
  for (const char* name : {"Lin", "LIN", "Ｌｉｎ"}) {
    EXPECT_EQ(identify({}, name).error().code, ErrorCode::name_taken) << name;
    EXPECT_EQ(identify(mei->token, name).error().code, ErrorCode::name_taken) << name;
  }
  EXPECT_EQ(identify(mei->token, {})->user.name, "Mei");
}

// The guest had the name first, but it is somebody's own now.
TEST_F(UsersTest, AGuestWhoseNameHasBecomeAnAccountsGetsAnother) {
  const auto guest = identify({}, "Lin");
  register_account("g_lin", "Lin");
  const auto again = identify(guest->token, {});
  ASSERT_TRUE(again);
  EXPECT_EQ(again->user.id, guest->user.id);
  EXPECT_TRUE(again->user.name.starts_with("Guest"));
}

TEST_F(UsersTest, ANameIsKeptInItsUsualForm) {
  EXPECT_EQ(identify({}, "Ｌｉｎ")->user.name, "Lin");
}

// It was allowed by the server of before.
TEST_F(UsersTest, AGuestWhoseNameIsNoneAnyMoreGetsAnother) {
  (void)answer<Persisted>([&](auto done) {
    const auto now = server_now().time_since_epoch().count();
    records_.commit({storage::CreateUser{{"g_x", "аdmin", true, now}, hash_token("token")}}, done);
  });
  const auto guest = identify("token", {});
  EXPECT_EQ(guest->user.id, "g_x");
  EXPECT_TRUE(guest->user.name.starts_with("Guest"));
}

TEST_F(UsersTest, AGuestWhoBecomesAnAccountKeepsHisNameAndHisId) {
  const auto guest = identify({}, "Lin");
  const std::string token = register_account(guest->user.id, "Lin");
  EXPECT_EQ(identify(token, {})->user, (protocol::User{guest->user.id, "Lin", false}));
  EXPECT_NE(identify(guest->token, {})->user.id, guest->user.id) << "the guest's token is worth nothing now";
}

TEST_F(UsersTest, RemembersWhichProgramShowedAToken) {
  const auto guest = identify({}, "Lin");
  const auto sessions = answer<std::optional<std::vector<storage::Session>>>([&](auto done) {
    records_.read([&](storage::Reader& store) { return store.sessions(guest->user.id); }, done);
  });
  EXPECT_EQ(sessions->at(0).client, "test");
}

TEST_F(UsersTest, AFullQueueIsBusy) {
  RecordQueue full(store_, io_.get_executor(), {}, {.max_waiting = 0, .work = {.max_quick = 0}});
  Users users(full);
  std::vector<ErrorCode> errors;
  const auto note = [&](Users::Result result) { errors.push_back(result.error().code); };
  protocol::Hello hello;
  hello.name = "Lin";
  users.identify(hello, {}, note);
  hello.name.reset();
  hello.token = "token";
  users.identify(hello, {}, note);
  run_io_until(io_, [&] { return errors.size() >= 2; });
  EXPECT_EQ(errors, (std::vector{ErrorCode::busy, ErrorCode::busy}));
}

TEST_F(UsersTest, AnAddressBringsOnlySoManyNewGuests) {
  const Users::From home{.address = "8.8.8.8"}, school{.address = "10.0.0.1", .is_private = true};
  const auto known = identify({}, {}, home);
  Users::Result last = known;
  expect_bucket({.count = 100, .per = std::chrono::minutes(10)}, [&](int already) {
    if (already > 0) last = identify({}, {}, home);  // The first is known.
    return last.has_value();
  });
  ASSERT_FALSE(last);
  EXPECT_EQ(last.error().code, ErrorCode::rate_limited);
  EXPECT_TRUE(last.error().retry);
  EXPECT_TRUE(identify(known->token, {}, home)) << "who has been here is no new guest";
  EXPECT_TRUE(identify({}, {}, {.address = "8.8.4.4"}));
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(identify({}, {}, school)) << i;
}

}  // namespace
}  // namespace server
