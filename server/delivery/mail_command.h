#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

namespace server {

/// What became of a message.
struct MailOutcome {
  enum class Kind {
    sent,     ///< The command has ended with 0.
    later,    ///< With 75 (EX_TEMPFAIL), by a signal, or it took too long, or could not be started.
    refused,  ///< In another way.
    stopped,  ///< It was ended, for the server is.
  };
  Kind kind = Kind::refused;
  std::string why{};  ///< Unless it is sent: how it ended and the beginning of what it said, for the log.
};

/// The words of an operator's command: between blanks, without a shell.
std::vector<std::string> words_of_command(const std::string& command);
/// What is wrong with it; empty: nothing. Its first word is the absolute path of a program.
std::string fault_of_command(const std::string& command);

/// Runs a command that reads a message on its input, in a process group of its own, with no descriptor of
/// ours but its three and no variable SANQI_*. Blocks until it has ended, `patience` is over or `stop` is
/// asked for, and a tenth of a second more; then all of its group is killed. What it leaves behind when it
/// ends by itself goes on: some programs deliver so. Any thread; throws nothing but std::bad_alloc.
/// @pre !command.empty()
MailOutcome run_mail_command(const std::vector<std::string>& command, const std::string& message,
                             std::chrono::milliseconds patience, const std::stop_token& stop);

}  // namespace server
