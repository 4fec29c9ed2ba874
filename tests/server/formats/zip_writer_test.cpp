#include "server/formats/zip_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/formats/archive.h"

namespace server {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::pair<std::string, std::string>> files_of(const std::string& archive) {
  std::vector<std::pair<std::string, std::string>> files;
  const auto bad = unzip(archive, {.files = 10, .bytes = 1 << 20}, [&](std::string_view name, auto content) {
    files.emplace_back(name, content ? *content : content.error().message);
  });
  if (bad) ADD_FAILURE() << bad->message;
  return files;
}

TEST(ZipWriterTest, FilesComeBack) {
  ZipWriter zip;
  const std::string content = std::string(5000, '\0') + "end";
  zip.add("1-胡荣华", "xqf", content);
  zip.add("2", "xqf", "");
  const std::size_t bytes = zip.bytes();
  EXPECT_LT(bytes, 300U);
  const std::string archive = zip.finish();
  EXPECT_EQ(archive.size(), bytes + 22);
  EXPECT_THAT(files_of(archive), ElementsAre(Pair("1-胡荣华.xqf", content), Pair("2.xqf", "")));
}

TEST(ZipWriterTest, NamesAreThoseOfFiles) {
  ZipWriter zip;
  zip.add("../a\\b:c\n?", "x", "1");
  zip.add(std::string(119, 'a') + "好b", "x", "2");
  EXPECT_THAT(files_of(zip.finish()),
              ElementsAre(Pair(".._a_b_c__.x", "1"), Pair(std::string(119, 'a') + "好.x", "2")));
}

TEST(ZipWriterTest, MayBeEmpty) {
  const std::string archive = ZipWriter().finish();
  EXPECT_TRUE(is_zip(archive));
  EXPECT_THAT(files_of(archive), IsEmpty());
}

}  // namespace
}  // namespace server
