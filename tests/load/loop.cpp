#include "tests/load/loop.h"

#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace load {

Loop::Loop() : epoll_(::epoll_create1(EPOLL_CLOEXEC)) {
  if (epoll_ < 0) throw std::system_error(errno, std::generic_category(), "epoll_create1");
}

Loop::~Loop() {
  ::close(epoll_);
}

std::uint64_t Loop::mark(int descriptor) const {
  const auto index = static_cast<std::size_t>(descriptor);
  return std::uint64_t{entries_[index].generation} << 32 | static_cast<std::uint32_t>(descriptor);
}

void Loop::add(int descriptor, std::uint32_t events, Handler& handler) {
  const auto index = static_cast<std::size_t>(descriptor);
  if (entries_.size() <= index) entries_.resize(2 * index + 64);
  entries_[index].handler = &handler;
  ++entries_[index].generation;
  epoll_event event{};
  event.events = events;
  event.data.u64 = mark(descriptor);
  if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, descriptor, &event) != 0) {
    throw std::system_error(errno, std::generic_category(), "epoll_ctl");
  }
}

void Loop::change(int descriptor, std::uint32_t events) {
  epoll_event event{};
  event.events = events;
  event.data.u64 = mark(descriptor);
  ::epoll_ctl(epoll_, EPOLL_CTL_MOD, descriptor, &event);
}

void Loop::remove(int descriptor) {
  entries_[static_cast<std::size_t>(descriptor)].handler = nullptr;
  ::epoll_ctl(epoll_, EPOLL_CTL_DEL, descriptor, nullptr);
}

void Loop::turn(std::chrono::microseconds patience) {
  std::array<epoll_event, 1024> events;
  const timespec limit{patience.count() / 1'000'000, patience.count() % 1'000'000 * 1000};
  const int count = ::epoll_pwait2(epoll_, events.data(), static_cast<int>(events.size()), &limit, nullptr);
  if (count < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "epoll_pwait2");
  for (int i = 0; i < count; ++i) {
    const epoll_event& event = events[static_cast<std::size_t>(i)];
    const Entry& entry = entries_[event.data.u64 & 0xffffffff];
    if (entry.handler && entry.generation == event.data.u64 >> 32) entry.handler->ready(event.events);
  }
}

void raise_descriptor_limit() {
  rlimit files{};
  ::getrlimit(RLIMIT_NOFILE, &files);
  files.rlim_cur = files.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &files);
}

}  // namespace load
