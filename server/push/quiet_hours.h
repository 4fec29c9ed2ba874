#pragma once

#include "storage/push.h"

namespace server::push {

/// When the person may be disturbed: `now`, or the end of the quiet time that it is in.
storage::Millis after_quiet(const storage::PushSettings& settings, storage::Millis now);

}  // namespace server::push
