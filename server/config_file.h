#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "server/base/toml_file.h"

namespace server {

/// Where the value of an option comes from, the strongest last.
enum class ValueSource { built_in, file, environment, flag };

/// @pre the command line has been parsed
ValueSource source_of(const CLI::App& app, const CLI::Option& option);

/// The file of `--config`: TOML, one `key = value` a line, the keys being the long options without dashes.
/// CLI11 would let it come before the environment; here it does not, and unknown or repeated keys are
/// mistakes.
class ConfigFile final : public TomlFile {
 public:
  /// @param app whose options the keys are; outlives this
  explicit ConfigFile(const CLI::App& app) : app_(app) {}

  /// What the file sets and the environment does not. Throws CLI::ConfigError, with the line.
  std::vector<CLI::ConfigItem> from_config(std::istream& input) const override;
  /// Every option as it stands, with what it means and where its value comes from: a file that can be read
  /// back.
  std::string to_config(const CLI::App* app, bool default_also, bool write_description,
                        std::string prefix) const override;

 private:
  const CLI::App& app_;
};

}  // namespace server
