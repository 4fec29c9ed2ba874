#pragma once

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

namespace engine::lab {

/// For commands that work for hours and write in the end: throws std::runtime_error at once where the file
/// cannot be written. What it holds stays, since the command may be ended before. Nothing for no name.
inline void expect_writable(const std::string& file) {
  if (file.empty()) return;
  const bool is_new = !std::filesystem::exists(file);
  if (!std::ofstream(file, std::ios::binary | std::ios::app))
    throw std::runtime_error("cannot write " + file);
  if (is_new) std::filesystem::remove(file);
}

}  // namespace engine::lab
