#include "server/formats/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/formats/binary_writers.h"

namespace server {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr ZipBounds kBounds{.files = 10, .bytes = 1 << 20};

struct Unzipped {
  std::vector<std::pair<std::string, std::string>> files{};  ///< Names and contents, or why there is none.
  std::string reason{};
};

Unzipped unzipped(std::string_view bytes, const ZipBounds& bounds = kBounds) {
  Unzipped result;
  const auto bad = unzip(bytes, bounds, [&](std::string_view name, auto content) {
    result.files.emplace_back(name, content ? *content : content.error().message);
  });
  if (bad) result.reason = bad->reason;
  return result;
}

TEST(ArchiveTest, GivesEachFile) {
  const std::string bytes = write_zip(
      {{"a.pgn", std::string(5000, 'a')}, {"folder/", "", false}, {"b", "plain", false}, {"c", ""}});
  ASSERT_TRUE(is_zip(bytes));
  EXPECT_THAT(unzipped(bytes).files,
              ElementsAre(Pair("a.pgn", std::string(5000, 'a')), Pair("b", "plain"), Pair("c", "")));
}

TEST(ArchiveTest, HasBounds) {
  const std::string long_file(2 << 20, 'a');
  EXPECT_EQ(unzipped(write_zip({{"a", long_file}})).reason, "too_long");
  EXPECT_EQ(
      unzipped(write_zip({{"a", long_file.substr(0, 600'000)}, {"b", long_file.substr(0, 600'000)}})).reason,
      "too_long");
  EXPECT_EQ(unzipped(write_zip(std::vector<ZippedFile>(11, {"a", "a"}))).reason, "too_long");
}

// What the directory claims is small, what is packed is not.
TEST(ArchiveTest, AFileIsNeverLongerThanItsArchiveSays) {
  std::string bytes = write_zip({{"a", std::string(1 << 20, 'a')}});
  const std::size_t row = bytes.find("PK\1\2");
  bytes[row + 24] = 100;
  bytes[row + 25] = bytes[row + 26] = 0;
  EXPECT_THAT(unzipped(bytes).files, ElementsAre(Pair("a", "it is longer than it says")));
}

// A thousand rows for the same bytes would be unpacked a thousand times.
TEST(ArchiveTest, FilesDoNotShareTheirBytes) {
  std::string bytes = write_zip({{"a", std::string(1000, 'x'), false}, {"b", "", false}});
  const std::size_t first = bytes.find("PK\1\2"), second = bytes.find("PK\1\2", first + 1);
  bytes.replace(second + 16, 12, bytes.substr(first + 16, 12));
  bytes.replace(second + 42, 4, bytes.substr(first + 42, 4));
  EXPECT_EQ(unzipped(bytes).reason, "archive");
}

TEST(ArchiveTest, SaysWhatIsWrong) {
  const std::string bytes = write_zip({{"a", "some text of a file", true}});
  EXPECT_EQ(unzipped(bytes.substr(0, bytes.size() - 30)).reason, "archive");
  std::string locked = bytes, other = bytes, damaged = bytes;
  locked[bytes.find("PK\1\2") + 8] = 1;
  EXPECT_THAT(unzipped(locked).files, ElementsAre(Pair("a", "it is locked by a password")));
  other[bytes.find("PK\1\2") + 10] = 14;
  EXPECT_THAT(unzipped(other).files,
              ElementsAre(Pair("a", "it is packed by method 14, which is not known here")));
  damaged[40] ^= 1;
  EXPECT_THAT(unzipped(damaged).files, ElementsAre(Pair("a", testing::HasSubstr("damaged"))));
}

}  // namespace
}  // namespace server
