#pragma once

#include <cstddef>
#include <exception>
#include <string_view>

namespace server {

/// Of attempt(): how many have failed since the process began.
std::size_t failed_attempts();
/// Writes the failure down and counts it; never throws, for nothing may come out of attempt().
/// @param what that was attempted
void note_failed_attempt(std::string_view what, std::string_view why);

/// Carries out what must not take others with it if it fails in an unforeseen way: a defect in one room,
/// answer or connection stays there. False: it threw; that has been logged and counted, and the caller
/// has to bring its own part back to order.
///
/// Use it at the borders of parts, as in `if (!attempt("sweep", [&] { connection->sweep(now); })) ...`. Costs
/// nothing while nothing is thrown.
template <class Task>
bool attempt(std::string_view what, Task&& task) {
  try {
    task();
    return true;
  } catch (const std::exception& error) {
    note_failed_attempt(what, error.what());
  } catch (...) {
    note_failed_attempt(what, "unknown");
  }
  return false;
}

}  // namespace server
