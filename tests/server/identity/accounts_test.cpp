#include "server/identity/accounts.h"

#include <gmock/gmock.h>

#include "server/identity/acts.h"
#include "server/identity/names.h"
#include "server/identity/sessions.h"
#include "server/identity/tokens.h"
#include "server/identity/users.h"
#include "tests/server/bucket.h"
#include "tests/server/identity/cheap_passwords.h"
#include "tests/server/identity/network.h"

namespace server {
namespace {

using protocol::ErrorCode;
using testing::SizeIs;

constexpr const char* kPassword = "correct horse";
constexpr const char* kHome = "192.0.2.7";

class AccountsTest : public NetworkTest {
 protected:
  using Admission = Accounts::Result<Accounts::Admission>;
  using Done = Accounts::Result<std::monostate>;

  AccountsTest() {
    accounts_.when_ended([this](const Accounts::Ended& ended) { ended_.push_back(ended); });
  }
  static Accounts::Caller caller(const std::string& token = "", const std::string& address = kHome) {
    return {.token = token, .address = address, .client = "test"};
  }
  Admission sign_up(const std::string& name, const std::string& password = kPassword,
                    const std::string& token = "") {
    return answer<Admission>([&](auto done) { accounts_.sign_up(caller(token), name, password, done); });
  }
  Admission log_in(const std::string& name, const std::string& password = kPassword,
                   const std::string& address = kHome) {
    return answer<Admission>([&](auto done) { accounts_.log_in(caller("", address), name, password, done); });
  }
  /// Whether the password was looked at, and not refused for there being too many of them.
  static bool is_tried(const Admission& answer) {
    if (answer || answer.error().code == ErrorCode::unauthorized) return true;
    EXPECT_EQ(answer.error().code, ErrorCode::rate_limited);
    return false;
  }
  static std::string stranger(int i) {
    return "198.51." + std::to_string(i / 200) + '.' + std::to_string(i % 200);
  }
  Done log_out(const std::string& token, bool everywhere = false) {
    return answer<Done>([&](auto done) { accounts_.log_out(caller(token), everywhere, done); });
  }
  Done change(const std::string& token, const std::string& old, const std::string& fresh) {
    return answer<Done>([&](auto done) { accounts_.change_password(caller(token), old, fresh, done); });
  }
  Done close(const std::string& token, const std::string& password = kPassword) {
    return answer<Done>([&](auto done) { accounts_.close(caller(token), password, done); });
  }
  auto sessions(const std::string& token) {
    return answer<Accounts::Result<std::vector<Accounts::SessionLine>>>(
        [&](auto done) { accounts_.list_sessions(caller(token), done); });
  }
  std::optional<protocol::User> who_is(const std::string& token) {
    const auto user =
        answer<Accounts::Result<protocol::User>>([&](auto done) { accounts_.who_is(caller(token), done); });
    return user ? std::optional(*user) : std::nullopt;
  }
  /// A guest as the lobby makes him.
  Users::Identity guest(const std::string& name) {
    protocol::Hello hello;
    hello.name = name;
    return *answer<Users::Result>([&](auto done) { users_.identify(hello, {}, done); });
  }

  Passwords passwords_{io_.get_executor(), kCheap};
  Accounts accounts_{records_, passwords_};
  Users users_{records_};
  std::vector<Accounts::Ended> ended_;
};

// ---- signing up ------------------------------------------------------------------------------------------

TEST_F(AccountsTest, FromAnAddressThatIsKeptOutComesNoNewAccount) {
  ASSERT_TRUE(sign_up("Lin"));
  const storage::Write kept_out =
      *make_act({.what = "address", .reason = "a flood", .hours = 1, .address = kHome}, {}, server_now());
  store_.commit({&kept_out, 1});
  const auto mei = sign_up("Mei");
  ASSERT_FALSE(mei);
  EXPECT_EQ(mei.error().reason, "banned");
  EXPECT_EQ(mei.error().message, "a flood");
  EXPECT_TRUE(log_in("Lin")) << "an account has measures of its own";
  EXPECT_TRUE(answer<Admission>(
      [&](auto done) { accounts_.sign_up(caller("", "192.0.2.8"), "Wu", kPassword, done); }));
}

TEST_F(AccountsTest, SigningUpMakesAnAccountAndLogsIn) {
  const auto lin = sign_up("Lin");
  ASSERT_TRUE(lin);
  EXPECT_EQ(lin->user.name, "Lin");
  EXPECT_FALSE(lin->user.guest);
  EXPECT_EQ(who_is(lin->token), lin->user);
}

TEST_F(AccountsTest, AGuestWhoSignsUpStaysTheSameUser) {
  const auto before = guest("Lin");
  const auto after = sign_up("Lin", kPassword, before.token);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->user.id, before.user.id);
  EXPECT_FALSE(after->user.guest);
  EXPECT_EQ(who_is(before.token), std::nullopt) << "the guest's token must not open the account";
}

TEST_F(AccountsTest, AProgramIsOneByItsRegistrationAlone) {
  const auto sign_up_program = [&](const std::string& name, const std::string& token) {
    return answer<Admission>(
        [&](auto done) { accounts_.sign_up(caller(token), name, kPassword, done, /*program=*/true); });
  };
  const auto pela = sign_up_program("Pela", "");
  ASSERT_TRUE(pela);
  EXPECT_TRUE(pela->user.program);
  EXPECT_EQ(who_is(pela->token), pela->user);
  EXPECT_TRUE(log_in("Pela")->user.program) << "it stays one";
  EXPECT_FALSE(sign_up("Lin")->user.program);

  const auto person = guest("Wu");
  const auto refused = sign_up_program("Wu", person.token);
  EXPECT_EQ(refused.error().code, ErrorCode::not_allowed) << "the games of a guest are a person's";
  EXPECT_EQ(refused.error().reason, "program");
  EXPECT_EQ(who_is(person.token), person.user);
  EXPECT_EQ(sign_up("Mei", kPassword, pela->token).error().code, ErrorCode::not_allowed);
}

TEST_F(AccountsTest, NamesThatLookAlikeAreTaken) {
  ASSERT_TRUE(sign_up("Lin"));
  for (const char* name : {"Lin", "lin", "Ｌｉｎ", "L_in", "L1n", "LIN"}) {
    EXPECT_EQ(sign_up(name).error().code, ErrorCode::name_taken) << name;
  }
}

TEST_F(AccountsTest, RefusesHostileNames) {
  for (const std::string name : {"admin", "Guest1234", "Lіn", "\u3164\u3164", "𝐋𝐢𝐧𝐚", "a", " a b",
                                 "'; DROP TABLE users; --", "a\u202eb", "\xff\xfe", "<script>", ""}) {
    EXPECT_EQ(sign_up(name).error().code, ErrorCode::bad_name) << name;
  }
  EXPECT_EQ(sign_up(std::string(100'000, 'a')).error().code, ErrorCode::bad_name);
}

TEST_F(AccountsTest, RefusesPasswordsThatAreTooShortOrTooLong) {
  EXPECT_EQ(sign_up("Lin", "1234567").error().reason, "password");
  EXPECT_EQ(sign_up("Lin", "一二三四五六七").error().reason, "password") << "seven characters in 21 bytes";
  EXPECT_EQ(sign_up("Lin", std::string(257, 'a')).error().reason, "password");
  EXPECT_TRUE(sign_up("Lin", "一二三四五六七八"));
}

TEST_F(AccountsTest, WhoHasAnAccountMakesNoOther) {
  const auto lin = sign_up("Lin");
  EXPECT_EQ(sign_up("Mei", kPassword, lin->token).error().code, ErrorCode::not_allowed);
}

// Both have seen the name free; the store decides.
TEST_F(AccountsTest, OfTwoAtOnceOnlyOneGetsTheName) {
  std::vector<Admission> answers;
  const auto note = [&](Admission answer) { answers.push_back(std::move(answer)); };
  accounts_.sign_up(caller(), "Lin", kPassword, note);
  accounts_.sign_up(caller(), "LIN", kPassword, note);
  run_io_until(io_, [&] { return answers.size() >= 2; });
  EXPECT_NE(answers[0].has_value(), answers[1].has_value());
}

TEST_F(AccountsTest, OneAddressSignsUpOnlySoOften) {
  Accounts::Limits limits;
  limits.registrations = {2, std::chrono::minutes(10)};
  Accounts accounts(records_, passwords_, limits);
  const auto sign_up = [&](const std::string& name, const std::string& address) {
    return answer<Admission>(
        [&](auto done) { accounts.sign_up(caller("", address), name, kPassword, done); });
  };
  EXPECT_TRUE(sign_up("One", kHome));
  EXPECT_TRUE(sign_up("Two", kHome));
  const auto third = sign_up("Three", kHome);
  EXPECT_EQ(third.error().code, ErrorCode::rate_limited);
  EXPECT_TRUE(third.error().retry);
  EXPECT_TRUE(sign_up("Three", "192.0.2.8"));
  for (const char* name : {"Four", "Five", "Six"}) EXPECT_TRUE(sign_up(name, "")) << "this machine";
}

// ---- logging in ------------------------------------------------------------------------------------------

TEST_F(AccountsTest, EveryLoginIsASessionOfItsOwn) {
  const auto lin = sign_up("Lin");
  const auto again = log_in("lin");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->user, lin->user);
  EXPECT_NE(again->token, lin->token);
  EXPECT_THAT(*sessions(lin->token), SizeIs(2));
}

TEST_F(AccountsTest, AWrongNameAndAWrongPasswordGetTheSameAnswer) {
  ASSERT_TRUE(sign_up("Lin"));
  const auto wrong_password = log_in("Lin", "wrong horse");
  const auto wrong_name = log_in("Nobody", "wrong horse");
  EXPECT_EQ(wrong_password.error().code, ErrorCode::unauthorized);
  EXPECT_EQ(wrong_name.error().code, ErrorCode::unauthorized);
  EXPECT_EQ(wrong_password.error().message, wrong_name.error().message);
  EXPECT_EQ(log_in("Lin", std::string(100'000, 'a')).error().message, wrong_name.error().message);
  EXPECT_EQ(log_in("\xff", "").error().message, wrong_name.error().message);
}

TEST_F(AccountsTest, WhoGuessesIsStoppedAndTheOwnerIsNot) {
  ASSERT_TRUE(sign_up("Lin"));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(log_in("Lin", "wrong").error().code, ErrorCode::unauthorized);
  const auto stopped = log_in("Lin", kPassword);
  EXPECT_EQ(stopped.error().code, ErrorCode::rate_limited) << "even with the right password";
  EXPECT_GT(stopped.error().retry.value_or(Millis(0)), std::chrono::minutes(1));
  EXPECT_TRUE(log_in("Lin", kPassword, "198.51.100.1")) << "from elsewhere";
}

TEST_F(AccountsTest, GuessesOfManyNamesFromOneAddressAreStopped) {
  expect_bucket({.count = 100, .per = std::chrono::minutes(30)},
                [this](int i) { return is_tried(log_in("Name" + std::to_string(i))); });
}

TEST_F(AccountsTest, GuessesOfOneNameFromManyAddressesAreStopped) {
  expect_bucket({.count = 200, .per = std::chrono::minutes(30)},
                [this](int i) { return is_tried(log_in("Lin", "wrong", stranger(i))); });
}

// A customer of IPv6 has 65,536 networks.
TEST_F(AccountsTest, GuessesFromOneSiteCountAsOne) {
  ASSERT_TRUE(sign_up("Lin"));
  int tried = 0;
  for (int network = 0; network < 40; ++network) {
    const std::string address = "2001:db8:1:" + std::to_string(network) + "::/64";
    tried += log_in("Lin", "wrong", address).error().code == ErrorCode::unauthorized ? 1 : 0;
  }
  EXPECT_EQ(tried, 10);
  EXPECT_TRUE(log_in("Lin", kPassword, "2001:db8:2::/64"));
}

// Strangers have spent all tries of the name: the owner comes just when one of them is refused.
TEST_F(AccountsTest, NobodyIsLockedOutOfAnAccount) {
  const auto lin = sign_up("Lin");
  ASSERT_TRUE(log_in("Lin", kPassword, "2001:db8:7:1::/64"));
  bool is_refused = false;
  for (int i = 0; i < 600 && !is_refused; ++i)
    is_refused = !is_tried(log_in("Lin", "wrong", stranger(i))) &&
                 !is_tried(log_in("Lin", kPassword, "203.0.113." + std::to_string(i)));
  EXPECT_TRUE(is_refused) << "from where it never came";
  EXPECT_TRUE(log_in("Lin")) << "from where it was registered";
  EXPECT_TRUE(log_in("Lin", kPassword, "2001:db8:7:ffff::/64")) << "from a network that has logged in";
  const auto changed = answer<Done>([&](auto done) {
    accounts_.change_password(caller(lin->token, "203.0.113.1"), kPassword, "new password", done);
  });
  EXPECT_TRUE(changed) << "with a session, from wherever";
  EXPECT_TRUE(close(lin->token, "new password"));
}

// Each spelling that looks like the name would have tries of its own.
TEST_F(AccountsTest, ALookalikeIsNoWayToGuess) {
  ASSERT_TRUE(sign_up("Lin"));
  for (const char* name : {"L1n", "Iin"}) EXPECT_FALSE(log_in(name)) << name;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(log_in("Lin", "wrong").error().code, ErrorCode::unauthorized);
  for (const char* name : {"LIN", "Ｌｉｎ", "L_in", "lin"})
    EXPECT_EQ(log_in(name).error().code, ErrorCode::rate_limited) << name << " is the same name";
}

// Who invents names until the table is full has as many tries as before.
TEST_F(AccountsTest, InventedNamesGiveNoTriesBack) {
  ASSERT_TRUE(sign_up("Lin"));
  const std::string here = "2001:db8:7:1::/64", same_network = "2001:db8:7:2::/64";
  for (int i = 0; i < 10; ++i) (void)log_in("Lin", "wrong", here);
  for (int i = 0; i < 10'100; ++i) (void)log_in("name " + std::to_string(i), "wrong", here);
  const auto again = log_in("Lin", kPassword, same_network);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::rate_limited);
}

// Who guesses at home, or with a session that was left open, has as few tries as anywhere.
TEST_F(AccountsTest, GuessesFromWhereTheOwnerComesAreFewToo) {
  ASSERT_TRUE(sign_up("Lin"));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(log_in("Lin", "wrong").error().code, ErrorCode::unauthorized);
  EXPECT_EQ(log_in("Lin").error().code, ErrorCode::rate_limited);
}

TEST_F(AccountsTest, ARightPasswordIsNoGuess) {
  ASSERT_TRUE(sign_up("Lin"));
  for (int i = 0; i < 9; ++i) EXPECT_FALSE(log_in("Lin", "wrong"));
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(log_in("Lin")) << i;
  EXPECT_FALSE(log_in("Lin", "wrong"));
  EXPECT_EQ(log_in("Lin").error().code, ErrorCode::rate_limited) << "the tenth guess is paid for";
}

TEST_F(AccountsTest, RightPasswordsFromManyAddressesAreNoGuesses) {
  ASSERT_TRUE(sign_up("Lin"));
  for (int i = 0; i < 201; ++i) ASSERT_TRUE(log_in("Lin", kPassword, "198.51.100." + std::to_string(i))) << i;
}

// Else whoever has an account could keep the thread busy that checks everybody's.
TEST_F(AccountsTest, ARightPasswordCostsItsAddressAsMuch) {
  ASSERT_TRUE(sign_up("Lin"));
  expect_bucket({.count = 100, .per = std::chrono::minutes(30)}, [this](int) {
    const Admission answer = log_in("Lin");
    EXPECT_EQ(answer.has_value(), is_tried(answer)) << "the password is right";
    return answer.has_value();
  });
}

// All are asked for before the first is answered.
TEST_F(AccountsTest, TriesCountFromWhenTheyBegin) {
  int limited = 0, answered = 0;
  for (int i = 0; i < 15; ++i) {
    accounts_.log_in(caller(), "Lin", "wrong", [&](const Admission& answer) {
      ++answered;
      if (answer.error().code == ErrorCode::rate_limited) ++limited;
    });
  }
  run_io_until(io_, [&] { return answered >= 15; });
  EXPECT_EQ(limited, 5);
}

TEST_F(AccountsTest, TheOldestOfTooManySessionsEnd) {
  Accounts::Limits limits;
  limits.tries_of_pair = limits.tries_of_address = {1'000, std::chrono::minutes(30)};
  Accounts accounts(records_, passwords_, limits);
  std::vector<std::string> ended;
  accounts.when_ended([&](const Accounts::Ended& session) { ended.push_back(session.only); });
  const auto first = sign_up("Lin");
  const auto log_in = [&] {
    return answer<Admission>([&](auto done) { accounts.log_in(caller(), "Lin", kPassword, done); });
  };
  std::string last;
  for (int i = 0; i < 52; ++i) last = log_in()->token;
  EXPECT_THAT(*sessions(last), SizeIs(50));
  EXPECT_THAT(ended, SizeIs(3));
}

/// Cannot write the end of a session.
class EndlessStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    for (const storage::Write& write : writes) {
      if (std::holds_alternative<storage::EndSession>(write)) throw storage::Error("no space left on device");
    }
    return MemoryStore::commit(writes);
  }
};

// Their connections were closed, and their tokens were still good.
TEST_F(AccountsTest, ASessionWhoseEndCannotBeWrittenGoesOn) {
  EndlessStore store;
  RecordQueue records(store, io_.get_executor());
  Accounts::Limits limits;
  limits.tries_of_pair = limits.tries_of_address = {1'000, std::chrono::minutes(30)};
  Accounts accounts(records, passwords_, limits);
  int ended = 0;
  accounts.when_ended([&](const Accounts::Ended&) { ++ended; });
  (void)answer<Admission>([&](auto done) { accounts.sign_up(caller(), "Lin", kPassword, done); });
  Admission last = engine::Unexpected(protocol::Error());
  for (int i = 0; i < 51; ++i)
    last = answer<Admission>([&](auto done) { accounts.log_in(caller(), "Lin", kPassword, done); });
  EXPECT_TRUE(last);
  EXPECT_EQ(ended, 0);
}

TEST_F(AccountsTest, AFullHashQueueIsBusy) {
  Passwords full(io_.get_executor(), kCheap, 0);
  Accounts accounts(records_, full);
  const auto login = answer<Admission>([&](auto done) { accounts.log_in(caller(), "Lin", kPassword, done); });
  EXPECT_EQ(login.error().code, ErrorCode::busy);
  EXPECT_TRUE(login.error().retry);
  const auto signup =
      answer<Admission>([&](auto done) { accounts.sign_up(caller(), "Lin", kPassword, done); });
  EXPECT_EQ(signup.error().code, ErrorCode::busy);
}

// Else an owner who tries again in a storm of logins has no more tries before one password was compared.
TEST_F(AccountsTest, ABusyAnswerCostsNoTry) {
  Accounts::Limits limits;
  limits.tries_of_pair = {.count = 2, .per = std::chrono::minutes(30)};
  Accounts accounts(records_, passwords_, limits);
  (void)answer<Admission>([&](auto done) { accounts.sign_up(caller(), "Lin", kPassword, done); });
  Passwords full(io_.get_executor(), kCheap, 0);
  Accounts busy(records_, full, limits);
  for (int i = 0; i < 3; ++i) {
    const auto login = answer<Admission>([&](auto done) { busy.log_in(caller(), "Lin", kPassword, done); });
    EXPECT_EQ(login.error().code, ErrorCode::busy) << i;
  }
  EXPECT_TRUE(answer<Admission>([&](auto done) { accounts.log_in(caller(), "Lin", kPassword, done); }))
      << "the tries of all servers together, too";
}

// ---- sessions --------------------------------------------------------------------------------------------

TEST_F(AccountsTest, ListsSessionsAndEndsThem) {
  const auto lin = sign_up("Lin");
  const auto phone = log_in("Lin");
  const auto lines = sessions(phone->token);
  ASSERT_THAT(*lines, SizeIs(2));
  for (const auto& line : *lines) {
    EXPECT_EQ(line.client, "test");
    EXPECT_EQ(line.current, hash_token(phone->token).starts_with(line.id));
    EXPECT_LT(line.id.size(), hash_token(phone->token).size());
  }
  const auto& other = lines->at(lines->at(0).current ? 1 : 0);
  const auto end = [&](const std::string& id) {
    return answer<Done>([&](auto done) { accounts_.end_session(caller(phone->token), id, done); });
  };
  EXPECT_TRUE(end(other.id));
  EXPECT_EQ(who_is(lin->token), std::nullopt);
  EXPECT_TRUE(who_is(phone->token));
  EXPECT_EQ(ended_.back().only, hash_token(lin->token));
  EXPECT_EQ(end(other.id).error().code, ErrorCode::not_found);
  EXPECT_EQ(end("").error().code, ErrorCode::not_found);
}

TEST_F(AccountsTest, NobodyEndsTheSessionsOfOthers) {
  const auto lin = sign_up("Lin");
  const auto mei = sign_up("Mei");
  const std::string id = sessions(lin->token)->at(0).id;
  const auto end = answer<Done>([&](auto done) { accounts_.end_session(caller(mei->token), id, done); });
  EXPECT_EQ(end.error().code, ErrorCode::not_found);
  EXPECT_TRUE(who_is(lin->token));
}

TEST_F(AccountsTest, LoggingOutEndsOneSessionOrAll) {
  const auto lin = sign_up("Lin");
  const auto phone = log_in("Lin"), tablet = log_in("Lin");
  EXPECT_TRUE(log_out(phone->token));
  EXPECT_EQ(who_is(phone->token), std::nullopt);
  EXPECT_TRUE(who_is(tablet->token));
  EXPECT_EQ(ended_.back().only, hash_token(phone->token));

  EXPECT_TRUE(log_out(tablet->token, true));
  EXPECT_EQ(who_is(tablet->token), std::nullopt);
  EXPECT_EQ(who_is(lin->token), std::nullopt);
  EXPECT_EQ(ended_.back().user, lin->user.id);
  EXPECT_EQ(ended_.back().only, "");
}

TEST_F(AccountsTest, AnUnknownTokenOpensNothing) {
  ASSERT_TRUE(sign_up("Lin"));
  for (const std::string token : {"", "forgotten", "' OR 1=1 --"}) {
    EXPECT_EQ(who_is(token), std::nullopt);
    EXPECT_EQ(sessions(token).error().code, ErrorCode::unauthorized);
    EXPECT_EQ(log_out(token).error().code, ErrorCode::unauthorized);
    EXPECT_EQ(change(token, kPassword, "new password").error().code, ErrorCode::unauthorized);
  }
}

TEST_F(AccountsTest, ANewPasswordNeedsTheOldOneAndEndsAllOtherSessions) {
  const auto lin = sign_up("Lin");
  const auto thief = log_in("Lin");
  EXPECT_EQ(change(lin->token, "wrong horse", "new password").error().code, ErrorCode::unauthorized);
  EXPECT_EQ(change(lin->token, kPassword, "short").error().reason, "password");
  EXPECT_TRUE(who_is(thief->token));

  EXPECT_TRUE(change(lin->token, kPassword, "new password"));
  EXPECT_TRUE(who_is(lin->token));
  EXPECT_EQ(who_is(thief->token), std::nullopt);
  EXPECT_EQ(ended_.back().kept, hash_token(lin->token));
  EXPECT_FALSE(log_in("Lin", kPassword));
  EXPECT_TRUE(log_in("Lin", "new password"));
}

/// A store that does something of its own before a write of this kind.
template <class Kind>
class RacingStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    if (!writes.empty() && std::holds_alternative<Kind>(writes.front()) && race) std::exchange(race, {})();
    return MemoryStore::commit(writes);
  }
  std::function<void()> race;
};

/// What became of the account between a password's check and the write that it was checked for.
template <class Kind>
class RacingAccounts : public AccountsTest {
 protected:
  RacingAccounts() {
    EXPECT_TRUE(ask([&](auto done) { accounts.sign_up(caller(), "Lin", kPassword, done); }));
  }
  template <class Ask>
  auto ask(Ask ask) {
    return answer<Admission>(ask);
  }
  void change_password_at_last() {
    store.race = [this] {
      const auto lin = *store.find_account(name_keys("Lin"));
      const storage::Write change = storage::ChangePassword{lin.user.id, lin.password, "another"};
      EXPECT_EQ(store.commit({&change, 1}).front(), storage::WriteResult::done);
    };
  }
  RacingStore<Kind> store;
  RecordQueue records{store, io_.get_executor()};
  Accounts accounts{records, passwords_};
};

using RacingLogin = RacingAccounts<storage::StartSession>;

TEST_F(RacingLogin, ALoginUnderWayEndsWithThePassword) {
  change_password_at_last();
  const auto login = ask([&](auto done) { accounts.log_in(caller(), "Lin", kPassword, done); });
  EXPECT_EQ(login.error().code, ErrorCode::unauthorized);
  EXPECT_TRUE(store.sessions(store.find_account(name_keys("Lin"))->user.id).empty());
}

using RacingChange = RacingAccounts<storage::ChangePassword>;

TEST_F(RacingChange, AChangeUnderWayIsNoSuccess) {
  const auto lin = ask([&](auto done) { accounts.log_in(caller(), "Lin", kPassword, done); });
  std::vector<Accounts::Ended> ended;
  accounts.when_ended([&](const Accounts::Ended& each) { ended.push_back(each); });
  change_password_at_last();
  const auto changed = answer<Done>(
      [&](auto done) { accounts.change_password(caller(lin->token), kPassword, "new password", done); });
  EXPECT_EQ(changed.error().code, ErrorCode::unauthorized);
  EXPECT_TRUE(ended.empty());
  EXPECT_EQ(store.find_account(name_keys("Lin"))->password, "another");
}

// Somebody who has found an open session must not be able to try passwords without end.
TEST_F(AccountsTest, ChangingAPasswordIsAGuessToo) {
  const auto lin = sign_up("Lin");
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(change(lin->token, "wrong", "new password").error().code, ErrorCode::unauthorized);
  }
  EXPECT_EQ(change(lin->token, kPassword, "new password").error().code, ErrorCode::rate_limited);
}

TEST_F(AccountsTest, AGuestHasNoPasswordToChange) {
  EXPECT_EQ(change(guest("Lin").token, kPassword, "new password").error().code, ErrorCode::unauthorized);
}

TEST_F(AccountsTest, AnAccountIsClosedByItsPasswordForGood) {
  const auto lin = sign_up("Lin");
  const auto phone = log_in("Lin");
  EXPECT_EQ(close(lin->token, "wrong horse").error().code, ErrorCode::unauthorized);
  EXPECT_EQ(close(guest("Mei").token).error().code, ErrorCode::unauthorized);
  EXPECT_TRUE(who_is(phone->token));

  EXPECT_TRUE(close(lin->token));
  EXPECT_EQ(who_is(lin->token), std::nullopt);
  EXPECT_EQ(who_is(phone->token), std::nullopt);
  EXPECT_EQ(ended_.back().user, lin->user.id);
  EXPECT_EQ(ended_.back().kept, "");
  EXPECT_EQ(log_in("Lin").error().code, ErrorCode::unauthorized);
  EXPECT_EQ(log_in("Lin", "").error().code, ErrorCode::unauthorized) << "no password is not an empty one";
  EXPECT_EQ(sign_up("Lin").error().code, ErrorCode::name_taken) << "nobody answers for his games";
}

TEST_F(AccountsTest, AnAccountIsNotClosedInARatedGame) {
  const auto lin = sign_up("Lin");
  storage::Game game;
  game.id = "one";
  game.code = "ABCDE";
  game.game = "gomoku";
  game.rated = true;
  game.seats[0].user = lin->user.id;
  const storage::Write create = storage::CreateGame{game};
  store_.commit({&create, 1});
  EXPECT_TRUE(close(sign_up("Mei")->token));
  game.id = "two";
  game.code = "ABCDF";
  game.seats[1].user = "another";
  const storage::Write begin = storage::CreateGame{game};
  store_.commit({&begin, 1});
  EXPECT_EQ(close(lin->token).error().reason, "playing");
  EXPECT_TRUE(who_is(lin->token));
}

TEST_F(AccountsTest, AGuestCanBeForgotten) {
  const auto mei = guest("Mei");
  const auto lin = sign_up("Lin");
  const auto forget = [&](const std::string& token) {
    return answer<Done>([&](auto done) { accounts_.forget_guest(caller(token), done); });
  };
  EXPECT_EQ(forget(lin->token).error().code, ErrorCode::not_allowed)
      << "an account is closed by its password";
  EXPECT_EQ(forget("nobody's").error().code, ErrorCode::unauthorized);
  EXPECT_TRUE(forget(mei.token));
  EXPECT_EQ(who_is(mei.token), std::nullopt);
  EXPECT_EQ(ended_.back().user, mei.user.id);
}

/// Notes what a guest who is forgotten still had, and how many writes came before.
class WatchedStore : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    for (const storage::Write& each : writes) {
      steps += std::holds_alternative<storage::ForgetSeats>(each) ? 1 : 0;
      if (std::holds_alternative<storage::ForgetGuest>(each))
        left = static_cast<int>(list({.player = "Mei", .limit = 1}).games.size());
    }
    return MemoryStore::commit(writes);
  }
  int steps = 0, left = -1;
};

TEST_F(AccountsTest, ManyGamesOfAGuestAreForgottenAFewInEachWrite) {
  WatchedStore store;
  RecordQueue records{store, io_.get_executor()};
  Accounts accounts{records, passwords_};
  store.commit(std::array<storage::Write, 1>{storage::CreateUser{
      {"g_mei", "Mei", true, server_now().time_since_epoch().count()}, hash_token("token")}});
  for (int i = 0; i < 250; ++i) {
    storage::Game game;
    game.id = "game " + std::to_string(i);
    game.game = "gomoku";
    storage::Seat& seat = game.seats[i % 5 == 0 ? 1 : 0];
    seat.name = "Mei";
    seat.user = "g_mei";
    game.ending.status = "finished";
    store.commit(std::array<storage::Write, 1>{storage::CreateGame{game}});
  }
  EXPECT_TRUE(answer<Done>([&](auto done) { accounts.forget_guest(caller("token"), done); }));
  EXPECT_EQ(store.steps, 3) << "100 of the first side, 100, and what is none";
  EXPECT_EQ(store.left, 0);
}

TEST_F(AccountsTest, ClosingAnAccountIsAGuessToo) {
  const auto lin = sign_up("Lin");
  for (int i = 0; i < 10; ++i) EXPECT_EQ(close(lin->token, "wrong").error().code, ErrorCode::unauthorized);
  EXPECT_EQ(close(lin->token).error().code, ErrorCode::rate_limited);
  EXPECT_TRUE(who_is(lin->token));
}

}  // namespace
}  // namespace server
