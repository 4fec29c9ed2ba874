#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdlib>
#include <istream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace server {

/// TOML as CLI11 reads it, but for comments: CLI11 begins one at any #, also within quotes, so that of a name
/// or a password with a # in it the rest was lost, and the first quote left.
class TomlFile : public CLI::ConfigTOML {
 public:
  TomlFile() { comment('\0'); }  // None is left where CLI11 looks for them.

  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override {
    std::stringstream kept;
    for (std::string line; std::getline(input, line);) kept << line.substr(0, comment_of(line)) << '\n';
    return CLI::ConfigTOML::from_config(kept);
  }

 private:
  /// Where it begins; npos: there is none. A quote that is alone in its line is a letter.
  static std::size_t comment_of(std::string_view line) {
    std::size_t at = line.find_first_of("#\"'");
    while (at != std::string_view::npos && line[at] != '#') {
      const std::size_t closing = line.find(line[at], at + 1);
      at = line.find_first_of("#\"'", (closing == std::string_view::npos ? at : closing) + 1);
    }
    return at;
  }
};

/// Takes what the environment sets and neither a flag nor a file does. CLI11 does so itself; but from version
/// 2.4 on it passes over a value that a check refuses, and checks a list as one value. Here each value of a
/// list is checked, and a bad one is a mistake: throws CLI::ParseError.
/// @pre `app` has been parsed
inline void take_environment(CLI::App& app) {
  for (CLI::Option* const option : app.get_options()) {
    const std::string name = option->get_envname();
    const char* const value = name.empty() ? nullptr : std::getenv(name.c_str());
    if (value == nullptr || *value == '\0' || option->count() > 0) continue;
    option->add_result(value);
    option->run_callback();
  }
}

}  // namespace server
