#include "tests/load/process_use.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace load {

namespace {

namespace fs = std::filesystem;

std::int64_t line_of(const fs::path& file, const std::string& name) {
  std::ifstream status(file);
  for (std::string word; status >> word;) {
    std::int64_t value = 0;
    if (word == name && status >> value) return value;
  }
  return 0;
}

ThreadUse use_of_thread(const fs::path& task) {
  ThreadUse use;
  std::int64_t on_cpu = 0;
  std::ifstream(task / "schedstat") >> on_cpu;
  use.cpu = std::chrono::nanoseconds(on_cpu);
  use.waits = line_of(task / "status", "voluntary_ctxt_switches:");
  use.preemptions = line_of(task / "status", "nonvoluntary_ctxt_switches:");
  return use;
}

/// Those that run now.
Processes all_processes() {
  Processes all;
  std::error_code gone;
  for (const auto& entry : fs::directory_iterator("/proc", gone)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") == std::string::npos) all.push_back(std::stoi(name));
  }
  return all;
}

fs::path folder_of(pid_t process) {
  return "/proc/" + std::to_string(process);
}

/// Of a process and its children that have ended: fields 14 to 17 of `stat`, whose second is a name in
/// brackets.
std::int64_t ticks_of(const fs::path& process) {
  std::ifstream file(process / "stat");
  std::string line;
  std::getline(file, line);
  std::istringstream fields(line.substr(std::min(line.size(), line.rfind(')') + 1)));
  std::string skipped;
  for (int i = 3; i < 14; ++i) fields >> skipped;
  std::int64_t sum = 0;
  for (std::int64_t ticks = 0, i = 0; i < 4 && fields >> ticks; ++i) sum += ticks;
  return sum;
}

void add(ThreadUse& sum, const ThreadUse& use, int sign) {
  sum.cpu += sign * use.cpu;
  sum.waits += sign * use.waits;
  sum.preemptions += sign * use.preemptions;
}

}  // namespace

std::chrono::nanoseconds ProcessUse::cpu() const {
  std::chrono::nanoseconds sum{0};
  for (const auto& [name, use] : threads) sum += use.cpu;
  return sum;
}

std::int64_t ProcessUse::switches() const {
  std::int64_t sum = 0;
  for (const auto& [name, use] : threads) sum += use.waits + use.preemptions;
  return sum;
}

ProcessUse ProcessUse::operator-(const ProcessUse& earlier) const {
  ProcessUse difference = *this;
  for (const auto& [name, use] : earlier.threads) add(difference.threads[name], use, -1);
  return difference;
}

namespace {

void add_use_of(pid_t process, ProcessUse& all) {
  std::error_code gone;
  std::string program;
  const fs::path folder = folder_of(process);
  std::getline(std::ifstream(folder / "comm"), program);
  for (const auto& task : fs::directory_iterator(folder / "task", gone)) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    const bool is_first = task.path().filename() == std::to_string(process);
    if (is_first) name = "main";
    if (name == program) name = "unnamed";
    add(all.threads[name], use_of_thread(task.path()), 1);
  }
}

}  // namespace

ProcessUse use_of(const Processes& processes) {
  ProcessUse all;
  for (const pid_t process : processes) add_use_of(process, all);
  return all;
}

std::int64_t resident_bytes(const Processes& processes) {
  std::int64_t bytes = 0;
  for (const pid_t process : processes) bytes += 1024 * line_of(folder_of(process) / "status", "VmRSS:");
  return bytes;
}

Processes with_children(pid_t process) {
  Processes family{process};
  for (const pid_t other : all_processes()) {
    if (line_of(folder_of(other) / "status", "PPid:") == process) family.push_back(other);
  }
  return family;
}

std::chrono::nanoseconds cpu_of_others(const Processes& known) {
  std::int64_t ticks = 0;
  for (const pid_t process : all_processes()) {
    if (!std::ranges::count(known, process)) ticks += ticks_of(folder_of(process));
  }
  return std::chrono::nanoseconds(ticks * (1'000'000'000 / ::sysconf(_SC_CLK_TCK)));
}

void pin_to(int core) {
  if (core < 0 || core >= ::sysconf(_SC_NPROCESSORS_ONLN)) return;
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(core, &cores);
  ::sched_setaffinity(0, sizeof cores, &cores);
}

}  // namespace load
