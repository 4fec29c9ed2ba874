#pragma once

#include <filesystem>
#include <string>

namespace storage {

/// One server's claim on a database file: while it lives, every other claim on that file is refused.
///
/// It is a lock of the kernel on a file beside the database (FILE-lock), so it ends with the process, however
/// that ends. The lock file says which process has the claim and where it is reached; it stays when the claim
/// ends. A file system without locks refuses nothing.
/// SQLite itself would let two servers write one file in turns; each would believe to keep the games of both.
class FileClaim {
 public:
  /// Throws Error, which names the server that has the file.
  /// Does not wait: a claim is there or is not.
  explicit FileClaim(const std::filesystem::path& database);
  ~FileClaim();
  FileClaim(const FileClaim&) = delete;
  FileClaim& operator=(const FileClaim&) = delete;

  /// Tells processes that are refused from now on where this server is reached.
  void publish(const std::string& url);

 private:
  int descriptor_;
};

}  // namespace storage
