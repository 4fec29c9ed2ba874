#include "server/base/log.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spdlog/async.h>
#include <spdlog/formatter.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <memory>

#include "server/base/utf8.h"

namespace server {

namespace {

// The library below passes text on. Event and fields travel in it by ASCII's separators, which no text of
// ours holds; only the formatter decides how they are shown.
constexpr char kNextField = '\x1e';
constexpr char kText = '\x1f';
constexpr char kNumber = '\x1d';

// Of last words, which may come when the library below is gone.
// Written once, by start_log(); read by the thread that ends the process.
LogFormat last_words_format = LogFormat::text;
spdlog::level::level_enum last_words_level = spdlog::level::info;

// For which there was no memory.
std::atomic<std::size_t> lines_lost = 0;

spdlog::level::level_enum their_level(LogLevel level) {
  constexpr spdlog::level::level_enum kTheirs[] = {spdlog::level::debug, spdlog::level::info,
                                                   spdlog::level::warn, spdlog::level::err};
  return kTheirs[static_cast<std::size_t>(level)];
}

bool is_separator(char letter) {
  return letter == kNextField || letter == kText || letter == kNumber;
}

/// Bytes that are no UTF-8, of a program that answered or of a file, are shown by their numbers: JSON is
/// UTF-8.
std::string quoted(std::string_view text) {
  const unsigned first_shown = is_utf8(text) ? 0x100 : 0x80;
  std::string out = "\"";
  for (const char letter : text) {
    const auto code = static_cast<unsigned char>(letter);
    if (letter == '"' || letter == '\\') {
      out += {'\\', letter};
    } else if (letter == '\n') {
      out += "\\n";
    } else if (code < 0x20 || code == 0x7f || code >= first_shown) {
      out += fmt::format("\\u{:04x}", code);
    } else {
      out += letter;
    }
  }
  return out + '"';
}

/// Bare words where they cannot be mistaken.
std::string bare_or_quoted(std::string_view text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), [](char letter) {
    return static_cast<unsigned char>(letter) > ' ' && letter != '"' && letter != '=' && letter != '\\' &&
           letter != '\x7f';
  });
  return plain && is_utf8(text) ? std::string(text) : quoted(text);
}

/// An event's name, or a whole message: readable, but always one line.
std::string without_controls(std::string_view text) {
  const std::string escaped = quoted(text);
  const bool harmless = escaped.size() == text.size() + 2;
  return harmless ? std::string(text) : escaped;
}

std::string_view take_until(std::string_view& text, char end) {
  const auto at = text.find(end);
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return taken;
}

// Runs on the log's thread, so that callers pay for the joining of fields only.
class LineFormatter final : public spdlog::formatter {
 public:
  explicit LineFormatter(LogFormat format) : format_(format) {}

  void format(const spdlog::details::log_msg& message, spdlog::memory_buf_t& out) override {
    const auto millis = std::chrono::time_point_cast<std::chrono::milliseconds>(message.time);
    const auto part = millis.time_since_epoch().count() % 1000;
    const std::string time =
        fmt::format("{:%FT%T}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(message.time)), part);
    const auto level = spdlog::level::to_string_view(message.level);
    const std::string line = log_line(format_, time, {level.data(), level.size()},
                                      {message.payload.data(), message.payload.size()});
    out.append(line);
    out.push_back('\n');
  }
  std::unique_ptr<spdlog::formatter> clone() const override {
    return std::make_unique<LineFormatter>(format_);
  }

 private:
  LogFormat format_;
};

}  // namespace

LogField::LogField(std::string_view key, std::string_view text) : key(key) {
  try {
    value = text;
  } catch (const std::exception&) {
    value.clear();
  }
}

void start_log(LogFormat format, const std::string& level) {
  // Lines that a reader who has gone does not read are lost, and the process goes on.
  ::signal(SIGPIPE, SIG_IGN);
  spdlog::init_thread_pool(kLogQueue, 1, [] { ::pthread_setname_np(::pthread_self(), "log"); });
  // Stdout is for the ready line alone.
  spdlog::set_default_logger(std::make_shared<spdlog::async_logger>(
      "sanqi", std::make_shared<spdlog::sinks::stderr_sink_mt>(), spdlog::thread_pool(),
      // The newest lines are the ones that tell what happens now; the oldest give way.
      spdlog::async_overflow_policy::overrun_oldest));
  spdlog::set_formatter(std::make_unique<LineFormatter>(format));
  spdlog::set_level(spdlog::level::from_str(level));
  last_words_format = format;
  last_words_level = spdlog::level::from_str(level);
}

std::size_t log_lines_dropped() {
  const auto pool = spdlog::thread_pool();
  return lines_lost.load(std::memory_order_relaxed) + (pool ? pool->overrun_counter() : 0);
}

void log_last_words(LogLevel level, std::string_view event) {
  const auto theirs = their_level(level);
  if (theirs < last_words_level) return;
  // Not by the logger: its thread and its locks may hang.
  spdlog::memory_buf_t line;
  LineFormatter(last_words_format).format({"sanqi", theirs, {event.data(), event.size()}}, line);
  // A pipe that is full must not keep a process from ending.
  pollfd stderr_now{.fd = STDERR_FILENO, .events = POLLOUT, .revents = 0};
  if (::poll(&stderr_now, 1, 0) == 1) (void)!::write(STDERR_FILENO, line.data(), line.size());
}

void log_event(LogLevel level, std::string_view event, std::initializer_list<LogField> fields) {
  const auto theirs = their_level(level);
  // What is logged most often tells of a failure, in a handler of exceptions on a thread that nothing else
  // catches them for: a line for which there is no memory is lost. The first one makes the library's logger,
  // where start_log() has made none.
  try {
    if (!spdlog::should_log(theirs)) return;
    spdlog::log(theirs, "{}", log_message(event, fields));
  } catch (const std::exception&) {
    lines_lost.fetch_add(1, std::memory_order_relaxed);
  }
}

std::string log_message(std::string_view event, std::initializer_list<LogField> fields) {
  std::string message(event);
  for (const LogField& field : fields) {
    message += kNextField;
    message += field.key;
    message += field.is_number ? kNumber : kText;
    // A client's text must not be able to add fields of its own.
    std::replace_copy_if(field.value.begin(), field.value.end(), std::back_inserter(message), is_separator,
                         '?');
  }
  return message;
}

std::string log_line(LogFormat format, std::string_view time, std::string_view level,
                     std::string_view message) {
  const bool json = format == LogFormat::json;
  const std::string_view event = take_until(message, kNextField);
  std::string line = json
                         ? fmt::format(R"({{"time":"{}","level":"{}","event":{})", time, level, quoted(event))
                         : fmt::format("{} {} {}", time, level, without_controls(event));
  while (!message.empty()) {
    std::string_view field = take_until(message, kNextField);
    const bool number = field.find(kNumber) != std::string_view::npos;
    const std::string_view key = take_until(field, number ? kNumber : kText);
    line += json ? fmt::format(R"(,"{}":{})", key, number ? std::string(field) : quoted(field))
                 : fmt::format(" {}={}", key, bare_or_quoted(field));
  }
  return json ? line + '}' : line;
}

}  // namespace server
