#pragma once

#include <atomic>
#include <span>
#include <vector>

#include "tests/storage/memory_store.h"

namespace storage {

/// Writes nothing while the disk is full.
class FullStore final : public MemoryStore {
 public:
  explicit FullStore(bool full = false) : is_full(full) {}

  std::vector<WriteResult> commit(std::span<const Write> writes) override {
    if (is_full) throw Error("no space left on device");
    return MemoryStore::commit(writes);
  }

  std::atomic<bool> is_full;
};

/// Has no readers.
class UnreadableStore final : public MemoryStore {
 public:
  std::shared_ptr<Reader> open_reader() override { throw Error("disk I/O error"); }
};

/// A disk that does not answer while it is held.
class HeldStore final : public MemoryStore {
 public:
  explicit HeldStore(bool held = false) : is_held_(held) {}

  std::vector<WriteResult> commit(std::span<const Write> writes) override {
    is_held_.wait(true);
    return MemoryStore::commit(writes);
  }
  void hold() { is_held_ = true; }
  void release() {
    is_held_ = false;
    is_held_.notify_all();
  }

 private:
  std::atomic<bool> is_held_;
};

}  // namespace storage
