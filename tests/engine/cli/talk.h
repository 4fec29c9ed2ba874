#pragma once

#include <condition_variable>
#include <istream>
#include <mutex>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <utility>
#include <vector>

#include "engine/cli/protocols.h"

/// What the engine says to a conversation of these lines, all of them.
inline std::string talk(const std::string& lines) {
  std::istringstream in(lines);
  std::ostringstream out;
  engine::cli::speak(in, out);
  return out.str();
}

/// A line for the engine, and what it must have said since the line before until it is told the next.
struct Told {
  std::string line;
  std::string answer = {};
};

/// A conversation with a program that waits for its answers, as those do that play; talk() does not wait.
class Conversation {
 public:
  explicit Conversation(std::vector<Told> lines) : lines_(std::move(lines)) {}

  /// What the engine says to it.
  std::string run() {
    std::istream in(&input_);
    std::ostream out(&output_);
    engine::cli::speak(in, out);
    return output_.text();
  }

 private:
  /// Written by the engine's threads.
  class Output : public std::streambuf {
   public:
    std::string text() {
      const std::lock_guard lock(mutex_);
      return text_;
    }
    /// @returns where the answer ends
    std::size_t wait_for(const std::string& answer, std::size_t from) {
      std::unique_lock lock(mutex_);
      said_.wait(lock, [&] { return text_.find(answer, from) != std::string::npos; });
      return text_.find(answer, from) + answer.size();
    }

   private:
    int_type overflow(int_type c) override {
      const char letter = traits_type::to_char_type(c);
      return xsputn(&letter, 1), c;
    }
    std::streamsize xsputn(const char* text, std::streamsize size) override {
      const std::lock_guard lock(mutex_);
      text_.append(text, static_cast<std::size_t>(size));
      said_.notify_all();
      return size;
    }

    std::mutex mutex_;
    std::condition_variable said_;
    std::string text_;
  };

  class Input : public std::streambuf {
   public:
    Input(std::vector<Told>& lines, Output& output) : lines_(lines), output_(output) {}

   private:
    int_type underflow() override {
      if (next_ > 0) heard_ = output_.wait_for(lines_[next_ - 1].answer, heard_);
      if (next_ == lines_.size()) return traits_type::eof();
      std::string& line = lines_[next_++].line;
      line += '\n';
      setg(line.data(), line.data(), line.data() + line.size());
      return traits_type::to_int_type(line.front());
    }

    std::vector<Told>& lines_;
    Output& output_;
    std::size_t next_ = 0, heard_ = 0;
  };

  std::vector<Told> lines_;
  Output output_;
  Input input_{lines_, output_};
};
