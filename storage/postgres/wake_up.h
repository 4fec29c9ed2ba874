#pragma once

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "storage/store.h"

namespace storage {

/// Ends a wait for something that a connection may hear, from any thread.
/// An eventfd, to be polled together with a socket. A call before the wait ends the next one; several count
/// as one.
class WakeUp {
 public:
  WakeUp() : event_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {
    if (event_ < 0) throw Error(std::string("eventfd: ") + std::strerror(errno));
  }
  ~WakeUp() { ::close(event_); }
  WakeUp(const WakeUp&) = delete;
  WakeUp& operator=(const WakeUp&) = delete;

  /// Never blocks. Any thread.
  void call() { ::eventfd_write(event_, 1); }
  /// Readable from call() on until it is read.
  int descriptor() const { return event_; }

 private:
  const int event_;
};

}  // namespace storage
