#include "tests/load/process.h"

#include <filesystem>
#include <fstream>
#include <string>

namespace load {

std::chrono::nanoseconds cpu_time(pid_t process) {
  std::chrono::nanoseconds sum{0};
  std::error_code gone;
  const std::string tasks = "/proc/" + std::to_string(process) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks, gone)) {
    long long on_cpu = 0;
    std::ifstream(task.path() / "schedstat") >> on_cpu;
    sum += std::chrono::nanoseconds(on_cpu);
  }
  return sum;
}

long resident_kib(pid_t process) {
  std::ifstream status("/proc/" + std::to_string(process) + "/status");
  for (std::string word; status >> word;) {
    long kib = 0;
    if (word == "VmRSS:" && status >> kib) return kib;
  }
  return 0;
}

}  // namespace load
