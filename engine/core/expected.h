#pragma once

#include <utility>
#include <variant>

namespace engine {

/// Wraps the error of an Expected: `return Unexpected(Rejection{...});`
template <class E>
struct Unexpected {
  explicit Unexpected(E e) : error(std::move(e)) {}
  E error;
};

/// A value, or the reason why there is none. The part of C++23's std::expected that we use.
template <class T, class E>
class [[nodiscard]] Expected {
 public:
  // Implicit, both of them: functions return either a T or Unexpected(...).
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Expected(Unexpected<E> u) : state_(std::in_place_index<1>, std::move(u.error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  /// @pre has_value()
  /// std::bad_variant_access where that is broken; error() likewise.
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// @pre !has_value()
  const E& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, E> state_;
};

}  // namespace engine
