#include "server/protocol/codec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "server/protocol/words.h"
#include "tests/server/protocol/samples.h"

namespace server::protocol {
namespace {

using Json = nlohmann::ordered_json;

Json read_samples(const std::string& name) {
  std::ifstream file(SANQI_SOURCE_DIR "/tests/protocol/samples/" + name);
  return Json::parse(file);
}

std::map<std::string, Json> by_name(const std::string& file) {
  std::map<std::string, Json> all;
  for (const Json& sample : read_samples(file)) all[sample["name"]] = sample;
  return all;
}

TEST(Codec, understands_every_client_sample) {
  auto files = by_name("client_messages.json");
  std::set<std::size_t> kinds;
  for (const auto& sample : client_samples()) {
    ASSERT_TRUE(files.contains(sample.name)) << sample.name;
    const auto request = decode(files[sample.name]["message"].dump());
    ASSERT_TRUE(request) << sample.name << ": " << request.error().error.message;
    EXPECT_TRUE(request->message == sample.message) << sample.name;
    EXPECT_EQ(request->id, sample.id) << sample.name;
    kinds.insert(sample.message.index());
    files.erase(sample.name);
  }
  EXPECT_TRUE(files.empty()) << "not expected: " << files.begin()->first;
  EXPECT_EQ(kinds.size(), std::variant_size_v<ClientMessage>);
}

TEST(Codec, writes_every_server_sample_byte_for_byte) {
  auto files = by_name("server_messages.json");
  files.merge(by_name("study_messages.json"));
  std::set<std::size_t> kinds;
  for (const auto& sample : server_samples()) {
    EXPECT_EQ(encode(sample.message, sample.id), files[sample.name]["message"].dump()) << sample.name;
    kinds.insert(sample.message.index());
    files.erase(sample.name);
  }
  EXPECT_TRUE(files.empty()) << "not written: " << files.begin()->first;
  EXPECT_EQ(kinds.size(), std::variant_size_v<ServerMessage>);
}

TEST(Codec, the_samples_show_every_word) {
  std::set<std::string> kinds, codes;
  for (const Json& sample : read_samples("server_messages.json")) {
    const Json& message = sample["message"];
    if (message["t"] == "event") kinds.insert(message["kind"]);
    if (message["t"] == "error") codes.insert(message["code"]);
  }
  EXPECT_EQ(kinds.size(), Words<EventKind>::list.size());
  EXPECT_EQ(codes.size(), Words<ErrorCode>::list.size());
}

TEST(Codec, refuses_malformed_messages_with_the_name_of_the_field) {
  for (const Json& sample : read_samples("malformed.json")) {
    const std::string name = sample["name"];
    const auto request = decode(sample["text"].get<std::string>());
    ASSERT_FALSE(request) << name;
    EXPECT_EQ(word(request.error().error.code), sample["code"].get<std::string>()) << name;
    EXPECT_EQ(request.error().error.reason, sample.value("field", "")) << name;
    EXPECT_EQ(request.error().id.value_or(-1), sample.value("id", -1)) << name;
  }
}

TEST(Codec, refuses_what_is_not_utf8) {
  const auto request = decode("{\"t\":\"chat\",\"gameId\":\"a\",\"room\":\"all\",\"text\":\"\xc3\x28\"}");
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().error.code, ErrorCode::bad_json);
}

TEST(Codec, refuses_what_is_too_long) {
  const std::string frame = R"({"t":"ping","at":1})";
  EXPECT_TRUE(decode(frame + std::string(kMaxMessageBytes - frame.size(), ' ')));
  const auto request = decode(frame + std::string(kMaxMessageBytes - frame.size() + 1, ' '));
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().error.code, ErrorCode::too_large);
}

TEST(Codec, survives_a_message_that_is_nothing_but_brackets) {
  const auto request = decode(std::string(kMaxMessageBytes, '['));
  ASSERT_FALSE(request);
  EXPECT_EQ(request.error().error.code, ErrorCode::bad_json);
}

// Every prefix and every change of one byte of every good message is answered, never thrown at.
TEST(Codec, survives_damaged_messages) {
  for (const Json& sample : read_samples("client_messages.json")) {
    const std::string good = sample["message"].dump();
    for (std::size_t i = 0; i < good.size(); ++i) {
      EXPECT_FALSE(decode(good.substr(0, i)));
      for (const char c : {'\0', '"', '{', ']', ',', '9', '\xff'}) {
        std::string damaged = good;
        damaged[i] = c;
        const auto request = decode(damaged);
        if (!request) {
          EXPECT_FALSE(request.error().error.message.empty());
        }
      }
    }
  }
}

TEST(Codec, writes_text_that_is_not_utf8_with_replacements) {
  const std::string text = encode(Notice{NoticeLevel::info, "caf\xe9", {}});
  EXPECT_THAT(text, testing::HasSubstr("caf\xef\xbf\xbd"));
}

// Pages called it "0s", and showed the limit of a move where a period was shorter.
TEST(Codec, a_clock_of_byoyomi_alone_has_main_time_of_0) {
  Seek seek{.game = "gomoku", .rule = "renju"};
  seek.time = {.byoyomi = Millis(30000), .periods = 3, .per_move = std::chrono::minutes(1)};
  const Json time = {{"initial", 0}, {"byoyomi", 30000}, {"periods", 3}, {"perMove", 60000}};
  EXPECT_EQ(Json::parse(encode_seek(seek))["time"], time);
  seek.time = {.per_move = std::chrono::minutes(1)};
  EXPECT_EQ(Json::parse(encode_seek(seek))["time"], Json({{"perMove", 60000}}));
}

// Between servers a seek is what a client would say.
TEST(Codec, a_seek_is_read_as_it_was_written) {
  using std::chrono::minutes;
  Seek plain{.game = "xiangqi", .rule = "standard"};
  Seek all{.game = "gomoku",
           .rule = "renju",
           .opening = "taraguchi10",
           .side = SideChoice::second,
           .rated = true,
           .ratings = {.min = 1200, .max = 1800},
           .with = "saB3dE9xQ"};
  all.time = {.initial = minutes(5),
              .increment = Millis(3000),
              .byoyomi = Millis(30000),
              .periods = 3,
              .per_move = minutes(1)};
  Seek days{.game = "gomoku", .rule = "standard", .side = SideChoice::first};
  days.time.days = 3;
  for (const Seek& seek : {plain, all, days}) {
    const auto read = decode(encode_seek(seek));
    ASSERT_TRUE(read) << encode_seek(seek);
    EXPECT_EQ(std::get<Seek>(read->message), seek) << encode_seek(seek);
  }
}

}  // namespace
}  // namespace server::protocol
