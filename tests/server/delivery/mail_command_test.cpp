#include "server/delivery/mail_command.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/patience.h"
#include "tests/storage/temporary_folder.h"

namespace server {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using Kind = MailOutcome::Kind;

class MailCommandTest : public testing::Test {
 protected:
  /// A program of this text for the shell. It finds the test's folder in $1.
  std::vector<std::string> program(const std::string& text) {
    const auto file = folder_ / "program";
    std::ofstream(file) << "#!/bin/sh\n" << text << '\n';
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return {file.string(), folder().string()};
  }
  std::filesystem::path folder() { return (folder_ / "x").parent_path(); }
  MailOutcome run(const std::string& text, const std::string& message = "Subject: x\n\ny\n",
                  std::chrono::milliseconds patience = 60s) {
    return run_mail_command(program(text), message, patience, {});
  }
  std::string file(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  /// As soon as there is one.
  std::string line_of(const std::string& name) {
    const auto give_up = std::chrono::steady_clock::now() + patience();
    while (file(name).find('\n') == std::string::npos && std::chrono::steady_clock::now() < give_up)
      std::this_thread::yield();
    return file(name).substr(0, file(name).find('\n'));
  }
  /// Whether a process is gone, or is soon.
  static bool ends(pid_t process) {
    const auto give_up = std::chrono::steady_clock::now() + patience();
    while (std::chrono::steady_clock::now() < give_up) {
      // Who inherits it may take its time to collect it: a zombie has ended, too.
      std::ifstream status("/proc/" + std::to_string(process) + "/stat");
      std::string text;
      if (!std::getline(status, text) || text.find(") Z ") != std::string::npos) return true;
      std::this_thread::yield();
    }
    return false;
  }

  TemporaryFolder folder_;
};

TEST_F(MailCommandTest, GivesTheMessageToTheProgram) {
  std::string message;
  for (int i = 0; i < 16 << 10; ++i) message += static_cast<char>('a' + i % 26);
  EXPECT_EQ(run("cat > \"$1/message\"", message).kind, Kind::sent);
  EXPECT_EQ(file("message"), message);
}

TEST_F(MailCommandTest, TellsHowTheProgramEnded) {
  EXPECT_EQ(run("exit 0").kind, Kind::sent);
  const MailOutcome later = run("cat > /dev/null; echo try again; exit 75");
  EXPECT_EQ(later.kind, Kind::later);
  EXPECT_EQ(later.why, "status 75: try again\n");
  const MailOutcome refused = run("cat > /dev/null; echo no >&2; exit 67");
  EXPECT_EQ(refused.kind, Kind::refused);
  EXPECT_EQ(refused.why, "status 67: no\n");
  const MailOutcome killed = run("kill -KILL $$");
  EXPECT_EQ(killed.kind, Kind::later) << "as when the server is stopped, or memory is short";
  EXPECT_EQ(killed.why, "ended by signal 9: ");
}

TEST_F(MailCommandTest, AProgramThatIsNotThereIsTriedLater) {
  const MailOutcome outcome = run_mail_command({(folder_ / "none").string()}, "x", 60s, {});
  EXPECT_EQ(outcome.kind, Kind::later);
  EXPECT_THAT(outcome.why, HasSubstr("cannot be started: No such file"));
}

// The message is longer than a pipe holds.
TEST_F(MailCommandTest, AProgramThatDoesNotReadHurtsNothing) {
  const std::string message(1 << 20, 'x');
  EXPECT_EQ(run("exec 0<&-; exit 0", message).kind, Kind::sent);
  EXPECT_EQ(run("exit 69", message).kind, Kind::refused);
}

TEST_F(MailCommandTest, AProgramThatHangsIsKilledWithAllOfItsGroup) {
  const auto before = std::chrono::steady_clock::now();
  const MailOutcome outcome =
      run("sleep 1000 & echo $! > \"$1/child\"; echo $$ > \"$1/parent\"; wait", "x", 500ms);
  EXPECT_EQ(outcome.kind, Kind::later);
  EXPECT_THAT(outcome.why, HasSubstr("takes too long"));
  EXPECT_GE(std::chrono::steady_clock::now() - before, 500ms);
  for (const char* name : {"child", "parent"}) EXPECT_TRUE(ends(std::stoi(line_of(name)))) << name;
}

TEST_F(MailCommandTest, AProgramThatHangsDoesNotHoldUpTheEndOfTheServer) {
  std::stop_source stop;
  const auto command = program("echo $$ > \"$1/parent\"; exec sleep 1000");
  MailOutcome outcome;
  std::jthread thread([&] { outcome = run_mail_command(command, "x", 1h, stop.get_token()); });
  const pid_t process = std::stoi(line_of("parent"));
  stop.request_stop();
  thread.join();
  EXPECT_EQ(outcome.kind, Kind::stopped);
  EXPECT_TRUE(ends(process));
}

// Some deliver in the background. Its child holds our pipes.
TEST_F(MailCommandTest, WhatAProgramLeavesBehindIsNotWaitedForNorKilled) {
  EXPECT_EQ(run("sleep 1000 & echo $! > \"$1/child\"; exit 0").kind, Kind::sent);
  const pid_t child = std::stoi(line_of("child"));
  EXPECT_EQ(::kill(child, 0), 0);
  ::kill(child, SIGKILL);
}

TEST_F(MailCommandTest, OfWhatItSaysTheBeginningIsKept) {
  const MailOutcome outcome = run("cat > /dev/null; head -c 1000000 /dev/zero | tr '\\0' x; exit 1");
  EXPECT_EQ(outcome.kind, Kind::refused);
  EXPECT_EQ(outcome.why.size(), std::string("status 1: ").size() + 1024);
}

TEST_F(MailCommandTest, InheritsNeitherDescriptorsNorSecretsNorSignals) {
  ::setenv("SANQI_DATABASE", "postgresql://user:secret@host/x", 1);
  const int open_here = ::open("/dev/null", O_RDONLY);  // Without O_CLOEXEC, as sockets of Asio are.
  ASSERT_GT(open_here, 2);
  const auto outcome =
      // Without a process: while it begins one, the shell blocks signals.
      run("while read -r line; do echo \"$line\"; done < /proc/$$/status > \"$1/signals\"; "
          "ls -l /proc/$$/fd > \"$1/descriptors\"; env > \"$1/variables\"; "
          "ps -o pgid= -p $$ > \"$1/group\" 2>/dev/null; echo $$ > \"$1/process\"");
  ::close(open_here);
  ::unsetenv("SANQI_DATABASE");
  EXPECT_EQ(outcome.kind, Kind::sent);
  EXPECT_EQ(file("descriptors").find(" " + std::to_string(open_here) + " -> /dev/null"), std::string::npos)
      << file("descriptors");
  EXPECT_EQ(file("variables").find("SANQI_"), std::string::npos) << file("variables");
  EXPECT_THAT(file("variables"), HasSubstr("PATH="));
  EXPECT_THAT(file("signals"), HasSubstr("SigBlk:\t0000000000000000"));
}

TEST_F(MailCommandTest, SignalsOfThisThreadAreAsBefore) {
  sigset_t before, after;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &before);
  run("exec 0<&-; exit 0", std::string(1 << 20, 'x'));
  ::pthread_sigmask(SIG_SETMASK, nullptr, &after);
  EXPECT_EQ(sigismember(&before, SIGPIPE), sigismember(&after, SIGPIPE));
  sigset_t waiting;
  sigpending(&waiting);
  EXPECT_EQ(sigismember(&waiting, SIGPIPE), 0);
}

TEST_F(MailCommandTest, IsAPathOfAProgramAndWords) {
  EXPECT_EQ(words_of_command("/usr/bin/msmtp  -t -a \"x"),
            (std::vector<std::string>{"/usr/bin/msmtp", "-t", "-a", "\"x"}));
  EXPECT_EQ(fault_of_command("/bin/cat -u"), "");
  EXPECT_EQ(fault_of_command(" "), "it names no program");
  EXPECT_EQ(fault_of_command("cat -u"), "cat is no absolute path");
  EXPECT_EQ(fault_of_command("/none/cat"), "/none/cat is no program that can be run");
  EXPECT_EQ(fault_of_command("/etc/passwd"), "/etc/passwd is no program that can be run");
  EXPECT_EQ(fault_of_command("/bin"), "/bin is no program that can be run");
}

}  // namespace
}  // namespace server
