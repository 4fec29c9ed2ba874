#include "server/records/heap_trimmer.h"

#include <malloc.h>

#include <algorithm>

#include "server/base/usable_memory.h"

namespace server {

HeapTrimmer::HeapTrimmer(Executor network, RecordQueue& records, Options options)
    : records_(records), options_(options), timer_(network, [this] { look(); }), least_(resident_memory()) {
  timer_.wait(options_.step);
}

void HeapTrimmer::look() {
  records_.work().run(
      {}, [] { return resident_memory(); },
      [this](std::optional<std::size_t> resident) { found(resident.value_or(0)); });
}

void HeapTrimmer::found(std::size_t resident) {
  // Zero: the size could not be read.
  if (resident > 0) least_ = std::min(least_, resident);
  const bool again = looks_to_again_ > 0 && --looks_to_again_ == 0;
  if (!again && resident < least_ + options_.worth_it) return timer_.wait(options_.step);
  if (!again) in_vain_ = 0;
  // The database's connection gives its pages back first, or they would stay between what is free.
  records_.commit({storage::DropCaches()}, [this, resident](Persisted) { give_back(resident); });
}

// It goes through all that is free: milliseconds, so not on this thread.
void HeapTrimmer::give_back(std::size_t before) {
  const auto trim = [] {
    ::malloc_trim(0);
    return resident_memory();
  };
  records_.work().run({}, trim, [this, before](std::optional<std::size_t> resident) {
    given_back(before, resident.value_or(before));
  });
}

void HeapTrimmer::given_back(std::size_t before, std::size_t resident) {
  constexpr std::size_t kNextToNothing = std::size_t{1} << 20;
  in_vain_ = before >= resident + kNextToNothing ? 0 : in_vain_ + 1;
  looks_to_again_ = in_vain_ < options_.last ? options_.settle : 0;
  least_ = resident;
  timer_.wait(options_.step);
}

}  // namespace server
