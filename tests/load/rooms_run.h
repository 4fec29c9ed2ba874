#pragma once

#include <functional>

#include "tests/load/stage.h"
#include "tests/load/window.h"

namespace load {

/// Plays in all rooms as the options say, and measures meanwhile; what was counted is in the stage's tally.
Window play_and_measure(
    Stage& stage, const std::function<void()>& each_second = [] {});

}  // namespace load
