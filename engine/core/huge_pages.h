#pragma once

#include <cstddef>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace engine {

inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

/// For tables of many MiB that are read all over: asks Linux for huge pages, so that fewer look-ups miss the
/// translation cache of the processor (TLB). It is a hint: where there are none the memory is as any other.
template <class T>
struct HugePageAllocator {
  using value_type = T;

  HugePageAllocator() = default;
  template <class U>
  HugePageAllocator(const HugePageAllocator<U>&) {}

  /// Aligned to a huge page from that size on, since the kernel only joins whole ones. std::bad_alloc.
  T* allocate(std::size_t n) {
    void* memory = ::operator new(n * sizeof(T), alignment(n));
#ifdef __linux__
    if (n * sizeof(T) >= kHugePageBytes) (void)madvise(memory, n * sizeof(T), MADV_HUGEPAGE);
#endif
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t n) { ::operator delete(memory, alignment(n)); }

  bool operator==(const HugePageAllocator&) const = default;

 private:
  static std::align_val_t alignment(std::size_t n) {
    return std::align_val_t{n * sizeof(T) >= kHugePageBytes ? kHugePageBytes : alignof(T)};
  }
};

}  // namespace engine
