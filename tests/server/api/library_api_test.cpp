#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sodium.h>

#include "server/formats/game_file.h"
#include "server/formats/game_reader.h"
#include "server/identity/tokens.h"
#include "server/library/library_work.h"
#include "tests/server/api/http_caller.h"

namespace server {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::SizeIs;

std::string base64(const std::string& bytes) {
  std::string text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()),
                    bytes.size(), sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();  // The zero at its end.
  return text;
}

std::string pgn_of(const std::vector<std::string>& moves, const std::string& first,
                   const std::string& result) {
  PlayedGame game{.game = "xiangqi", .rule = "standard"};
  game.names = {first, "Mei"};
  game.event = "Cup";
  game.at = read_day("2019-05-31");
  game.moves = moves;
  game.spent.resize(moves.size());
  game.result = result;
  return write_game("pgn", game)->text + "\n";
}

class LibraryApiTest : public testing::Test {
 protected:
  LibraryApiTest() {
    for (const char* user : {"lin", "wu"})
      http_.commit({storage::CreateUser{{std::string("u_") + user, user, true, 1}, hash_token(user)}});
  }

  Json create(const std::string& visibility = "private") {
    const HttpResponse answer =
        http_.ask("POST", "/api/collections", "lin", {{"name", "My games"}, {"visibility", visibility}});
    EXPECT_EQ(answer.status, 201) << answer.body;
    return Json::parse(answer.body);
  }
  int status(const std::string& method, const std::string& path, const std::string& who,
             const Json& body = {}) {
    return http_.ask(method, path, who, body).status;
  }
  Json get(const std::string& target, const std::string& who = "lin") { return http_.get_json(target, who); }
  Json explored(const std::string& id, const std::string& moves) {
    return get("/api/collections/" + id + "/explorer?game=xiangqi&moves=" + moves);
  }
  /// @return the id of the import, which has begun
  std::string send(const std::string& id, const std::string& file) {
    const HttpResponse begun = http_.ask("POST", "/api/collections/" + id + "/imports", "lin",
                                         {{"file", "games.pgn"}, {"bytes", file.size()}});
    EXPECT_EQ(begun.status, 201) << begun.body;
    const std::string path = "/api/imports/" + Json::parse(begun.body).value("id", "");
    EXPECT_EQ(status("POST", path + "/parts/0", "lin", {{"base64", base64(file)}}), 200);
    EXPECT_EQ(status("POST", path, "lin", Json::object()), 200);
    return path;
  }
  /// A collection with these games, indexed.
  std::string with_games(const std::string& file, const std::string& visibility = "private") {
    const std::string id = create(visibility)["id"];
    LibraryWork work(http_.store(), http_.records(), http_.import_quota(), {});
    http_.when_library_changed([&work] { work.wake(); });
    const std::string import = send(id, file);
    while (get(import)["status"] == "waiting" ||
           get("/api/collections/" + id)["indexed"] != get("/api/collections/" + id)["games"])
      continue;
    http_.when_library_changed([] {});
    EXPECT_EQ(get(import)["status"], "done") << get(import);
    return id;
  }

  HttpCaller http_;
};

const std::string kThree = pgn_of({"h2e2", "h9g7"}, "Lin", "first") +
                           pgn_of({"b2e2", "b9c7", "b0c2"}, "Wu", "draw") +
                           pgn_of({"c3c4"}, "Zhao", "second");

TEST_F(LibraryApiTest, MakesCollectionsAndChangesThem) {
  const Json made = create();
  EXPECT_EQ(made["name"], "My games");
  EXPECT_EQ(made["own"], true);
  const std::string path = "/api/collections/" + made.value("id", "");
  EXPECT_EQ(status("POST", path, "lin", {{"name", "Others"}}), 200);
  EXPECT_EQ(get(path)["name"], "Others");
  EXPECT_EQ(get(path)["visibility"], "private");
  EXPECT_THAT(get("/api/me/collections")["collections"], SizeIs(1));
  EXPECT_EQ(status("DELETE", path, "lin"), 200);
  EXPECT_EQ(http_.get(path, "lin").status, 404);
  EXPECT_THAT(get("/api/me/collections")["collections"], SizeIs(0));
}

TEST_F(LibraryApiTest, RefusesWhatMakesNoSense) {
  EXPECT_EQ(status("POST", "/api/collections", "", {{"name", "x"}}), 401);
  for (const Json& body :
       {Json::object(), Json{{"name", " "}}, Json{{"name", 1}}, Json{{"name", "x"}, {"visibility", "secret"}},
        Json{{"name", std::string(101, 'x')}}})
    EXPECT_EQ(status("POST", "/api/collections", "lin", body), 400) << body;
  const std::string path = "/api/collections/" + create().value("id", "");
  for (const char* query : {"sort=rating", "from=yesterday", "minPlies=x", "result=won", "limit=0",
                            "cursor=x", "player=Lin&sort=-date"})
    EXPECT_EQ(http_.get(path + "/games?" + query, "lin").status, 400) << query;
  for (const char* query :
       {"", "game=chess", "game=xiangqi&moves=a0a9", "game=xiangqi&pos=none", "game=gomoku&size=x"})
    EXPECT_EQ(http_.get(path + "/explorer?" + query, "lin").status, 400) << query;
  EXPECT_EQ(http_.get(path + "/games/x", "lin").status, 404);
  EXPECT_EQ(http_.get(path + "/games/1", "lin").status, 404);
}

TEST_F(LibraryApiTest, HidesWhatIsPrivateAndLetsNobodyElseChangeIt) {
  for (const char* visibility : {"private", "unlisted", "public"}) {
    const std::string path = "/api/collections/" + create(visibility).value("id", "");
    const int seen = visibility == std::string("private") ? 404 : 200;
    for (const char* what : {"", "/games", "/explorer?game=xiangqi"})
      EXPECT_EQ(http_.get(path + what, "wu").status, seen) << visibility << what;
    EXPECT_EQ(http_.get(path).status, seen);
    EXPECT_EQ(status("POST", path, "wu", {{"name", "mine"}}), 404);
    EXPECT_EQ(status("DELETE", path, "wu"), 404);
    EXPECT_EQ(status("POST", path + "/imports", "wu", {{"file", "x"}, {"bytes", 1}}), 404);
  }
  EXPECT_THAT(get("/api/collections", "wu")["collections"], SizeIs(1)) << "those that are public";
}

TEST_F(LibraryApiTest, ImportsAFile) {
  const std::string id = with_games(kThree + kThree);
  const Json import = get("/api/me/imports")["imports"][0];
  EXPECT_EQ(import["collection"], id);
  EXPECT_EQ(import["next"], 6);
  EXPECT_EQ(import["total"], 6);
  EXPECT_EQ(import["added"], 3);
  EXPECT_EQ(import["bad"], 0);
  EXPECT_EQ(get("/api/me/collections")["collections"][0]["games"], 3);
}

TEST_F(LibraryApiTest, AListOfImportsThatIsCutSaysSo) {
  create();
  const auto import_more = [this](int from, int to) {
    std::vector<storage::Write> writes;
    for (int i = from; i < to; ++i) {
      const std::string id = "import" + std::to_string(i);
      writes.push_back(storage::BeginImport{{.id = id, .collection = 1, .owner = "u_lin", .created = i}});
      writes.push_back(storage::EndImport{id, "cancelled"});
    }
    http_.commit(std::move(writes));
  };
  import_more(0, 50);
  const Json whole = get("/api/me/imports");
  EXPECT_THAT(whole["imports"], SizeIs(50));
  EXPECT_FALSE(whole.contains("more"));
  import_more(50, 51);
  const Json cut = get("/api/me/imports");
  EXPECT_THAT(cut["imports"], SizeIs(50));
  EXPECT_EQ(cut["imports"][0]["id"], "import50") << "the last ones";
  EXPECT_EQ(cut["more"], true);
}

TEST_F(LibraryApiTest, ImportsAreTheirOwnersAlone) {
  const std::string id = create("public").value("id", "");
  const std::string path = send(id, kThree);
  EXPECT_EQ(http_.get(path, "wu").status, 404);
  EXPECT_EQ(status("DELETE", path, "wu"), 404);
  EXPECT_EQ(status("POST", path + "/parts/0", "wu", {{"base64", "AAAA"}}), 404);
  EXPECT_EQ(status("POST", "/api/collections/" + id + "/imports", "lin", {{"file", "x"}, {"bytes", 1}}), 409)
      << "one at a time";
  EXPECT_EQ(status("DELETE", path, "lin"), 200);
  EXPECT_EQ(get(path)["status"], "cancelled");
  EXPECT_EQ(get(path)["collection"], id);
  EXPECT_EQ(status("DELETE", path, "lin"), 409);
}

TEST_F(LibraryApiTest, PartsMustBeWhole) {
  const std::string id = create().value("id", "");
  const HttpResponse begun = http_.ask("POST", "/api/collections/" + id + "/imports", "lin",
                                       {{"file", "a"}, {"bytes", kBytesOfPart + 1}});
  const std::string path = "/api/imports/" + Json::parse(begun.body).value("id", "");
  EXPECT_EQ(status("POST", path + "/parts/0", "lin", {{"base64", base64("short")}}), 400);
  EXPECT_EQ(status("POST", path + "/parts/1", "lin", {{"base64", base64("xx")}}), 400);
  EXPECT_EQ(status("POST", path + "/parts/2", "lin", {{"base64", base64("x")}}), 400);
  EXPECT_EQ(status("POST", path + "/parts/1", "lin", {{"base64", base64("x")}}), 200);
  EXPECT_EQ(status("POST", path + "/parts/1", "lin", {{"base64", base64("x")}}), 200) << "sent again";
  EXPECT_EQ(status("POST", path, "lin", Json::object()), 400) << "a part is missing";
  EXPECT_EQ(
      status("POST", "/api/collections/" + id + "/imports", "lin", {{"file", "a"}, {"bytes", 100 << 20}}),
      400);
}

TEST_F(LibraryApiTest, ListsGamesWithTheirFinalPositions) {
  const std::string path = "/api/collections/" + with_games(kThree) + "/games";
  const Json all = get(path);
  ASSERT_THAT(all["games"], SizeIs(3));
  EXPECT_EQ(all["cursor"], nullptr);
  const Json& first = all["games"][0];
  EXPECT_EQ(first["players"][0]["name"], "Lin");
  EXPECT_EQ(first["date"], "2019-05-31");
  EXPECT_THAT(first["pos"].get<std::string>(), HasSubstr("1C2C4"));
  EXPECT_THAT(get(path + "?player=Wu")["games"], SizeIs(1));
  EXPECT_THAT(get(path + "?name=ZHA")["games"], SizeIs(1));
  EXPECT_THAT(get(path + "?result=draw")["games"], SizeIs(1));
  EXPECT_THAT(get(path + "?from=2019&to=2019")["games"], SizeIs(3));
  EXPECT_THAT(get(path + "?from=2020")["games"], SizeIs(0));
  EXPECT_THAT(get(path + "?minPlies=2&maxPlies=2")["games"], SizeIs(1));
}

TEST_F(LibraryApiTest, PagesGamesByTheirKey) {
  const std::string path = "/api/collections/" + with_games(kThree) + "/games?limit=1&sort=-plies";
  std::string cursor;
  std::vector<int> numbers;
  for (int page = 0; page < 3; ++page) {
    const Json found = get(path + cursor);
    ASSERT_THAT(found["games"], SizeIs(1));
    numbers.push_back(found["games"][0]["number"]);
    cursor = "&cursor=" + found.value("cursor", "");
  }
  EXPECT_EQ(numbers, (std::vector{2, 1, 3}));
}

TEST_F(LibraryApiTest, ShowsAGameAndWritesItsFile) {
  const std::string path = "/api/collections/" + with_games(kThree, "public");
  const Json game = get(path + "/games/2", "wu");
  EXPECT_EQ(game["moves"], (Json{"b2e2", "b9c7", "b0c2"}));
  EXPECT_THAT(game["positions"], SizeIs(4));
  EXPECT_THAT(game["notations"], SizeIs(3));
  EXPECT_EQ(game["notations"][0]["zh"], "炮八平五");
  EXPECT_THAT(http_.get(path + "/games/2/export?format=pgn").body, HasSubstr("B2-E2"));
  EXPECT_EQ(http_.get(path + "/games/2/export?format=sgf").status, 400);
  const std::string chosen = http_.get(path + "/export?format=pgn&games=1,3").body;
  EXPECT_THAT(chosen, HasSubstr("Lin"));
  EXPECT_THAT(chosen, HasSubstr("Zhao"));
  EXPECT_THAT(chosen, testing::Not(HasSubstr("Wu")));
  EXPECT_THAT(split_games(http_.get(path + "/export?format=pgn").body, "pgn"), SizeIs(3));
  EXPECT_THAT(http_.get(path + "/games/2/export?format=xqf").body, testing::StartsWith("XQ"));
  const HttpResponse archive = http_.get(path + "/export?format=xqf");
  EXPECT_EQ(archive.type, "application/zip");
  const auto games = GameReader::open(archive.body);
  ASSERT_TRUE(games);
  EXPECT_EQ(games->games(), 3U);
  EXPECT_EQ(games->read(1)->game.moves, (std::vector<std::string>{"b2e2", "b9c7", "b0c2"}));
}

/// Different games of 1,000 plies.
std::string long_games(std::size_t count) {
  const std::vector<std::string> red{"a3a4", "c3c4", "e3e4", "g3g4"}, black{"a6a5", "c6c5", "e6e5", "g6g5"};
  const std::vector<std::string> horses{"b0c2", "b9c7", "c2b0", "c7b9"};
  std::string file;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<std::string> moves{red[i % 4], black[i / 4]};
    while (moves.size() < 1'000) moves.push_back(horses[(moves.size() - 2) % 4]);
    file += pgn_of(moves, "Lin", "draw");
  }
  return file;
}

// A file of a thousand games of a thousand plies took the thread for slow work many seconds.
TEST_F(LibraryApiTest, FilesAndPagesHaveSoManyPliesAtMost) {
  const std::string path = "/api/collections/" + with_games(long_games(11));
  const HttpResponse named = http_.get(path + "/export?format=pgn&notation=zh", "lin");
  EXPECT_THAT(split_games(named.body, "pgn"), SizeIs(8));
  EXPECT_THAT(named.headers, testing::Contains(testing::Pair("X-Next-After", "8")));
  const std::string rest = http_.get(path + "/export?format=pgn&notation=zh&after=8", "lin").body;
  EXPECT_THAT(split_games(rest, "pgn"), SizeIs(3));
  EXPECT_THAT(split_games(http_.get(path + "/export?format=pgn", "lin").body, "pgn"), SizeIs(11));
  const std::string all = "&games=1,2,3,4,5,6,7,8,9,10,11";
  EXPECT_EQ(http_.get(path + "/export?format=pgn&notation=wxf" + all, "lin").status, 413);
  EXPECT_EQ(http_.get(path + "/export?format=pgn" + all, "lin").status, 200);
  // A part without a game that can be written so ended the whole export with 400.
  const HttpResponse none = http_.get(path + "/export?format=sgf&notation=zh", "lin");
  EXPECT_EQ(none.status, 200);
  EXPECT_EQ(none.body, "");
  EXPECT_THAT(none.headers,
              testing::IsSupersetOf({testing::Pair("X-Next-After", "8"), testing::Pair("X-Left-Out", "8")}));
  EXPECT_EQ(http_.get(path + "/export?format=sgf&notation=zh&after=8", "lin").status, 200);
  EXPECT_EQ(http_.get(path + "/export?format=sgf&games=1,2", "lin").status, 400) << "nothing at all";
  const Json page = get(path + "/games");
  EXPECT_THAT(page["games"], SizeIs(8));
  EXPECT_THAT(get(path + "/games?cursor=" + page.value("cursor", ""))["games"], SizeIs(3));
}

TEST_F(LibraryApiTest, ExploresAPosition) {
  const std::string id = with_games(kThree);
  const Json start = explored(id, "");
  ASSERT_THAT(start["moves"], SizeIs(2)) << start;
  EXPECT_EQ(start["moves"][0]["games"], 2) << "the cannons' moves are each other's image";
  EXPECT_EQ(start["moves"][0]["first"], 1);
  EXPECT_EQ(start["moves"][0]["draws"], 1);
  EXPECT_EQ(start["moves"][0]["lastYear"], 2019);
  EXPECT_THAT(start["games"], SizeIs(3));
  EXPECT_EQ(start["more"], false);
  const Json after = explored(id, "h2e2");
  ASSERT_THAT(after["moves"], SizeIs(1));
  EXPECT_EQ(after["moves"][0]["move"], "h9g7");
  EXPECT_EQ(after["games"][0]["ply"], 1);
  EXPECT_EQ(explored(id, "c3c4")["ended"], 1);
}

}  // namespace
}  // namespace server
