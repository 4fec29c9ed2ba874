#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <thread>

#include "server/base/attempt.h"
#include "server/base/log.h"

namespace server {
namespace {

/// Stderr as a pipe that nobody reads until read_all().
class UnreadStderr {
 public:
  UnreadStderr() {
    EXPECT_EQ(::pipe(ends_.data()), 0);
    ::dup2(ends_[1], STDERR_FILENO);
  }
  ~UnreadStderr() { read_all(); }

  void fill() {
    const int flags = ::fcntl(ends_[1], F_GETFL);
    ::fcntl(ends_[1], F_SETFL, flags | O_NONBLOCK);
    while (::write(ends_[1], "x", 1) == 1) {
    }
    ::fcntl(ends_[1], F_SETFL, flags);
  }
  /// There is no reader any more.
  void abandon() { ::dup2(::open("/dev/null", O_RDONLY), ends_[0]); }
  std::string read_all() {
    if (ends_[0] < 0) return {};
    std::string text;
    std::thread reader([&] {
      std::array<char, 4096> part;
      for (ssize_t size; (size = ::read(ends_[0], part.data(), part.size())) > 0;)
        text.append(part.data(), static_cast<std::size_t>(size));
    });
    // Held until its thread has been joined: ThreadSanitizer does not see how the library counts its owners.
    const auto logger = spdlog::default_logger();
    spdlog::shutdown();  // Everything that waits has been written.
    spdlog::set_default_logger(
        std::make_shared<spdlog::logger>("after", std::make_shared<spdlog::sinks::stderr_sink_mt>()));
    ::dup2(before_, STDERR_FILENO);
    ::close(ends_[1]);
    reader.join();
    ::close(ends_[0]);
    ends_[0] = -1;
    return text;
  }

 private:
  const int before_ = ::dup(STDERR_FILENO);
  std::array<int, 2> ends_{};
};

// A line takes 100 bytes, the pipe 16 pages of at most 64 KiB, the queue kLogQueue lines.
TEST(LogQueueTest, WhoLogsNeverWaitsForWhoReads) {
  UnreadStderr unread;
  start_log(LogFormat::text, "info");
  EXPECT_EQ(log_lines_dropped(), 0u);
  const int lines = 40'000;
  for (int i = 0; i < lines; ++i)
    log_event(LogLevel::info, "line", {{"number", i}, {"text", std::string(60, 'x')}});
  const std::size_t dropped = log_lines_dropped();
  EXPECT_GT(dropped, 1000u);
  const std::string text = unread.read_all();
  const auto written = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  EXPECT_EQ(written + dropped, static_cast<std::size_t>(lines));
  EXPECT_NE(text.find("number=39999"), std::string::npos) << "the oldest are dropped, the newest kept";
}

TEST(LogQueueTest, LastWordsAreWrittenByWhoSaysThem) {
  UnreadStderr unread;
  start_log(LogFormat::json, "info");
  log_last_words(LogLevel::error, "the_end");
  EXPECT_NE(unread.read_all().find(R"("level":"error","event":"the_end"})"), std::string::npos);
}

TEST(LogQueueTest, LastWordsAreLostIfTheyWouldHaveToWait) {
  UnreadStderr unread;
  start_log(LogFormat::text, "info");
  unread.fill();
  log_last_words(LogLevel::error, "the_end");
  EXPECT_EQ(unread.read_all().find("the_end"), std::string::npos);
}

// Ctrl-C ends both sides of `sanqi-server 2>&1 | tee log`: tee at once, and the server's next line ended it
// amid its drain.
TEST(LogQueueTest, AReaderWhoGoesEndsNobodyElse) {
  ::signal(SIGPIPE, SIG_DFL);
  UnreadStderr unread;
  start_log(LogFormat::text, "info");
  unread.abandon();
  log_event(LogLevel::info, "line");
  log_last_words(LogLevel::error, "the_end");
  EXPECT_EQ(unread.read_all(), "");
}

TEST(AttemptTest, WhatThrowsIsCountedAndGoesNoFurther) {
  const std::size_t before = failed_attempts();
  bool done = false;
  EXPECT_TRUE(attempt("one", [&] { done = true; }));
  EXPECT_FALSE(attempt("two", [] { throw std::runtime_error("why"); }));
  EXPECT_FALSE(attempt("three", [] { throw 3; }));
  EXPECT_TRUE(done);
  EXPECT_EQ(failed_attempts(), before + 2);
}

}  // namespace
}  // namespace server
