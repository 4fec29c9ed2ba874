#include "server/pages/assets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

using testing::Contains;
using testing::Pair;

constexpr EmbeddedAsset kFiles[] = {
    {"/assets/index-4f2a.js", "\"js\"", "let a = 1;", "packed"},
    {"/icon.png", "\"png\"", "picture", {}},
    {"/index.html", "\"html\"", "<!doctype html>", {}},
};

HttpRequest request(std::string path) {
  HttpRequest request;
  request.path = std::move(path);
  return request;
}

TEST(AssetsTest, ServesItsFilesByExactName) {
  const Assets assets(kFiles);
  const HttpResponse script = assets.get(request("/assets/index-4f2a.js"));
  EXPECT_EQ(script.content(), "let a = 1;");
  EXPECT_EQ(script.type, "text/javascript; charset=utf-8");
  EXPECT_THAT(script.headers, Contains(Pair("Cache-Control", "public, max-age=31536000, immutable")));
  for (const char* path :
       {"/", "/assets", "/assets/", "/assets/../index.html", "//index.html", "/INDEX.HTML", "/x"}) {
    EXPECT_EQ(assets.get(request(path)).status, 404) << path;
  }
}

TEST(AssetsTest, ThePageIsAskedForAgainEachTimeAndComesOnce) {
  const Assets assets(kFiles);
  HttpRequest again = request("/aB3dE9xQ");
  EXPECT_THAT(assets.page(again).headers, Contains(Pair("Cache-Control", "no-cache")));
  EXPECT_EQ(assets.page(again).content(), "<!doctype html>");
  again.if_none_match = "W/\"other\", \"html\"";
  EXPECT_EQ(assets.page(again).status, 304);
  EXPECT_EQ(assets.page(again).content(), "");
}

// The hashes: printf %s 'let a = 1;' | openssl dgst -sha256 -binary | base64
TEST(AssetsTest, AllowsWhatIsWrittenIntoThePageByItsHash) {
  constexpr EmbeddedAsset kWithInside[] = {
      {"/index.html",
       "\"html\"",
       "<script>let a = 1;</script><script src=\"/b.js\"></script><style>a{}</style>",
       {}}};
  HttpRequest request;
  request.if_none_match = "\"html\"";
  for (const HttpResponse& page : {Assets(kWithInside).page({}), Assets(kWithInside).page(request)}) {
    EXPECT_THAT(
        page.headers,
        Contains(Pair(
            "Content-Security-Policy",
            testing::HasSubstr(
                "script-src 'self' 'sha256-xY6QKfH9PRsQnLz56nj6MBwiK5oHg+im1Jkpdp1x/Ck='; "
                "style-src 'self' 'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk='; connect-src"))));
  }
}

TEST(AssetsTest, PacksForWhoCanUnpack) {
  const Assets assets(kFiles);
  HttpRequest script = request("/assets/index-4f2a.js");
  script.accepts_gzip = true;
  EXPECT_EQ(assets.get(script).content(), "packed");
  EXPECT_THAT(assets.get(script).headers, Contains(Pair("Content-Encoding", "gzip")));
  HttpRequest picture = request("/icon.png");
  picture.accepts_gzip = true;
  EXPECT_EQ(assets.get(picture).content(), "picture");
}

TEST(AssetsTest, SaysSoWhenTheClientWasNotBuilt) {
  const HttpResponse page = Assets({}).page(request("/"));
  EXPECT_EQ(page.status, 503);
  EXPECT_THAT(std::string(page.content()), testing::HasSubstr("npm run build"));
}

class WebRootTest : public testing::Test {
 protected:
  WebRootTest() {
    std::filesystem::create_directories(folder_ / "root/assets");
    write("root/index.html", "page");
    write("root/assets/a.css", "style");
    write("secret.txt", "secret");
    std::filesystem::create_symlink(folder_ / "secret.txt", folder_ / "root/link.txt");
    std::filesystem::create_directories(folder_ / "root-twin");
    write("root-twin/b.txt", "twin");
  }
  void write(const char* name, const char* text) { std::ofstream(folder_ / name) << text; }
  HttpResponse get(std::string path) {
    return Assets(kFiles, folder_ / "root").get(request(std::move(path)));
  }

  TemporaryFolder folder_;
};

TEST_F(WebRootTest, ServesTheFilesOfTheFolder) {
  EXPECT_EQ(get("/assets/a.css").content(), "style");
  EXPECT_EQ(get("/assets/a.css").type, "text/css; charset=utf-8");
  EXPECT_EQ(Assets(kFiles, folder_ / "root").page(request("/")).content(), "page");
  EXPECT_EQ(get("/assets/index-4f2a.js").status, 404) << "not those of the program";
}

TEST_F(WebRootTest, NothingOutsideTheFolderExists) {
  for (const char* path : {"/../secret.txt", "/assets/../../secret.txt", "/link.txt", "/../root-twin/b.txt",
                           "/", "/assets", "//etc/passwd", "/../../../../../../etc/passwd", "/assets/none"}) {
    EXPECT_EQ(get(path).status, 404) << path;
  }
}

}  // namespace
}  // namespace server
