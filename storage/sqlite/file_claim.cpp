#include "storage/sqlite/file_claim.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <system_error>

#include "storage/store.h"

namespace storage {

namespace {

constexpr std::size_t kLockFileLength = 256;

/// A database that is reached by two names has one lock file.
std::filesystem::path lock_file_of(const std::filesystem::path& database) {
  std::error_code unknown;
  std::filesystem::path file = std::filesystem::weakly_canonical(database, unknown);
  if (unknown) file = database;
  return file += "-lock";
}

int open_lock_file(const std::filesystem::path& database) {
  const std::filesystem::path file = lock_file_of(database);
  std::error_code ignored;  // A folder that cannot be made shows as a file that cannot be opened.
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), ignored);
  const int descriptor = ::open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor < 0)
    throw Error("cannot open " + file.string() + ": " + std::generic_category().message(errno));
  return descriptor;
}

/// The holder has written its process id and then, once it is ready, its address.
std::string refusal(const std::filesystem::path& database) {
  std::ifstream lines(lock_file_of(database));
  std::string pid, url;
  lines >> pid >> url;
  const std::string server = url.empty() ? "in use by another server" : "already served at " + url;
  return database.string() + " is " + server + " (pid " + pid +
         "): stop that server, or choose another file with --database";
}

}  // namespace

// Not the database itself is locked: to open and close it here would end SQLite's own locks on it.
FileClaim::FileClaim(const std::filesystem::path& database) : descriptor_(open_lock_file(database)) {
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(descriptor_);
    throw Error(refusal(database));
  }
  publish("");
}

FileClaim::~FileClaim() {
  ::close(descriptor_);
}

// One write of always the same length: a reader sees the old text or the new one.
void FileClaim::publish(const std::string& url) {
  std::string text = std::to_string(::getpid()) + '\n' + url;
  text.resize(kLockFileLength, '\n');
  // A full disk costs only the address in another server's complaint.
  [[maybe_unused]] const auto written = ::pwrite(descriptor_, text.data(), text.size(), 0);
}

}  // namespace storage
