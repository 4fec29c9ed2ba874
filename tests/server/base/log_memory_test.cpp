#include <gtest/gtest.h>

#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "server/base/attempt.h"
#include "server/base/log.h"

/// What becomes of a line of the log for which there is no memory: of this thread, from this size on.
namespace {
thread_local std::size_t too_large = 0;  // 0: nothing is.
}

void* operator new(std::size_t size) {
  if (too_large > 0 && size >= too_large) throw std::bad_alloc();
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace server {
namespace {

class Defect final : public std::exception {
 public:
  explicit Defect(const std::string& text) : text_(text) {}
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  const std::string& text_;
};

// It came out of the handler of the first exception, on a thread where nothing else catches one.
TEST(LogMemoryTest, AFailureWhoseTextFindsNoMemoryStaysInItsAttempt) {
  const std::string text(10'000, 'x');
  const std::size_t before = failed_attempts();
  bool escaped = false;
  too_large = 5'000;
  try {
    attempt("test", [&text] { throw Defect(text); });
  } catch (const std::bad_alloc&) {
    escaped = true;
  }
  too_large = 0;
  EXPECT_FALSE(escaped);
  EXPECT_EQ(failed_attempts(), before + 1);
}

TEST(LogMemoryTest, ALineThatFindsNoMemoryIsCounted) {
  const std::string text(3'000, 'x');
  const std::size_t before = log_lines_dropped();
  bool escaped = false;
  too_large = 5'000;
  try {
    log_event(LogLevel::error, "test", {{"one", text}, {"other", text}});
  } catch (const std::bad_alloc&) {
    escaped = true;
  }
  too_large = 0;
  EXPECT_FALSE(escaped);
  EXPECT_EQ(log_lines_dropped(), before + 1);
}

}  // namespace
}  // namespace server
