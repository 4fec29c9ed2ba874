#pragma once

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

/// The log of the server: one line an event, on stderr. Events have short names and fields, so that machines
/// can read them too: `game_ended game=aB3dE9xQ result=first reason=five plies=41`. Safe from any thread.
///
/// Lines are written by a thread of their own. While stderr is not read at most kLogQueue of them wait, and
/// the oldest are dropped and counted: a thread that logs never waits. Where its reader has gone all are
/// lost: start_log() has the process ignore SIGPIPE.
///
/// No token, no chat text and no password is ever given to it.
///
/// Example: `log_event(LogLevel::info, "game_ended", {{"game", id}, {"plies", 41}});`
namespace server {

enum class LogFormat { text, json };
enum class LogLevel { debug, info, warn, error };

struct LogField {
  /// A text for which there is no memory is left out.
  LogField(std::string_view key, std::string_view text);
  LogField(std::string_view key, std::integral auto number)
      : key(key), value(std::to_string(number)), is_number(true) {}

  std::string_view key;
  std::string value;
  bool is_number = false;
};

inline constexpr std::size_t kLogQueue = 4096;

/// To be called once, before anything is logged. @param level "debug" to "error", or "off"
/// Before it, log_event() writes to the library's own logger.
void start_log(LogFormat format, const std::string& level);

/// Never blocks, never throws; a level that is off costs one comparison.
void log_event(LogLevel level, std::string_view event, std::initializer_list<LogField> fields = {});

/// Lines dropped since start_log(): stderr was not read, or there was no memory for them.
std::size_t log_lines_dropped();

/// For a process that ends at once: written by the caller, unless stderr would make it wait.
/// Used when the log's thread may be gone or is the reason for the end.
void log_last_words(LogLevel level, std::string_view event);

/// A line without its end; whatever the fields hold, it is one line. @param message an event as log_event()
/// gives it to the library below, or any text
std::string log_line(LogFormat format, std::string_view time, std::string_view level,
                     std::string_view message);
/// @see log_line
std::string log_message(std::string_view event, std::initializer_list<LogField> fields);

}  // namespace server
