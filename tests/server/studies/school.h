#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>

#include "server/identity/names.h"
#include "server/identity/tokens.h"
#include "server/protocol/study_codec.h"
#include "server/study/make_chapter.h"
#include "tests/server/hub/house.h"

namespace server {

/// Cannot be written for a while, or is written by another server just before.
class RivalStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    if (fails) throw storage::Error("the database is away");
    const auto is_edit = [](const storage::Write& write) {
      return std::holds_alternative<storage::AppendChapterEdit>(write);
    };
    if (before_edit && std::ranges::any_of(writes, is_edit)) std::exchange(before_edit, nullptr)();
    return MemoryStore::commit(writes);
  }
  std::optional<storage::Study> study(std::string_view id) override {
    if (unread > 0) {
      --unread;
      throw storage::Error("the database is away");
    }
    auto found = MemoryStore::study(id);
    if (after_study) std::exchange(after_study, nullptr)();
    return found;
  }
  std::optional<storage::ChapterRecord> chapter(std::string_view study, int number) override {
    ++chapters_read;
    return MemoryStore::chapter(study, number);
  }
  std::atomic<int> chapters_read = 0;
  std::atomic<bool> fails = false;
  std::atomic<int> unread = 0;        ///< So many looks at a study fail.
  std::function<void()> before_edit;  ///< Once, on the record thread.
  std::function<void()> after_study;  ///< Once, on the thread that has looked at the study.
};

/// Lin has a study "s1" with one chapter of Xiangqi, in which Mei writes; Wu knows its address.
class StudiesTest : public testing::Test {
 protected:
  StudiesTest() {
    for (const char* name : {"lin", "mei", "wu"}) {
      const storage::Millis now = server_now().time_since_epoch().count();
      write(storage::CreateAccount{
          {{std::string("u_") + name, name, false, now}, name_keys(name), "password"}, hash_token(name)});
    }
    write(storage::CreateStudy{{"s1", "u_lin", "lin", "Openings", "unlisted", 1}, 9});
    write(storage::AddStudyMember{"s1", "u_mei", "mei", "writer", 9});
    add_chapter(study::empty_chapter("xiangqi", "", 0, ""));
  }

  storage::WriteResult write(storage::Write write) { return store.MemoryStore::commit({&write, 1}).front(); }
  void add_chapter(const protocol::Chapter& chapter) {
    const int number = static_cast<int>(store.study_chapters("s1").size()) + 1;
    write(storage::AddChapter{"s1", {number, chapter.name, chapter.game}, protocol::chapter_json(chapter)});
  }
  /// With an account: the token is the name.
  static std::shared_ptr<TestClient> hello(House& at, const std::string& name, const Origin& origin = {}) {
    auto client = at.connect(origin);
    EXPECT_EQ(at.ask(*client, {{"t", "hello"}, {"v", 1}, {"token", name}})["user"]["name"], name);
    return client;
  }
  static Json open(House& at, TestClient& client, int chapter = 1, const Json& more = Json::object()) {
    Json message = {{"t", "openStudy"}, {"studyId", "s1"}, {"chapter", chapter}};
    message.update(more);
    return at.ask(client, message);
  }
  /// The same, and has opened the chapter.
  std::shared_ptr<TestClient> come(const std::string& name, const Origin& origin = {}) {
    auto client = hello(house, name, origin);
    EXPECT_EQ(open(house, *client)["t"], "study");
    return client;
  }
  static Json edit_of(int seen, const Json& edit) {
    Json message = {{"t", "edit"}, {"studyId", "s1"}, {"chapter", 1}, {"seen", seen}};
    message.update(edit);
    return message;
  }
  static Json edit(House& at, TestClient& client, int seen, const Json& what) {
    return at.ask(client, edit_of(seen, what));
  }
  Json edit(TestClient& client, int seen, const Json& what) { return edit(house, client, seen, what); }
  static Json add(int node, const char* move) { return {{"do", "add"}, {"node", node}, {"move", move}}; }
  static Json comment(int node, const std::string& text) {
    return {{"do", "comment"}, {"node", node}, {"text", text}};
  }
  Json wait_for_edit(House& at, TestClient& client, int version) {
    return at.wait_for(
        client, [&](const Json& told) { return told["t"] == "studyEdit" && told["v"] == version; },
        "edit " + std::to_string(version));
  }
  Json wait_for_edit(TestClient& client, int version) { return wait_for_edit(house, client, version); }
  static std::size_t count(const TestClient& client, const std::string& type) {
    return static_cast<std::size_t>(
        std::ranges::count_if(client.inbox, [&](const Json& told) { return told["t"] == type; }));
  }
  static std::string why(const Json& answer) {
    return answer.value("code", answer["t"].get<std::string>()) + ' ' + answer.value("reason", "");
  }
  Studies& studies() { return house.hub.studies(); }

  RivalStore store;
  Hub::Options options = [] {
    Hub::Options few;
    few.studies = {.open = {4, 4},
                   .most_nodes = 12,
                   .most_waiting = 3,
                   .bytes = {3'000, std::chrono::days(1)},
                   .edits_of_snapshot = 5,
                   .cursors_every = Millis(1),
                   .info_again = Millis(1)};
    return few;
  }();
  House house{store, options};
};

}  // namespace server
