#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace server {

/// Files as a zip (see archive.h), each deflated as it is added. Everything is in memory.
class ZipWriter {
 public:
  static constexpr std::size_t kMostFiles = 65'535;  ///< Zip64 is not written.

  /// As `name.end`. Names are UTF-8, and each stands once; a long one is cut, and what file systems refuse
  /// becomes `_`. O(content). @pre files() < kMostFiles
  void add(std::string_view name, std::string_view end, std::string_view content);
  std::size_t files() const { return files_; }
  /// Of the archive so far.
  std::size_t bytes() const { return archive_.size() + directory_.size(); }
  /// Once: takes the archive.
  std::string finish();

 private:
  std::string archive_, directory_;
  std::size_t files_ = 0;
};

}  // namespace server
