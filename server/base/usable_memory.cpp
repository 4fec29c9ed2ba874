#include "server/base/usable_memory.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace server {
namespace {

std::size_t machine_memory() {
  return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// Below the mount point, without a slash in front: of `0::/system.slice/sanqi-server.service`.
// Version 2 alone has a line that begins with 0::.
std::string control_group(const std::filesystem::path& root) {
  std::ifstream groups(root / "proc/self/cgroup");
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::/")) return line.substr(4);
  return "";
}

}  // namespace

std::size_t resident_memory() {
  std::size_t all = 0, pages = 0;
  std::ifstream("/proc/self/statm") >> all >> pages;
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t usable_memory(const std::filesystem::path& root) {
  // The limits of all groups above hold as well, so the least of them counts.
  std::size_t least = machine_memory();
  const std::filesystem::path mounted = root / "sys/fs/cgroup";
  std::filesystem::path group = control_group(root);
  for (;; group = group.parent_path()) {
    std::size_t limit = 0;  // A file that says "max", or is not there, is no limit.
    if (std::ifstream(mounted / group / "memory.max") >> limit) least = std::min(least, limit);
    if (group.empty()) return least;
  }
}

}  // namespace server
