#include "tests/load/play.h"

#include <algorithm>

namespace load {

namespace {

using std::chrono::duration_cast;
using std::chrono::microseconds;

Clock::duration interval_of(double rate) {
  if (rate <= 0) return Clock::duration::zero();
  return duration_cast<Clock::duration>(std::chrono::duration<double>(1 / rate));
}

}  // namespace

Play::Play(Loop& loop, std::span<Room* const> rooms, Pace pace)
    : loop_(loop), rooms_(rooms.begin(), rooms.end()), pace_(pace), interval_(interval_of(pace.rate)) {
  for (Room* const room : rooms_) room->watch(this);
}

Play::~Play() {
  for (Room* const room : rooms_) room->watch(nullptr);
}

Clock::duration Play::run(Clock::duration time, const std::function<void()>& each_second) {
  const auto begin = Clock::now(), end = begin + time;
  auto next_second = begin + std::chrono::seconds(1);
  running_ = true;
  start(begin);
  auto now = begin;
  for (; now < end && !exhausted_; now = Clock::now()) {
    move_what_is_due(now);
    loop_.turn(std::chrono::ceil<microseconds>(patience(now, end)));
    if (now >= next_second) {
      each_second();
      next_second += std::chrono::seconds(1);
    }
  }
  running_ = false;
  return now - begin;
}

void Play::start(Clock::time_point now) {
  if (interval_ == Clock::duration::zero()) {
    for (Room* const room : rooms_) freed(*room);
    return;
  }
  const auto count = static_cast<Clock::rep>(rooms_.size());
  for (Clock::rep i = 0; i < count; ++i) {
    const auto offset = pace_.together ? Clock::duration::zero() : interval_ * i / count;
    due_.push({now + offset, rooms_[static_cast<std::size_t>(i)]});
  }
}

void Play::move_what_is_due(Clock::time_point now) {
  while (!due_.empty() && due_.top().at <= now) {
    const Due due = due_.top();
    due_.pop();
    if (due.room->may_move()) {
      move(*due.room, due.at);
    } else if (due.room->over()) {
      exhausted_ = true;
    } else {
      late_.emplace(due.room, due.at);
    }
  }
}

void Play::freed(Room& room) {
  if (!running_) return;
  if (interval_ == Clock::duration::zero()) {
    if (room.may_move()) return room.move(Clock::now());
    if (room.live() && !room.waiting()) exhausted_ = true;
    return;
  }
  const auto late = late_.find(&room);
  if (late == late_.end() || !room.may_move()) return;
  const auto due = late->second;
  late_.erase(late);
  move(room, due);
}

void Play::move(Room& room, Clock::time_point due) {
  room.move(due);
  due_.push({due + interval_, &room});
}

Clock::duration Play::patience(Clock::time_point now, Clock::time_point end) const {
  auto until = std::min(end, now + std::chrono::milliseconds(20));
  if (!due_.empty()) until = std::min(until, due_.top().at);
  return std::max(until - now, Clock::duration::zero());
}

std::vector<Clock::duration> Play::overdue() const {
  std::vector<Clock::duration> all;
  for (const auto& [room, due] : late_) all.push_back(Clock::now() - due);
  return all;
}

}  // namespace load
