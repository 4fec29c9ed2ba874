#pragma once

#include <stdexcept>
#include <string_view>

/// Which copy of the games' code runs: see faster_copy.cmake.
namespace engine {

enum class CpuLevel { baseline, avx2 };

/// Thrown where SANQI_CPU asks for what does not exist here.
struct UnknownCpuLevel : std::runtime_error {
  using runtime_error::runtime_error;
};

/// What the program was built with and this CPU can do, or less where the environment asks for it
/// (SANQI_CPU=baseline); decided once. All levels think the same thoughts, at different speeds.
CpuLevel cpu_level();
std::string_view name_of(CpuLevel level);

/// As cpu_level(), for this value of SANQI_CPU; empty: the best there is.
CpuLevel cpu_level(std::string_view wanted, CpuLevel best);

}  // namespace engine
