#pragma once

#include "storage/push.h"

namespace server::push {

/// When a user may be disturbed: `now`, or the end of the quiet time that it is in, less than a day later.
/// Pure: by the user's own clock, PushSettings::zone, as it was last told.
storage::Millis after_quiet(const storage::PushSettings& settings, storage::Millis now);

}  // namespace server::push
