#include "server/bridge/policy.h"

#include <gtest/gtest.h>

namespace server::bridge {
namespace {

Policy policy(const std::string& text) {
  auto read = Policy::read(text);
  EXPECT_TRUE(read) << (read ? "" : read.error());
  return read ? *std::move(read) : Policy{};
}

OpenGame blitz() {
  return {.id = "s1",
          .is_seek = true,
          .game = "xiangqi",
          .rule = "standard",
          .opponent = "Lin",
          .time = {{"initial", 180'000}, {"increment", 2'000}}};
}

TEST(PolicyTest, ReadsEveryField) {
  const Policy read =
      policy(R"({"games":[{"game":"gomoku","rule":"renju","time":{"initial":60000}}],"mostGames":4,
    "mostWithOne":2,"minInitial":60000,"maxInitial":600000,"unlimited":true,"days":true,"waitSeconds":5,
    "seeks":false,"seats":false,"challenges":false,"people":false,"programs":false,"rematches":false,
    "takebacks":false,"only":["Lin"],"never":["Mallory"],"thinkMs":500,"marginMs":100})");
  ASSERT_EQ(read.games.size(), 1u);
  EXPECT_EQ(read.games[0].rule, "renju");
  EXPECT_EQ(read.most_games, 4);
  EXPECT_EQ(read.most_with_one, 2);
  EXPECT_EQ(read.min_initial, milliseconds(60'000));
  EXPECT_EQ(read.max_initial, milliseconds(600'000));
  EXPECT_TRUE(read.unlimited && read.days);
  EXPECT_EQ(read.wait, std::chrono::seconds(5));
  EXPECT_FALSE(read.seeks || read.seats || read.challenges || read.rematches || read.takebacks);
  EXPECT_FALSE(read.people || read.programs);
  EXPECT_EQ(read.only, std::vector<std::string>{"Lin"});
  EXPECT_EQ(read.never, std::vector<std::string>{"Mallory"});
  EXPECT_EQ(read.think, milliseconds(500));
  EXPECT_EQ(read.margin, milliseconds(100));
}

TEST(PolicyTest, NamesTheFieldThatIsWrong) {
  for (const auto& [text, word] : std::vector<std::pair<std::string, std::string>>{
           {"[", "JSON"},
           {"[]", "object"},
           {R"({"mostgames":1})", "mostgames"},
           {R"({"mostGames":0})", "mostGames"},
           {R"({"mostGames":17})", "mostGames"},
           {R"({"mostGames":"2"})", "mostGames"},
           {R"({"seeks":1})", "seeks"},
           {R"({"games":[{"game":"chess"}]})", "games"},
           {R"({"games":[{"game":"gomoku","rule":"pro"}]})", "games"},
           {R"({"games":[{"game":"gomoku","level":3}]})", "games"},
           {R"({"games":[{"game":"gomoku","time":{"initial":"5 min"}}]})", "games"},
           {R"({"never":"Lin"})", "never"},
           {R"({"thinkMs":600001})", "thinkMs"}}) {
    const auto read = Policy::read(text);
    ASSERT_FALSE(read) << text;
    EXPECT_NE(read.error().find(word), std::string::npos) << read.error();
  }
}

TEST(PolicyTest, TakesGamesWithAClockByDefault) {
  EXPECT_FALSE(Policy{}.refuses(blitz()));
  OpenGame game = blitz();
  game.time = nullptr;
  EXPECT_EQ(Policy{}.refuses(game), "unlimited");
  EXPECT_FALSE(policy(R"({"unlimited":true})").refuses(game));
  game.time = {{"days", 3}};
  EXPECT_EQ(Policy{}.refuses(game), "days");
  EXPECT_FALSE(policy(R"({"days":true})").refuses(game));
}

TEST(PolicyTest, TakesRatedGamesOfProgramsWhereItsOwnerWantsThem) {
  OpenGame game = blitz();
  game.rated = game.is_of_program = true;
  const Policy rated = policy(R"({"games":[{"game":"xiangqi","rated":true}]})");
  EXPECT_FALSE(rated.refuses(game));
  EXPECT_EQ(policy(R"({"games":[{"game":"xiangqi"}]})").refuses(game), "rated");
  EXPECT_EQ(Policy{}.refuses(game), "rated");
  EXPECT_EQ(rated.refuses(blitz()), "casual");
  game.is_of_program = false;
  EXPECT_EQ(rated.refuses(game), "rated") << "the server would not let it";
}

TEST(PolicyTest, RefusesWhatItsOwnerDoesNotWant) {
  OpenGame game = blitz();
  game.rated = true;
  EXPECT_EQ(Policy{}.refuses(game), "rated");
  game = blitz();
  game.opening = "swap2";
  EXPECT_EQ(Policy{}.refuses(game), "opening");
  EXPECT_EQ(policy(R"({"never":["Lin"]})").refuses(blitz()), "never");
  EXPECT_EQ(policy(R"({"seeks":false})").refuses(blitz()), "seeks");
  game = blitz();
  game.is_seek = false;
  EXPECT_EQ(policy(R"({"seats":false})").refuses(game), "seats");
  EXPECT_EQ(policy(R"({"minInitial":180001})").refuses(blitz()), "minInitial");
  EXPECT_EQ(policy(R"({"maxInitial":179999})").refuses(blitz()), "maxInitial");
  EXPECT_FALSE(policy(R"({"minInitial":180000,"maxInitial":180000})").refuses(blitz()));
}

TEST(PolicyTest, WantsAGameByItsRuleAndTimeWhereTheyAreNamed) {
  EXPECT_FALSE(policy(R"({"games":[{"game":"xiangqi"}]})").refuses(blitz()));
  EXPECT_EQ(policy(R"({"games":[{"game":"gomoku"}]})").refuses(blitz()), "games");
  OpenGame game = blitz();
  game.game = "gomoku";
  game.rule = "freestyle";
  EXPECT_EQ(policy(R"({"games":[{"game":"gomoku","rule":"renju"}]})").refuses(game), "games");
  EXPECT_FALSE(policy(R"({"games":[{"game":"xiangqi","time":{"initial":180000,"increment":2000}}]})")
                   .refuses(blitz()));
  EXPECT_EQ(policy(R"({"games":[{"game":"xiangqi","time":{"initial":180000}}]})").refuses(blitz()), "games");
}

// Two bots that answered each other's seeks withdrew their own for it, and were never paired.
TEST(PolicyTest, KnowsTheSeeksThatItHasItself) {
  const Policy seeking = policy(R"({"games":[{"game":"xiangqi","time":{"initial":180000,"increment":2000}},
    {"game":"gomoku","rule":"renju","rated":true,"time":{"initial":60000}},{"game":"antireversi"}]})");
  EXPECT_TRUE(seeking.seeks_alike(blitz()));
  OpenGame other = blitz();
  other.rated = true;
  EXPECT_FALSE(seeking.seeks_alike(other)) << "its own is casual";
  other = blitz();
  other.time["initial"] = 60'000;
  EXPECT_FALSE(seeking.seeks_alike(other));
  other = blitz();
  other.is_seek = false;
  EXPECT_FALSE(seeking.seeks_alike(other)) << "a seat has to be taken";
  OpenGame gomoku{
      .is_seek = true, .game = "gomoku", .rule = "renju", .time = {{"initial", 60'000}}, .rated = true};
  EXPECT_TRUE(seeking.seeks_alike(gomoku));
  gomoku.rule = "freestyle";
  EXPECT_FALSE(seeking.seeks_alike(gomoku));
  gomoku.game = "antireversi";
  gomoku.rule = "standard";
  EXPECT_FALSE(seeking.seeks_alike(gomoku)) << "without a time it is not sought";
  const Policy usual = policy(R"({"games":[{"game":"gomoku","time":{"initial":60000}}]})");
  OpenGame freestyle{.is_seek = true, .game = "gomoku", .rule = "freestyle", .time = {{"initial", 60'000}}};
  EXPECT_TRUE(usual.seeks_alike(freestyle));
  freestyle.rule = "caro";
  EXPECT_FALSE(usual.seeks_alike(freestyle)) << "it seeks the usual rule, and answers others";
}

// The server pairs a seek with anyone's: a bot for some opponents got others.
TEST(PolicyTest, SeeksNothingItselfWhereItChoosesItsOpponents) {
  const Wish casual{.game = "gomoku", .time = {{"initial", 60'000}}}, open_time{.game = "gomoku"};
  const Wish rated{.game = "gomoku", .time = {{"initial", 60'000}}, .rated = true};
  EXPECT_TRUE(policy("{}").seeks_itself(casual));
  EXPECT_FALSE(policy("{}").seeks_itself(open_time)) << "of no time";
  for (const char* const chosen : {R"({"only":["Mei"]})", R"({"never":["Mei"]})", R"({"programs":false})"})
    for (const Wish& wish : {casual, rated}) EXPECT_FALSE(policy(chosen).seeks_itself(wish)) << chosen;
  EXPECT_FALSE(policy(R"({"people":false})").seeks_itself(casual));
  EXPECT_TRUE(policy(R"({"people":false})").seeks_itself(rated)) << "programs alone answer it";
  const std::string wishes = R"("games":[{"game":"xiangqi","time":{"initial":180000,"increment":2000}}])";
  EXPECT_TRUE(policy("{" + wishes + "}").seeks_alike(blitz()));
  EXPECT_FALSE(policy("{" + wishes + R"(,"never":["Mei"]})").seeks_alike(blitz())) << "it has to answer";
}

TEST(PolicyTest, ChoosesItsOpponents) {
  OpenGame game = blitz();
  EXPECT_EQ(policy(R"({"people":false})").refuses(game), "people");
  EXPECT_FALSE(policy(R"({"programs":false})").refuses(game));
  EXPECT_EQ(policy(R"({"only":["Mei"]})").refuses(game), "only");
  EXPECT_FALSE(policy(R"({"only":["Mei","Lin"]})").refuses(game));
  EXPECT_EQ(policy(R"({"only":["Lin"],"never":["Lin"]})").refuses(game), "never");
  game.is_of_program = true;
  EXPECT_EQ(policy(R"({"programs":false})").refuses(game), "programs");
  EXPECT_FALSE(policy(R"({"people":false})").refuses(game));
}

// The server leaves out what is 0.
TEST(PolicyTest, ComparesTimesAsTheProtocolMeansThem) {
  OpenGame game = blitz();
  game.time = {{"initial", 180'000}};
  const Policy named = policy(R"({"games":[{"game":"xiangqi","time":{"initial":180000,"increment":0}}]})");
  EXPECT_FALSE(named.refuses(game));
  EXPECT_EQ(named.refuses(blitz()), "games") << "an increment of 2 s";
  game.time = nullptr;
  EXPECT_EQ(named.refuses(game), "games");
}

TEST(PolicyTest, RefusesWhatTheProgramRefused) {
  Policy known;
  known.unplayable.insert("xiangqi standard");
  EXPECT_EQ(known.refuses(blitz()), "games");
  known.unplayable = {"xiangqi other"};
  EXPECT_FALSE(known.refuses(blitz()));
}

TEST(PolicyTest, TakesChallengesApartFromSeeksAndSeats) {
  OpenGame game = blitz();
  game.is_seek = false;
  game.is_challenge = true;
  EXPECT_FALSE(policy(R"({"seeks":false,"seats":false})").refuses(game));
  EXPECT_EQ(policy(R"({"challenges":false})").refuses(game), "challenges");
  EXPECT_FALSE(policy(R"({"challenges":false})").refuses(blitz()));
}

TEST(PolicyTest, DeclinesWithAReasonThatHelps) {
  for (const auto& [refusal, reason] :
       std::vector<std::pair<std::string, std::string>>{{"rated", "casual"},
                                                        {"casual", "rated"},
                                                        {"games", "game"},
                                                        {"opening", "game"},
                                                        {"unlimited", "faster"},
                                                        {"maxInitial", "faster"},
                                                        {"minInitial", "slower"},
                                                        {"never", ""},
                                                        {"people", ""}})
    EXPECT_EQ(decline_reason(refusal), reason) << refusal;
}

}  // namespace
}  // namespace server::bridge
