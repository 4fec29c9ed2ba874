#include "server/records/spare_memory.h"

#include <malloc.h>

#include <algorithm>
#include <utility>

namespace server {

SpareMemory::SpareMemory(Executor network, RecordQueue& records, Options options)
    : records_(records), options_(options), timer_(network) {
  wait();
}

void SpareMemory::wait() {
  timer_.expires_after(options_.step);
  timer_.async_wait([this](const boost::system::error_code& cancelled) {
    if (!cancelled) look();
  });
}

// Both counting and giving back go through all that is free: milliseconds, so not on this thread.
void SpareMemory::look() {
  records_.work().run(
      {}, [] { return ::mallinfo2().fordblks; },
      [this](std::optional<std::size_t> free) { found(free.value_or(0)); });
}

void SpareMemory::found(std::size_t free) {
  given_back_ = std::min(given_back_, free);
  if (free < given_back_ + options_.worth_it) return wait();
  given_back_ = free;
  records_.commit({storage::DropCaches()}, [this](Persisted) { give_back(); });
}

void SpareMemory::give_back() {
  records_.work().run(
      {}, [] { return ::malloc_trim(0); }, [this](std::optional<int>) { wait(); });
}

}  // namespace server
