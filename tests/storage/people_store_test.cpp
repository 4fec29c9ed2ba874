#include <gtest/gtest.h>

#include "storage/store.h"
#include "tests/storage/store_fixture.h"

/// The contract of storage::Store in what it keeps of people; every implementation goes through all of it.
namespace storage {
namespace {

using namespace std::string_literals;

class PeopleStoreTest : public StoreTest {
 protected:
  static NameKeys keys(const std::string& name) {
    return {name, "folded " + name, "skeleton of " + name, "skeleton of " + name, ""};
  }
  static Account account(const std::string& id, const std::string& name) {
    return {{id, name, false, 7}, keys(name), password(name)};
  }
  static std::string password(const std::string& name) { return "$argon2id$" + name; }
  /// As it is read.
  static Account known(const std::string& id, const std::string& name) {
    return {{id, name, false, 7}, {}, password(name)};
  }
  void register_account(const std::string& id, const std::string& name) {
    ASSERT_EQ(commit(CreateAccount{account(id, name), "token of " + name, "web"}), WriteResult::done);
  }
  void register_program(const std::string& id, const std::string& name) {
    Account program = account(id, name);
    program.user.program = true;
    ASSERT_EQ(commit(CreateAccount{program, "token of " + name, "sanqi-bot"}), WriteResult::done);
  }
  std::vector<std::string> tokens(const std::string& user) {
    std::vector<std::string> hashes;
    for (const Session& session : reader_->sessions(user)) hashes.push_back(session.token_hash);
    return hashes;
  }
};

INSTANTIATE_TEST_SUITE_P(All, PeopleStoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

using Hashes = std::vector<std::string>;

// ---- users and sessions ----------------------------------------------------------------------------------

TEST_P(PeopleStoreTest, FindsUsersByTheirToken) {
  const User user{"g_lin", "Lin", true, 5};
  EXPECT_EQ(commit(CreateUser{user, "hash", "web 1.0"}), WriteResult::done);
  EXPECT_EQ(reader_->find_token("hash"), (Session{"hash", user, "web 1.0", 5, 5}));
  EXPECT_EQ(reader_->find_token("other"), std::nullopt);

  EXPECT_EQ(commit(CreateUser{user, "other"}), WriteResult::refused) << "the id is taken";
  EXPECT_EQ(commit(CreateUser{User{"g_new", "New", true, 6}, "hash"}), WriteResult::refused)
      << "the token is taken";
  EXPECT_EQ(reader_->find_token("other"), std::nullopt);
}

TEST_P(PeopleStoreTest, RenamesGuestsOnly) {
  commit(CreateUser{User{"g_lin", "Lin", true, 5}, "hash"});
  EXPECT_EQ(commit(RenameUser{"g_lin", "林"}), WriteResult::done);
  EXPECT_EQ(reader_->find_token("hash")->user.name, "林");
  EXPECT_EQ(commit(RenameUser{"unknown", "x"}), WriteResult::refused);
  register_account("g_lin", "Lin");
  EXPECT_EQ(commit(RenameUser{"g_lin", "Mei"}), WriteResult::refused);
  EXPECT_EQ(reader_->find_token("token of Lin")->user.name, "Lin");
}

TEST_P(PeopleStoreTest, FindsAccountsByTheFirstKeyThatIsKnown) {
  register_account("g_lin", "Lin");
  register_account("g_mei", "Mei");
  for (const std::string& key : {"Lin"s, "folded Lin"s, "skeleton of Lin"s})
    EXPECT_EQ(reader_->find_account({"unknown", key}), known("g_lin", "Lin")) << key;
  EXPECT_EQ(reader_->find_account({"Mei", "Lin"})->user.id, "g_mei");
  EXPECT_EQ(reader_->find_account({"", "", "", "Lin", "Mei"})->user.id, "g_lin");
  EXPECT_EQ(reader_->find_account({"lin"}), std::nullopt);
  EXPECT_EQ(reader_->find_account({}), std::nullopt) << "an empty key says nothing";
  EXPECT_EQ(reader_->find_token("token of Lin"),
            (Session{"token of Lin", account("g_lin", "Lin").user, "web", 7, 7}));
}

TEST_P(PeopleStoreTest, AGuestBecomesAnAccountAndStaysTheSameUser) {
  commit(CreateUser{User{"g_lin", "Guest1234", true, 5}, "token of the guest"});
  register_account("g_lin", "Lin");
  const User user{"g_lin", "Lin", false, 5};
  EXPECT_EQ(reader_->find_account({"Lin"})->user, user) << "as old as the guest";
  EXPECT_EQ(reader_->find_token("token of Lin")->user, user);
  EXPECT_EQ(reader_->find_token("token of the guest"), std::nullopt)
      << "who has found the guest's token must not own the account";
}

// Games of a guest are a person's: they would be a program's afterwards.
TEST_P(PeopleStoreTest, AProgramIsOneFromTheStartAndNoGuestBecomesOne) {
  register_program("g_pela", "Pela");
  EXPECT_TRUE(reader_->find_account({"Pela"})->user.program);
  EXPECT_TRUE(reader_->find_token("token of Pela")->user.program);
  EXPECT_TRUE(reader_->user("g_pela")->program);
  register_account("g_lin", "Lin");
  EXPECT_FALSE(reader_->user("g_lin")->program);

  commit(CreateUser{User{"g_wu", "Wu", true, 6}, "token of a guest"});
  Account former = account("g_wu", "Wu");
  former.user.program = true;
  EXPECT_EQ(commit(CreateAccount{former, "token of Wu"}), WriteResult::refused);
  EXPECT_EQ(reader_->user("g_wu"), (User{"g_wu", "Wu", true, 6})) << "nothing has changed";
}

TEST_P(PeopleStoreTest, TheSeatsOfAGameTellWhoIsAProgram) {
  register_program("g_pela", "Pela");
  register_account("g_lin", "Lin");
  create(rated_game("one", "g_lin", "g_pela"));
  const auto seats = reader_->load("one")->game.seats;
  EXPECT_FALSE(seats[0].program);
  EXPECT_TRUE(seats[1].program);
  const auto listed = reader_->list({.player = "g_pela", .player_is_id = true}).games;
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_TRUE(listed[0].game.seats[1].program);
}

TEST_P(PeopleStoreTest, RefusesAnAccountWhoseNameLooksLikeAnother) {
  register_account("g_lin", "Lin");
  commit(CreateUser{User{"g_new", "New", true, 6}, "token of New"});
  Account twin = account("g_new", "LIN");
  twin.names[4] = "skeleton of Lin";
  EXPECT_EQ(commit(CreateAccount{twin, "token of the twin"}), WriteResult::refused);
  EXPECT_EQ(reader_->find_token("token of New")->user, (User{"g_new", "New", true, 6}))
      << "nothing has changed";
  EXPECT_EQ(reader_->find_token("token of the twin"), std::nullopt);
}

TEST_P(PeopleStoreTest, RefusesASecondPasswordOfAUser) {
  register_account("g_lin", "Lin");
  EXPECT_EQ(commit(CreateAccount{account("g_lin", "Mei"), "another token"}), WriteResult::refused);
  EXPECT_EQ(commit(CreateAccount{account("g_mei", "Mei"), "token of Lin"}), WriteResult::refused)
      << "the token is taken";
  EXPECT_EQ(reader_->find_account({"Mei"}), std::nullopt);
  EXPECT_EQ(tokens("g_lin"), Hashes{"token of Lin"});
}

TEST_P(PeopleStoreTest, GivesNewKeysToNames) {
  register_account("g_lin", "Lin");
  register_account("g_mei", "Mei");
  const auto ids = [&](const std::string& rules) {
    std::vector<std::string> ids;
    for (const User& user : reader_->accounts_keyed_otherwise(rules, 10)) ids.push_back(user.id);
    std::ranges::sort(ids);
    return ids;
  };
  EXPECT_EQ(ids("1"), (Hashes{"g_lin", "g_mei"}));
  EXPECT_EQ(reader_->accounts_keyed_otherwise("1", 1).size(), 1u);
  EXPECT_EQ(commit(KeyAccount{"g_lin", {"Lin", "new", "folded Mei"}, "1"}), WriteResult::done);
  EXPECT_EQ(ids("1"), Hashes{"g_mei"});
  EXPECT_EQ(reader_->find_account({"new"})->user.id, "g_lin");
  EXPECT_EQ(reader_->find_account({"folded Lin"}), std::nullopt);
  EXPECT_EQ(reader_->find_account({"folded Mei"})->user.id, "g_mei") << "a key stays whose it is";
  EXPECT_EQ(commit(KeyAccount{"g_mei", {"new", "Mei"}, "1"}), WriteResult::done);
  EXPECT_EQ(reader_->find_account({"new"})->user.id, "g_mei") << "but for the name itself";
  EXPECT_EQ(commit(KeyAccount{"g_lin", {"Lin", "new", "Mei"}, "1", 2}), WriteResult::done);
  EXPECT_EQ(reader_->find_account({"new"})->user.id, "g_lin") << "of which two are the name itself";
  EXPECT_EQ(reader_->find_account({"Mei"})->user.id, "g_mei");
  EXPECT_EQ(commit(KeyAccount{"unknown", {"x"}, "1"}), WriteResult::refused);
  EXPECT_EQ(reader_->find_account({"x"}), std::nullopt);
}

TEST_P(PeopleStoreTest, AChangedPasswordEndsSessions) {
  register_account("g_lin", "Lin");
  commit(StartSession{"g_lin", "phone", "", 20, password("Lin")});
  commit(StartSession{"g_lin", "tablet", "", 30, password("Lin")});
  EXPECT_EQ(commit(ChangePassword{"g_lin", "another", "new", "phone"}), WriteResult::refused);
  EXPECT_EQ(tokens("g_lin"), (Hashes{"tablet", "phone", "token of Lin"})) << "nothing has changed";
  EXPECT_EQ(commit(ChangePassword{"g_lin", password("Lin"), "new", "phone"}), WriteResult::done);
  EXPECT_EQ(reader_->find_account({"Lin"})->password, "new");
  EXPECT_EQ(tokens("g_lin"), Hashes{"phone"});
  EXPECT_EQ(commit(ChangePassword{"unknown", "", "new", ""}), WriteResult::refused);
}

// The password was right when it was looked at, and is another one when the session begins.
TEST_P(PeopleStoreTest, NoSessionBeginsWithAPasswordOfBefore) {
  register_account("g_lin", "Lin");
  commit(ChangePassword{"g_lin", password("Lin"), "new"});
  EXPECT_EQ(commit(StartSession{"g_lin", "thief", "", 20, password("Lin"), "site"}), WriteResult::refused);
  EXPECT_EQ(tokens("g_lin"), Hashes{});
  EXPECT_FALSE(reader_->knows_site("g_lin", "site"));
  EXPECT_EQ(commit(CloseAccount{"g_lin", password("Lin")}), WriteResult::refused);
  EXPECT_EQ(commit(StartSession{"g_lin", "phone", "", 20, "new"}), WriteResult::done);
}

TEST_P(PeopleStoreTest, ClosesAccountsForGood) {
  register_account("g_lin", "Lin");
  register_account("g_mei", "Mei");
  const std::string lins = password("Lin");
  EXPECT_EQ(commit(CloseAccount{"g_lin", lins}), WriteResult::done);
  EXPECT_EQ(reader_->find_account({"skeleton of Lin"})->password, "") << "the name stays taken";
  EXPECT_EQ(tokens("g_lin"), Hashes{});
  for (const std::string& any : {lins, ""s}) {
    EXPECT_EQ(commit(CloseAccount{"g_lin", any}), WriteResult::refused);
    EXPECT_EQ(commit(CloseAccount{"unknown", any}), WriteResult::refused);
    EXPECT_EQ(commit(ChangePassword{"g_lin", any, "new"}), WriteResult::refused)
        << "asked for a moment before";
    EXPECT_EQ(commit(StartSession{"g_lin", "phone", "", 20, any}), WriteResult::refused)
        << "logged in a moment before";
  }
  EXPECT_EQ(tokens("g_mei"), Hashes{"token of Mei"});
}

TEST_P(PeopleStoreTest, KnowsWhereLoginsCameFrom) {
  register_account("g_lin", "Lin");
  register_account("g_mei", "Mei");
  const auto log_in = [&](int number, Millis at) {
    const std::string site = "site " + std::to_string(number);
    EXPECT_EQ(commit(StartSession{"g_lin", "token " + std::to_string(at), "", at, password("Lin"), site}),
              WriteResult::done);
  };
  EXPECT_EQ(commit(CreateAccount{account("g_new", "New"), "token of New", "", "", "school"}),
            WriteResult::done);
  EXPECT_TRUE(reader_->knows_site("g_new", "school"));
  for (int i = 1; i <= 16; ++i) log_in(i, 100 + i);
  log_in(1, 200);
  log_in(17, 201);
  EXPECT_TRUE(reader_->knows_site("g_lin", "site 1")) << "seen again";
  EXPECT_TRUE(reader_->knows_site("g_lin", "site 17"));
  EXPECT_FALSE(reader_->knows_site("g_lin", "site 2")) << "sixteen are enough";
  EXPECT_FALSE(reader_->knows_site("g_mei", "site 1"));
  commit(SweepUsers{.after = "", .until = "z", .sessions_before = 201});
  EXPECT_FALSE(reader_->knows_site("g_lin", "site 1"));
  EXPECT_TRUE(reader_->knows_site("g_lin", "site 17"));
  commit(CloseAccount{"g_lin", "wrong"});
  EXPECT_TRUE(reader_->knows_site("g_lin", "site 17")) << "it was not closed";
  commit(CloseAccount{"g_lin", password("Lin")});
  EXPECT_FALSE(reader_->knows_site("g_lin", "site 17"));
}

TEST_P(PeopleStoreTest, ForgetsAGuestWhoWants) {
  commit(CreateUser{User{"g_lin", "Lin", true, 5}, "token"});
  Game game = sample_game("one");
  game.seats = {Seat{"Lin", "g_lin", 0, ""}, Seat{"Mei", "g_mei", 0, ""}};
  create(game);
  EXPECT_EQ(commit(ForgetGuest{"g_lin"}), WriteResult::refused) << "the game is being played";
  EXPECT_TRUE(reader_->find_token("token"));
  commit(Append{sample_event("one", 1), Ending{"finished", "first", "five", 9}, {}});
  EXPECT_EQ(commit(ForgetGuest{"g_lin"}), WriteResult::done);
  EXPECT_FALSE(reader_->find_token("token"));
  EXPECT_EQ(reader_->load("one")->game.seats[0], (Seat{"Guest", "", 0, ""}));
  EXPECT_EQ(reader_->load("one")->game.seats[1].name, "Mei");
  EXPECT_EQ(commit(ForgetGuest{"g_lin"}), WriteResult::refused);
  register_account("g_mei", "Mei");
  EXPECT_EQ(commit(ForgetGuest{"g_mei"}), WriteResult::refused) << "an account is closed instead";
  EXPECT_EQ(reader_->load("one")->game.seats[1].name, "Mei");
}

TEST_P(PeopleStoreTest, ForgetsSeatsOfAGuestAFewAtATime) {
  commit(CreateUser{User{"g_lin", "Lin", true, 5}, "token"});
  const std::array lin_first{Seat{"Lin", "g_lin", 0, ""}, Seat{"Mei", "g_mei", 0, ""}};
  for (const char* id : {"one", "two", "three", "four"}) {
    Game game = sample_game(id);
    game.seats = lin_first;
    if (id == std::string("four")) std::swap(game.seats[0], game.seats[1]);
    create(game);
    EXPECT_EQ(commit(ForgetSeats{"g_lin", 2}), WriteResult::refused) << "one is being played";
    commit(Append{sample_event(id, 1), Ending{"finished", "first", "five", 9}, {}});
  }
  const auto named = [&] {
    return std::ranges::count_if(std::array{"one", "two", "three", "four"}, [&](const char* id) {
      const auto seats = reader_->load(id)->game.seats;
      return std::ranges::count(seats, "Lin", &Seat::name) + std::ranges::count(seats, "g_lin", &Seat::user) >
             0;
    });
  };
  EXPECT_EQ(commit(ForgetSeats{"g_lin", 2}), WriteResult::done);
  EXPECT_EQ(named(), 1) << "two of the first seat, and the second";
  EXPECT_EQ(commit(ForgetSeats{"g_lin", 2}), WriteResult::done);
  EXPECT_EQ(named(), 0);
  EXPECT_EQ(reader_->load("four")->game.seats[0].name, "Mei");
  EXPECT_EQ(commit(ForgetSeats{"g_lin", 2}), WriteResult::refused);
  EXPECT_TRUE(reader_->find_token("token")) << "the guest is not forgotten yet";
  register_account("g_mei", "Mei");
  EXPECT_EQ(commit(ForgetSeats{"g_mei", 2}), WriteResult::refused) << "an account keeps its games";
}

TEST_P(PeopleStoreTest, ListsSessionsLastSeenFirst) {
  register_account("g_lin", "Lin");
  register_account("g_mei", "Mei");
  EXPECT_EQ(commit(StartSession{"g_lin", "phone", "android", 20, password("Lin")}), WriteResult::done);
  EXPECT_EQ(tokens("g_lin"), (Hashes{"phone", "token of Lin"}));
  EXPECT_EQ(commit(TouchSession{"token of Lin", "web 2", 30}), WriteResult::done);
  EXPECT_EQ(tokens("g_lin"), (Hashes{"token of Lin", "phone"}));
  EXPECT_EQ(reader_->find_token("token of Lin")->client, "web 2");
  EXPECT_EQ(reader_->find_token("token of Lin")->seen, 30);
  EXPECT_EQ(reader_->find_token("token of Lin")->created, 7);

  EXPECT_EQ(commit(StartSession{"g_mei", "phone", "", 40, password("Mei")}), WriteResult::refused)
      << "the token is taken";
  EXPECT_EQ(commit(StartSession{"unknown", "other", "", 40, ""}), WriteResult::refused);
  EXPECT_EQ(commit(TouchSession{"other", "", 40}), WriteResult::refused);
}

TEST_P(PeopleStoreTest, EndsSessions) {
  register_account("g_lin", "Lin");
  register_account("g_mei", "Mei");
  for (const char* token : {"phone", "tablet"}) commit(StartSession{"g_lin", token, "", 20, password("Lin")});
  EXPECT_EQ(commit(EndSession{"phone"}), WriteResult::done);
  EXPECT_EQ(commit(EndSession{"phone"}), WriteResult::refused);
  EXPECT_EQ(tokens("g_lin"), (Hashes{"tablet", "token of Lin"}));
  EXPECT_EQ(commit(EndSessions{"g_lin", "tablet"}), WriteResult::done);
  EXPECT_EQ(tokens("g_lin"), Hashes{"tablet"});
  EXPECT_EQ(commit(EndSessions{"g_lin"}), WriteResult::done);
  EXPECT_EQ(tokens("g_lin"), Hashes{});
  EXPECT_EQ(tokens("g_mei"), Hashes{"token of Mei"});
}

// ---- who does not come any more ---------------------------------------------------------------------------

TEST_P(PeopleStoreTest, SweepsGuestsWhoAreIdleAndHaveNoGame) {
  const auto guest = [&](const std::string& id, Millis created) {
    commit(CreateUser{User{id, id, true, created}, "token of " + id});
  };
  guest("g_idle", 5);
  guest("g_young", 100);
  guest("g_seen", 5);
  commit(TouchSession{"token of g_seen", "", 100});
  guest("g_first", 5);
  guest("g_second", 5);
  Game game = sample_game("one");
  game.seats[0].user = "g_first";
  game.seats[1].user = "g_second";
  create(game);
  guest("g_z_beyond", 5);
  commit(SweepUsers{.after = "", .until = "g_young", .sessions_before = 50, .guests_before = 50});
  EXPECT_FALSE(reader_->find_token("token of g_idle"));
  for (const char* id : {"g_young", "g_seen", "g_first", "g_second", "g_z_beyond"})
    EXPECT_TRUE(reader_->find_token(std::string("token of ") + id)) << id;
  EXPECT_EQ(commit(CreateUser{User{"g_idle", "Lin", true, 200}, "new"}), WriteResult::done)
      << "the row is gone";
  EXPECT_EQ(commit(CreateUser{User{"g_seen", "Lin", true, 200}, "other"}), WriteResult::refused);
}

TEST_P(PeopleStoreTest, SweepsNoGuestWhoIsHere) {
  for (const char* id : {"g_away", "g_here"})
    commit(CreateUser{User{id, id, true, 5}, std::string("token of ") + id});
  register_account("lin", "Lin");
  SweepUsers sweep{.after = "", .until = "z", .here = {"g_here", "lin", "nobody"}, .now = 200};
  sweep.guests_before = 100;
  EXPECT_EQ(commit(sweep), WriteResult::done);
  EXPECT_FALSE(reader_->find_token("token of g_away"));
  EXPECT_EQ(reader_->find_token("token of g_here")->seen, 200);
  EXPECT_EQ(reader_->find_token("token of Lin")->seen, 7)
      << "of which session an account is here is not told";
  sweep.now = 150;
  commit(sweep);
  EXPECT_EQ(reader_->find_token("token of g_here")->seen, 200)
      << "not earlier than another server saw the guest";
}

TEST_P(PeopleStoreTest, SweepsPlayersLaterUnlessTheyPlay) {
  for (const char* id : {"g_played", "g_plays", "g_seen"})
    commit(CreateUser{User{id, id, true, 5}, std::string("token of ") + id});
  commit(TouchSession{"token of g_seen", "", 100});
  for (const char* id : {"g_played", "g_plays", "g_seen"}) {
    Game game = sample_game(id);
    game.seats[0] = Seat{id, id, 0, ""};
    create(game);
    if (id != std::string("g_plays"))
      commit(Append{sample_event(id, 1), Ending{"finished", "first", "five", 9}, {}});
  }
  const SweepUsers sweep{.after = "", .until = "z", .guests_before = 1'000};
  commit(sweep);
  EXPECT_TRUE(reader_->find_token("token of g_played")) << "not yet";
  SweepUsers later = sweep;
  later.players_before = 50;
  commit(later);
  EXPECT_FALSE(reader_->find_token("token of g_played"));
  EXPECT_TRUE(reader_->find_token("token of g_plays"));
  EXPECT_TRUE(reader_->find_token("token of g_seen"));
  EXPECT_EQ(reader_->load("g_played")->game.seats[0].name, "g_played") << "the game keeps the name";
}

TEST_P(PeopleStoreTest, SweepsSessionsOfAccountsThatAreNotShownAnyMore) {
  register_account("a", "Lin");  // Seen at 7.
  commit(StartSession{"a", "later", "web", 60, password("Lin")});
  register_account("b", "Mei");
  commit(SweepUsers{.after = "", .until = "a", .sessions_before = 8, .guests_before = 1'000});
  EXPECT_EQ(tokens("a"), Hashes{"later"});
  EXPECT_EQ(tokens("b"), Hashes{"token of Mei"}) << "not of this page";
  EXPECT_TRUE(reader_->find_account({"Lin"})) << "an account stays";
  commit(SweepUsers{.after = "", .until = "z", .sessions_before = 7, .guests_before = 0});
  EXPECT_EQ(tokens("b"), Hashes{"token of Mei"}) << "seen at this very moment";
}

// Else a stranger could fill the records with them, 20 in 10 minutes.
TEST_P(PeopleStoreTest, SweepsAccountsThatWereNeverPlayedWithAndHaveNoSession) {
  for (const char* id : {"beyond", "logged_in", "played", "unused"}) register_account(id, id);  // At 5.
  commit(StartSession{"logged_in", "later", "web", 60, password("logged_in"), "home"});
  Game game = sample_game("played");
  game.seats[1] = Seat{"played", "played", 0, ""};
  create(game);
  const SweepUsers sweep{.after = "c", .until = "unused", .sessions_before = 50, .guests_before = 50};
  SweepUsers young = sweep;
  young.sessions_before = 5;
  commit(EndSessions{"unused"});
  commit(young);
  EXPECT_TRUE(reader_->find_account({"unused"})) << "not yet";
  EXPECT_EQ(commit(sweep), WriteResult::done);
  for (const char* name : {"beyond", "logged_in", "played"})
    EXPECT_TRUE(reader_->find_account({name})) << name;
  for (const char* key : {"unused", "folded unused", "skeleton of unused"})
    EXPECT_FALSE(reader_->find_account({key})) << key;
  EXPECT_EQ(reader_->last_user_of("played", 9), std::nullopt) << "nothing is left of it";
  register_account("another", "unused");
  EXPECT_EQ(reader_->find_account({"unused"})->user.id, "another");
}

// A director who did not play lost the account, and with it the tournaments, half a year after the last
// logout.
TEST_P(PeopleStoreTest, SweepsNoAccountThatWasUsedOtherwise) {
  const std::vector<std::string> used{"asks", "directs", "enters", "moderates", "writes"};
  for (const std::string& id : used) register_account(id, id);
  for (const char* id : {"gone", "unused"}) register_account(id, id);
  constexpr int kMost = 9;
  const Tournament tournament{"t1", "directs", "directs", "Evening", "gomoku", "renju", "", 15, 5, "open"};
  const TournamentEvent created{1, "created", "{}", "", "", 5}, joined{2, "joined", "{}", "enters", "", 5};
  Moderate grant;
  grant.line.at = 5;
  grant.line.act = "grant";
  grant.line.subject = grant.line.name = "moderates";
  grant.powers = "chat";
  for (const Write& write : std::vector<Write>{
           CreateTournament{tournament, created, kMost}, AppendTournament{"t1", "open", {joined}},
           CreateStudy{{"s1", "of another", "Wu", "Ends", "private", 5}, kMost},
           AddStudyMember{"s1", "writes", "writes", "writer", kMost},
           AddStudyMember{"s1", "gone", "gone", "gone", kMost}, grant,
           BeginChallenge{{.id = "c1", .from = "asks", .to = "unused", .wish = "any", .until = 900},
                          kMost,
                          kMost,
                          kMost}})
    EXPECT_EQ(commit(write), WriteResult::done) << write.index();
  EXPECT_EQ(
      commit(SweepUsers{.after = "", .until = "z", .now = 500, .sessions_before = 50, .guests_before = 50}),
      WriteResult::done);
  for (const std::string& name : used) EXPECT_TRUE(reader_->find_account({name})) << name;
  for (const char* name : {"gone", "unused"}) EXPECT_FALSE(reader_->find_account({name})) << name;
}

TEST_P(PeopleStoreTest, GoesThroughUsersInPages) {
  for (const char* id : {"b", "d", "a", "c", "e"}) commit(CreateUser{User{id, id, true, 5}, id});
  EXPECT_EQ(reader_->last_user_of("", 2), "b");
  EXPECT_EQ(reader_->last_user_of("b", 2), "d");
  EXPECT_EQ(reader_->last_user_of("d", 2), "e");
  EXPECT_EQ(reader_->last_user_of("e", 2), std::nullopt);
}

// ---- ratings ---------------------------------------------------------------------------------------------

constexpr Standing kStart{1500, 500, 0.25, 0, 0};

/// Not Glicko-2: one that is easy to follow.
std::array<Standing, 2> plus_and_minus_ten(const std::array<Standing, 2>& before, std::string_view result,
                                           Millis at) {
  const double gain = result == "first" ? 10 : result == "second" ? -10 : 0;
  std::array<Standing, 2> after = before;
  for (Standing& each : after) {
    each.deviation /= 2;
    each.volatility += 0.25;
    each.games += 1;
    each.updated = at;
  }
  after[0].rating += gain;
  after[1].rating -= gain;
  return after;
}

class RatedStoreTest : public PeopleStoreTest {
 protected:
  RatedStoreTest() {
    register_account("g_lin", "Lin");
    register_account("g_mei", "Mei");
  }
  /// A game of these two that has ended, but does not count yet.
  static Game finished_game(const std::string& id) {
    Game game = sample_game(id);
    game.seats = {Seat{"Lin", "g_lin", 0, ""}, Seat{"Mei", "g_mei", 0, ""}};
    return game;
  }
  void play(const Game& game, const std::string& result = "first", Millis ended = 900) {
    create(game);
    const Ending ending{result.empty() ? "aborted" : "finished", result, "resign", ended};
    EXPECT_EQ(commit(Append{sample_event(game.id, 1), ending, {}}), WriteResult::done);
  }
  /// Whether it counts.
  bool rate(const std::string& id, const std::string& speed = "blitz") {
    bool counts = false;
    const RatingFormula formula = [&](const auto& before, auto result, auto at) {
      counts = true;
      return plus_and_minus_ten(before, result, at);
    };
    EXPECT_EQ(commit(RateGame{id, speed, kStart, formula}), WriteResult::done);
    return counts;
  }
};

INSTANTIATE_TEST_SUITE_P(All, RatedStoreTest, kinds_of_store(), [](const auto& info) { return info.param; });

TEST_P(RatedStoreTest, RatesAGame) {
  play(finished_game("one"));
  EXPECT_EQ(reader_->load("one")->ratings, std::nullopt);
  EXPECT_TRUE(rate("one"));
  EXPECT_EQ(reader_->ratings("g_lin"),
            std::vector{(Rating{"g_lin", "gomoku", "blitz", {1510, 250, 0.5, 1, 900}})});
  EXPECT_EQ(reader_->ratings("g_mei"),
            std::vector{(Rating{"g_mei", "gomoku", "blitz", {1490, 250, 0.5, 1, 900}})});
  EXPECT_EQ(reader_->load("one")->ratings, (std::array{RatingChange{1500, 1510}, RatingChange{1500, 1490}}));
}

TEST_P(RatedStoreTest, TheNextGameGoesOnFromTheLast) {
  play(finished_game("one"));
  rate("one");
  Game second = finished_game("two");
  std::swap(second.seats[0], second.seats[1]);
  play(second, "draw", 1900);
  EXPECT_TRUE(rate("two"));
  EXPECT_EQ(reader_->load("two")->ratings, (std::array{RatingChange{1490, 1490}, RatingChange{1510, 1510}}));
  EXPECT_EQ(reader_->ratings("g_lin").at(0).standing.games, 2);
  EXPECT_EQ(reader_->ratings("g_lin").at(0).standing.updated, 1900);
}

// Two games of one player can end in the same commit: the second must see what the first has done.
TEST_P(RatedStoreTest, TwoGamesInOneCommitBothCount) {
  std::vector<Write> writes;
  for (const char* id : {"one", "two"}) {
    writes.emplace_back(CreateGame{finished_game(id)});
    writes.emplace_back(Append{sample_event(id, 1), Ending{"finished", "first", "five", 9}, {}});
    writes.emplace_back(RateGame{id, "blitz", kStart, plus_and_minus_ten});
  }
  EXPECT_EQ(store_->commit(writes), std::vector(6, WriteResult::done));
  EXPECT_EQ(reader_->ratings("g_lin").at(0).standing.rating, 1520);
  EXPECT_EQ(reader_->ratings("g_mei").at(0).standing.rating, 1480);
}

TEST_P(RatedStoreTest, CountsAGameOnce) {
  play(finished_game("one"));
  EXPECT_TRUE(rate("one"));
  EXPECT_FALSE(rate("one"));
  EXPECT_FALSE(rate("one", "rapid"));
  EXPECT_EQ(reader_->ratings("g_lin").size(), 1u);
  EXPECT_EQ(reader_->ratings("g_lin").at(0).standing.rating, 1510);
}

TEST_P(RatedStoreTest, CountsOnlyFinishedRatedGamesOfTwoAccounts) {
  Game unrated = finished_game("unrated");
  unrated.rated = false;
  play(unrated);
  play(finished_game("aborted"), "");
  create(finished_game("running"));
  commit(CreateUser{User{"g_guest", "Guest", true, 5}, "token of a guest"});
  Game guest = finished_game("guest");
  guest.seats[1].user = "g_guest";
  play(guest);
  Game bot = finished_game("bot");
  bot.seats[1] = Seat{"Bot 5", "", 5, ""};
  play(bot);
  Game alone = finished_game("alone");
  alone.seats[1].user = "g_lin";
  play(alone);
  for (const char* id : {"unrated", "aborted", "running", "guest", "bot", "alone", "unknown"}) {
    EXPECT_FALSE(rate(id)) << id;
  }
  EXPECT_TRUE(reader_->ratings("g_lin").empty());
}

// Whatever the server has let begin.
TEST_P(RatedStoreTest, CountsNoGameOfAPersonWithAProgram) {
  register_program("g_pela", "Pela");
  register_program("g_wine", "Wine");
  play(rated_game("mixed", "g_lin", "g_pela"));
  play(rated_game("mixed too", "g_pela", "g_lin"));
  EXPECT_FALSE(rate("mixed"));
  EXPECT_FALSE(rate("mixed too"));
  EXPECT_TRUE(reader_->ratings("g_lin").empty());
  play(rated_game("programs", "g_pela", "g_wine"));
  EXPECT_TRUE(rate("programs"));
  EXPECT_EQ(reader_->ratings("g_pela").size(), 1u);
}

TEST_P(RatedStoreTest, AClosedAccountHasNoRatingAndGetsNone) {
  play(finished_game("one"));
  play(finished_game("two"));
  rate("one");
  EXPECT_EQ(commit(CloseAccount{"g_lin", "wrong"}), WriteResult::refused);
  EXPECT_EQ(reader_->ratings("g_lin").size(), 1u) << "it was not closed";
  commit(CloseAccount{"g_lin", password("Lin")});
  EXPECT_TRUE(reader_->ratings("g_lin").empty());
  EXPECT_EQ(reader_->ratings("g_mei").size(), 1u);
  EXPECT_FALSE(rate("two")) << "it ended while the account was being closed";
  EXPECT_EQ(reader_->load("one")->ratings, (std::array{RatingChange{1500, 1510}, RatingChange{1500, 1490}}));
}

// A formula that cannot go on must not leave one of the two players rated.
TEST_P(RatedStoreTest, AFormulaThatThrowsChangesNothing) {
  play(finished_game("one"));
  const RatingFormula broken = [](const auto&, auto, auto) -> std::array<Standing, 2> {
    throw std::runtime_error("no such result");
  };
  EXPECT_ANY_THROW(commit(RateGame{"one", "blitz", kStart, broken}));
  EXPECT_TRUE(reader_->ratings("g_lin").empty());
  EXPECT_TRUE(rate("one"));
}

TEST_P(RatedStoreTest, DrawsTheCurveOfARating) {
  for (int i = 1; i <= 3; ++i) {
    play(finished_game(std::to_string(i)), "first", i * 100);
    rate(std::to_string(i));
  }
  using Points = std::vector<RatingPoint>;
  EXPECT_EQ(reader_->rating_curve("g_lin", "gomoku", "blitz", 2),
            (Points{{"2", 1520, 200}, {"3", 1530, 300}}));
  EXPECT_EQ(reader_->rating_curve("g_mei", "gomoku", "blitz", 99).size(), 3u);
  EXPECT_EQ(reader_->rating_curve("g_mei", "gomoku", "rapid", 99), Points{});
}

// Everybody may see the curve and the tally.
TEST_P(RatedStoreTest, PrivateGamesAreOnNoCurveAndInNoTally) {
  play(finished_game("open"), "first", 100);
  Game hidden = finished_game("hidden");
  hidden.is_private = true;
  play(hidden, "first", 200);
  for (const char* id : {"open", "hidden"}) EXPECT_TRUE(rate(id));
  EXPECT_EQ(reader_->rating_curve("g_lin", "gomoku", "blitz", 9),
            (std::vector<RatingPoint>{{"open", 1510, 100}}));
  EXPECT_EQ(reader_->tally("g_lin", 9), (Tally{.played = 1, .won = 1, .lost = 0, .drawn = 0}));
  EXPECT_EQ(reader_->tally("g_mei", 9), (Tally{.played = 1, .won = 0, .lost = 1, .drawn = 0}));
}

TEST_P(RatedStoreTest, LooksNoFurtherBackForACurveThanTenTimesItsPoints) {
  play(finished_game("open"), "first", 100);
  rate("open");
  for (int i = 1; i <= 10; ++i) {
    Game hidden = finished_game(std::to_string(i));
    hidden.is_private = true;
    play(hidden, "first", 100 + i);
    rate(hidden.id);
  }
  EXPECT_TRUE(reader_->rating_curve("g_lin", "gomoku", "blitz", 1).empty());
  EXPECT_EQ(reader_->rating_curve("g_lin", "gomoku", "blitz", 2).size(), 1u);
}

TEST_P(RatedStoreTest, RanksTheSettledBestFirst) {
  for (const char* id : {"one", "two"}) {
    play(finished_game(id));
    rate(id);
  }
  const auto names = [this](double max_deviation, int limit) {
    std::vector<std::string> names;
    for (const Ranked& each : reader_->leaders("gomoku", "blitz", max_deviation, limit, false)) {
      names.push_back(each.name);
    }
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(125, 10), (Names{"Lin", "Mei"}));
  EXPECT_EQ(names(125, 1), Names{"Lin"});
  EXPECT_EQ(names(124, 10), Names{});
  EXPECT_EQ(reader_->leaders("gomoku", "blitz", 125, 1, false).at(0).standing,
            reader_->ratings("g_lin").at(0).standing);
  EXPECT_TRUE(reader_->leaders("xiangqi", "blitz", 500, 10, false).empty());
}

TEST_P(RatedStoreTest, RanksProgramsByThemselves) {
  register_program("g_pela", "Pela");
  register_program("g_wine", "Wine");
  play(finished_game("people"));
  rate("people");
  for (const char* id : {"one", "two"}) {
    play(rated_game(id, "g_pela", "g_wine"));
    rate(id);
  }
  const auto names = [this](bool programs) {
    std::vector<std::string> all;
    for (const Ranked& each : reader_->leaders("gomoku", "blitz", 500, 10, programs))
      all.push_back(each.name);
    return all;
  };
  EXPECT_EQ(names(false), (std::vector{"Lin"s, "Mei"s}));
  EXPECT_EQ(names(true), (std::vector{"Pela"s, "Wine"s}));
}

}  // namespace
}  // namespace storage
