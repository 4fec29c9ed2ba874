#include "engine/core/little_endian.h"

#include <gtest/gtest.h>

#include <limits>

namespace engine {
namespace {

TEST(LittleEndian, PutsTheLowByteFirst) {
  std::string bytes;
  append_little_endian(bytes, std::uint32_t{0x04030201});
  append_little_endian(bytes, std::int16_t{-2});
  EXPECT_EQ(bytes, std::string("\x01\x02\x03\x04\xfe\xff"));
}

template <class T>
void expect_to_be_read_back() {
  for (const T value :
       {std::numeric_limits<T>::min(), T{-1}, T{0}, T{1}, T{100}, std::numeric_limits<T>::max()}) {
    std::string bytes;
    append_little_endian(bytes, value);
    ASSERT_EQ(bytes.size(), sizeof(T));
    EXPECT_EQ(read_little_endian<T>(bytes.data()), value);
    EXPECT_EQ(read_little_endian<T>(reinterpret_cast<const unsigned char*>(bytes.data())), value);
  }
}

TEST(LittleEndian, IsReadBack) {
  expect_to_be_read_back<std::int8_t>();
  expect_to_be_read_back<std::int16_t>();
  expect_to_be_read_back<std::int32_t>();
  expect_to_be_read_back<std::int64_t>();
}

}  // namespace
}  // namespace engine
