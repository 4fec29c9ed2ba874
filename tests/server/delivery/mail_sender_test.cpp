#include "server/delivery/mail_sender.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "server/identity/tokens.h"
#include "server/push/mail_address.h"
#include "tests/patience.h"
#include "tests/storage/failing_stores.h"
#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Cannot be read for what a code confirms, so many times.
class ShakyStore final : public storage::MemoryStore {
 public:
  std::optional<storage::MailToConfirm> mail_to_confirm(std::string_view code, storage::Millis now) override {
    if (failures > 0 && failures-- > 0) throw storage::Error("the connection was lost");
    return MemoryStore::mail_to_confirm(code, now);
  }
  std::atomic<int> failures = 0;
};

/// Two accounts with confirmed addresses, and a program that keeps what it is given.
class MailSenderTest : public testing::Test {
 protected:
  static constexpr storage::Millis kNow = 100 * storage::kMailDay;

  void SetUp() override {
    for (const char* user : {"lin", "mei"}) {
      commit(storage::CreateAccount{{{user, user, false, 1}, {user}, "password"}, std::string("t ") + user});
      subscribe(user);
    }
    // A message is whole once its file has its name.
    set_program("m=$(mktemp \"$1/XXXXXX\"); cat > \"$m\"; mv \"$m\" \"$m.mail\"");
  }
  void set_program(const std::string& text) {
    const auto file = folder_ / "program";
    std::filesystem::remove(file);
    std::ofstream(file) << "#!/bin/sh\n" << text << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }
  void commit(storage::Write write) { store_.commit(std::span(&write, 1)); }
  void ask(const std::string& user, const std::string& code) {
    commit(storage::AskForMail{.user = user,
                               .mailbox = {user + "@b.test", "en"},
                               .address_hash = user,
                               .code_hash = hash_token(code),
                               .stop_code = "stop" + user,
                               .at = now_});
  }
  void subscribe(const std::string& user) {
    ask(user, "code " + user);
    commit(storage::ConfirmMail{hash_token("code " + user), now_});
  }
  void put(const std::string& user, const std::string& name = "Wu") {
    commit(storage::PutNotice{.user = user, .kind = "over", .subject = name, .name = name, .at = now_});
  }
  MailSender::Options options() {
    return {.command = {(folder_ / "program").string(), (folder_ / "x").parent_path().string()},
            .stationery = {"games@b.test", "Sanqi", "https://b.test"},
            .now =
                [this] {
                  ++looks_;
                  return TimePoint(Millis(now_));
                },
            .every = 1ms,
            .patience = patience_,
            .confirming_rest = 1ms};
  }
  std::unique_ptr<MailSender> sender() {
    return std::make_unique<MailSender>(store_, records_, network_.get_executor(), metrics_, options());
  }
  /// What is waited for may happen without an event of the network.
  template <class Done>
  void serve_until(Done done) {
    const auto give_up = std::chrono::steady_clock::now() + patience();
    while (!done()) {
      if (std::chrono::steady_clock::now() > give_up) throw std::runtime_error("waited in vain");
      network_.run_one_for(5ms);
    }
  }
  template <class Done>
  void run_until(Done done) {
    const auto runs = sender();
    serve_until(done);
  }
  /// And the records know of it, for there was another look.
  void run_until_failed(int times) {
    int looks = -1;
    run_until([&] {
      if (failed() == times && looks < 0) looks = looks_;
      return looks >= 0 && looks_ > looks + 3;
    });
  }
  /// The lines "To: ..." of what was given to the program.
  std::vector<std::string> mails() {
    std::vector<std::string> all;
    for (const auto& file : std::filesystem::directory_iterator((folder_ / "x").parent_path())) {
      if (file.path().extension() != ".mail") continue;
      std::ifstream lines(file.path());
      for (std::string line; std::getline(lines, line);)
        if (line.starts_with("To: ")) all.push_back(line.substr(4));
    }
    std::ranges::sort(all);
    return all;
  }
  double sent() const { return metrics_.mails_sent.Value(); }
  double failed() const { return metrics_.mails_failed.Value(); }
  /// The due digest of a user at whatever moment.
  std::optional<storage::DueMail> due(const std::string& user) {
    for (const auto& each : store_.due_mails(10 * kNow, 9))
      if (each.user == user) return each;
    return std::nullopt;
  }

  std::atomic<storage::Millis> now_ = kNow;
  std::atomic<int> looks_ = 0;  ///< At the clock.
  std::chrono::milliseconds patience_ = 60s;
  TemporaryFolder folder_;
  ShakyStore store_;
  boost::asio::io_context network_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> waiting_{network_.get_executor()};
  Metrics metrics_;
  RecordQueue records_{store_, network_.get_executor()};
};

TEST_F(MailSenderTest, SendsADigestWhenItIsDue) {
  put("lin");
  now_ = kNow + storage::kMailDelay - 1;
  put("mei");
  now_ = kNow + storage::kMailDelay;
  run_until([this] { return sent() == 1; });
  EXPECT_THAT(mails(), ElementsAre("lin@b.test"));
  EXPECT_FALSE(due("lin"));
  EXPECT_TRUE(due("mei"));
}

TEST_F(MailSenderTest, WhatIsReadMeanwhileIsNotMailed) {
  put("lin");
  commit(storage::ReadNotices{"lin", 2 * kNow});
  now_ = kNow + storage::kMailDelay;
  run_until([this] { return !due("lin"); });
  EXPECT_EQ(sent() + failed(), 0);
}

TEST_F(MailSenderTest, AServerThatIsKilledMeanwhileSendsItNotAgain) {
  put("lin");
  now_ = kNow + storage::kMailDelay;
  // As if it had been killed before the command was run.
  commit(storage::ClaimMail{"lin", due("lin")->due, now_, kNow});
  put("mei");
  now_ = now_ + storage::kMailDelay;
  run_until([this] { return sent() == 1; });
  EXPECT_THAT(mails(), ElementsAre("mei@b.test"));
}

TEST_F(MailSenderTest, OfTwoServersOneSends) {
  for (const char* user : {"lin", "mei"}) put(user);
  now_ = kNow + storage::kMailDelay;
  const auto other = sender();
  run_until([this] { return !due("lin") && !due("mei") && sent() == 2; });
  EXPECT_THAT(mails(), ElementsAre("lin@b.test", "mei@b.test"));
}

TEST_F(MailSenderTest, WhatIsToBeTriedLaterIsTriedFourTimes) {
  set_program("cat > /dev/null; exit 75");
  put("lin");
  now_ = kNow + storage::kMailDelay;
  for (int tries = 1; tries < MailSender::kMostTries; ++tries) {
    run_until([&] { return due("lin") && due("lin")->tries == tries; });
    EXPECT_EQ(due("lin")->due, now_ + 3'600'000);
    EXPECT_EQ(failed(), tries);
    now_ = now_ + 3'600'000;
  }
  run_until_failed(MailSender::kMostTries);
  EXPECT_FALSE(due("lin"));
  put("lin", "Zhao");
  ASSERT_TRUE(due("lin"));
  EXPECT_EQ(store_.unread_after("lin", due("lin")->mailed_until, now_).size(), 2u) << "nothing was mailed";
}

TEST_F(MailSenderTest, WhatIsRefusedIsGivenUp) {
  set_program("cat > /dev/null; exit 67");
  put("lin");
  now_ = kNow + storage::kMailDelay;
  run_until_failed(1);
  EXPECT_FALSE(due("lin"));
}

TEST_F(MailSenderTest, AProgramThatIsNotThereIsTriedLater) {
  std::filesystem::remove(folder_ / "program");
  put("lin");
  now_ = kNow + storage::kMailDelay;
  run_until([this] { return due("lin") && due("lin")->tries == 1; });
}

TEST_F(MailSenderTest, AProgramThatHangsIsTriedLater) {
  set_program("exec sleep 1000");
  patience_ = 100ms;
  put("lin");
  now_ = kNow + storage::kMailDelay;
  run_until([this] { return due("lin") && due("lin")->tries == 1; });
}

TEST_F(MailSenderTest, AServerThatEndsDoesNotWaitForTheProgram) {
  set_program("touch \"$1/began\"; exec sleep 1000");
  put("lin");
  now_ = kNow + storage::kMailDelay;
  run_until([&] { return std::filesystem::exists(folder_ / "began"); });
  EXPECT_EQ(failed(), 0);
  EXPECT_FALSE(due("lin")) << "it may have been sent";
}

TEST_F(MailSenderTest, ConfirmsAnAddress) {
  commit(storage::EndMail{"lin"});
  now_ = kNow + storage::kMailDay;
  ask("lin", "new");
  const auto runs = sender();
  runs->confirm("another", {});
  runs->confirm("new", {});
  serve_until([this] { return sent() == 1; });
  EXPECT_THAT(mails(), ElementsAre("lin@b.test"));
}

TEST_F(MailSenderTest, TriesAConfirmationFourTimes) {
  set_program("cat > /dev/null; echo >> \"$1/tries\"; exit 75");
  commit(storage::EndMail{"lin"});
  now_ = kNow + storage::kMailDay;
  ask("lin", "new");
  const auto runs = sender();
  runs->confirm("new", {});
  serve_until([this] { return failed() == MailSender::kMostTries; });
  // Once a later one has been looked for, too, no other has come.
  set_program("touch \"$1/done\"; cat > /dev/null");
  commit(storage::EndMail{"mei"});
  ask("mei", "of mei");
  runs->confirm("of mei", {});
  serve_until([this] { return sent() == 1; });
  EXPECT_EQ(failed(), MailSender::kMostTries);
}

// The address was locked for a day, though nobody had been written to.
TEST_F(MailSenderTest, AConfirmationThatDoesNotLeaveMayBeAskedForAgain) {
  const std::string address = hash_token(push::mail_key("new@b.test"));
  const auto refused_until = [&] { return store_.mail_refused_until("lin", address, now_, {}); };
  for (const char* program : {"cat > /dev/null; exit 67", "cat > /dev/null; exit 75"}) {
    set_program(program);
    now_ = now_ + storage::kMailDay;
    const std::string code = std::string("code of ") + program;
    commit(storage::AskForMail{.user = "lin",
                               .mailbox = {"new@b.test", "en"},
                               .address_hash = address,
                               .code_hash = hash_token(code),
                               .stop_code = "stoplin",
                               .at = now_});
    EXPECT_NE(refused_until(), 0);
    const auto runs = sender();
    runs->confirm(code, {"lin", address, hash_token(code)});
    serve_until([&] { return refused_until() == 0; });
  }
  EXPECT_EQ(sent(), 0);
}

TEST_F(MailSenderTest, NorDoesOneLockItsAddressThatHasEndedBeforeItLeft) {
  now_ = kNow + storage::kMailDay;
  ask("lin", "new");
  commit(storage::EndMail{"lin"});
  const auto runs = sender();
  runs->confirm("new", {"lin", "lin", hash_token("new")});
  serve_until([this] { return store_.mail_refused_until("lin", "lin", now_, {}) == 0; });
  EXPECT_EQ(sent() + failed(), 0);
}

// After four looks it was lost, and its address was locked, too.
TEST_F(MailSenderTest, AConfirmationWaitsForAStoreThatCannotBeRead) {
  store_.failures = MailSender::kMostTries;
  now_ = kNow + storage::kMailDay;
  ask("lin", "new");
  const auto runs = sender();
  runs->confirm("new", {});
  serve_until([this] { return sent() == 1; });
}

TEST_F(MailSenderTest, CountsFailuresOfTheStore) {
  storage::UnreadableStore store;
  std::atomic<int> failures = 0;
  RecordQueue records(store, network_.get_executor(), {.failed = [&failures] { ++failures; }});
  const MailSender sender(store, records, network_.get_executor(), metrics_, options());
  serve_until([&] { return failures > 0; });
}

TEST_F(MailSenderTest, TheLogHasNoAddressAndALineAnHour) {
  set_program("cat > /dev/null; echo 'lin@b.test is\nnot known'; exit 67");
  for (const char* user : {"lin", "mei"}) put(user);
  now_ = kNow + storage::kMailDelay;
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  run_until([this] { return failed() == 2; });
  const std::string log = testing::internal::GetCapturedStdout() + testing::internal::GetCapturedStderr();
  EXPECT_THAT(log, HasSubstr("mail_not_sent"));
  EXPECT_EQ(log.find("mail_not_sent"), log.rfind("mail_not_sent")) << log;
  EXPECT_THAT(log, HasSubstr("@b.test is not known"));
  EXPECT_THAT(log, testing::Not(HasSubstr("lin@")));
}

}  // namespace
}  // namespace server
