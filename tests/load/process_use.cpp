#include "tests/load/process_use.h"

#include <sched.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

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

ProcessUse use_of(pid_t process) {
  ProcessUse all;
  std::error_code gone;
  std::string program;
  const fs::path folder = "/proc/" + std::to_string(process);
  std::getline(std::ifstream(folder / "comm"), program);
  for (const auto& task : fs::directory_iterator(folder / "task", gone)) {
    std::string name;
    std::getline(std::ifstream(task.path() / "comm"), name);
    const bool is_first = task.path().filename() == std::to_string(process);
    if (is_first) name = "main";
    if (name == program) name = "unnamed";
    add(all.threads[name], use_of_thread(task.path()), 1);
  }
  return all;
}

std::int64_t resident_bytes(pid_t process) {
  return 1024 * line_of("/proc/" + std::to_string(process) + "/status", "VmRSS:");
}

std::chrono::nanoseconds machine_time() {
  std::ifstream stat("/proc/stat");
  std::string word;
  stat >> word;
  std::int64_t user = 0, nice = 0, system = 0, idle = 0, waiting = 0, irq = 0, soft_irq = 0, steal = 0;
  stat >> user >> nice >> system >> idle >> waiting >> irq >> soft_irq >> steal;
  const std::int64_t ticks = user + nice + system + irq + soft_irq + steal;
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
