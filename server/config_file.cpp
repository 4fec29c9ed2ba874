#include "server/config_file.h"

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace server {

namespace {

bool is_set(const std::string& variable) {
  const char* const value = variable.empty() ? nullptr : std::getenv(variable.c_str());
  return value != nullptr && *value != '\0';  // CLI11, too, takes an empty variable for none.
}

/// CLI11 tells no lines: looks for the first one that begins with `key`.
int line_of(const std::string& text, const std::string& key) {
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    const std::string begin = CLI::detail::trim_copy(line.substr(0, line.find('=')));
    if (begin == key || begin == "[" + key + "]") return number;
  }
  return 1;
}

std::string in_words(ValueSource source, const CLI::App& app, const CLI::Option& option) {
  switch (source) {
    case ValueSource::flag:
      return "by a flag";
    case ValueSource::environment:
      return "by " + option.get_envname();
    case ValueSource::file:
      return "by " + app.get_config_ptr()->as<std::string>();
    case ValueSource::built_in:
      return "by default";
  }
  return "";
}

/// As a file writes it. CLI11 knows none of flags and lists.
std::string default_of(const CLI::Option& option) {
  if (option.get_expected_min() == 0) return "false";
  if (option.get_expected_max() > 1) return "[]";
  return CLI::detail::convert_arg_for_ini(option.get_default_str());
}

}  // namespace

// CLI11 notes the order of flags only: what else has a value has it from one of the other two.
ValueSource source_of(const CLI::App& app, const CLI::Option& option) {
  const auto& flags = app.parse_order();
  if (std::find(flags.begin(), flags.end(), &option) != flags.end()) return ValueSource::flag;
  if (is_set(option.get_envname())) return ValueSource::environment;
  return option.count() > 0 ? ValueSource::file : ValueSource::built_in;
}

std::vector<CLI::ConfigItem> ConfigFile::from_config(std::istream& input) const {
  const std::string text(std::istreambuf_iterator<char>(input), {});
  std::istringstream again(text);
  // The whole text is parsed by CLI11, and only then judged here.
  std::vector<CLI::ConfigItem> items = TomlFile::from_config(again);
  const auto fail = [&](const std::string& key, const char* what) {
    const std::string file = app_.get_config_ptr()->as<std::string>();
    const std::string line = std::to_string(line_of(text, key));
    throw CLI::ConfigError(file + ':' + line + ": " + what + " '" + key + '\'', CLI::ExitCodes::ConfigError);
  };
  std::vector<CLI::ConfigItem> left;
  for (CLI::ConfigItem& item : items) {
    if (!item.parents.empty()) fail(item.parents.front(), "unknown section");
    const CLI::Option* const option = app_.get_option_no_throw("--" + item.name);
    if (option == nullptr || !option->get_configurable()) fail(item.name, "unknown key");
    const bool is_empty_list = item.inputs.empty();  // As by default; CLI11 asks for one value at least.
    if (!is_empty_list && !is_set(option->get_envname())) left.push_back(std::move(item));
  }
  return left;
}

// What was not chosen is a comment, so that a file made from this takes part in better defaults.
std::string ConfigFile::to_config(const CLI::App* app, bool, bool, std::string) const {
  std::ostringstream out;
  out << "# Options of sanqi-server. Flags come before the environment, that before this file.\n";
  std::string group;
  for (const CLI::Option* option : app->get_options()) {
    if (!option->get_configurable()) continue;
    if (option->get_group() != group) out << "\n# ---- " << (group = option->get_group()) << " ----\n";
    const ValueSource source = source_of(*app, *option);
    const bool chosen = source != ValueSource::built_in;
    const auto value = chosen ? CLI::detail::ini_join(option->reduced_results()) : default_of(*option);
    out << "\n# " << option->get_description() << ".\n# Environment: " << option->get_envname() << ".\n# Set "
        << in_words(source, *app, *option) << ".\n"
        << (chosen ? "" : "# ") << option->get_single_name() << " = " << value << '\n';
  }
  return out.str();
}

}  // namespace server
