#include "engine/games/cpu_level.h"

#include <cstdlib>
#include <string>

namespace engine {
namespace {

CpuLevel best_level() {
#if defined(SANQI_AVX2_COPIES)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
    return CpuLevel::avx2;
#endif
  return CpuLevel::baseline;
}

}  // namespace

std::string_view name_of(CpuLevel level) {
  return level == CpuLevel::avx2 ? "avx2" : "baseline";
}

CpuLevel cpu_level(std::string_view wanted, CpuLevel best) {
  if (wanted.empty()) return best;
  for (const CpuLevel level : {CpuLevel::baseline, CpuLevel::avx2})
    if (wanted == name_of(level) && level <= best) return level;
  throw UnknownCpuLevel("SANQI_CPU: '" + std::string(wanted) + "' is not to be had here; the best is '" +
                        std::string(name_of(best)) + "'");
}

CpuLevel cpu_level() {
  static const CpuLevel level = [] {
    const char* wanted = std::getenv("SANQI_CPU");
    return cpu_level(wanted ? wanted : "", best_level());
  }();
  return level;
}

}  // namespace engine
