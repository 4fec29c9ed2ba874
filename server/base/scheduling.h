#pragma once

/// How the kernel shares its processors among our threads. Requests: an older kernel, or another one than
/// Linux, does not know them.
namespace server {

/// This thread does little at a time and somebody waits for it: it runs soon after it is woken, for a short
/// while (EEVDF's slice, Linux 6.12).
void run_soon();

/// This thread computes for long: whoever is woken may take its place.
void give_way(int niceness);

}  // namespace server
