#pragma once

#include "engine/lab/training/selfplay.h"

namespace engine::lab {

/// A whole file of games with the settings that it was made with. Throws std::runtime_error for what is none.
struct SelfPlayFile {
  SelfPlaySettings settings;
  std::vector<SelfPlayGame> games;  ///< By number.
};
SelfPlayFile read_selfplay_file(const std::string& file);

}  // namespace engine::lab
