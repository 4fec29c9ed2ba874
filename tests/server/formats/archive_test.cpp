#include "server/formats/archive.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>

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

std::string number(std::uint64_t value, int size) {
  std::string bytes;
  for (; size > 0; --size, value >>= 8) bytes += static_cast<char>(value & 0xFF);
  return bytes;
}

/// The only file of `bytes` as programs write it that do not know how long files will be.
std::string as_zip64(const std::string& bytes, std::uint64_t plain) {
  const std::size_t row = bytes.find("PK\1\2"), end = bytes.find("PK\5\6");
  const std::string longest(4, '\xFF'), packed = bytes.substr(row + 20, 4) + number(0, 4);
  std::string entry = bytes.substr(row, end - row), last = bytes.substr(end);
  entry.replace(20, 8, longest + longest);  // How long it is, packed and plain.
  entry.replace(30, 2, number(8 + 4 + 24, 2));
  entry.replace(42, 4, longest);                             // Where it stands.
  entry += number(0x7075, 2) + number(4, 2) + number(0, 4);  // Another extra field.
  entry += number(1, 2) + number(24, 2) + number(plain, 8) + packed + number(0, 8);
  last.replace(8, 4, longest);
  last.replace(12, 8, longest + longest);
  const std::string long_end = "PK\6\6" + number(44, 8) + number(45, 2) + number(45, 2) + number(0, 8) +
                               number(1, 8) + number(1, 8) + number(entry.size(), 8) + number(row, 8);
  const std::string locator = "PK\6\7" + number(0, 4) + number(row + entry.size(), 8) + number(1, 4);
  return bytes.substr(0, row) + entry + long_end + locator + last;
}

// It was called damaged.
TEST(ArchiveTest, ReadsZip64) {
  const std::string text = "some text of a file", bytes = write_zip({{"a.pgn", text}});
  EXPECT_THAT(unzipped(as_zip64(bytes, text.size())).files, ElementsAre(Pair("a.pgn", text)));
  EXPECT_EQ(unzipped(as_zip64(bytes, std::uint64_t{1} << 40)).reason, "too_long");
  EXPECT_EQ(unzipped(as_zip64(bytes, ~std::uint64_t{0})).reason, "too_long");
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
