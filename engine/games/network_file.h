#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "engine/core/little_endian.h"
#include "engine/core/types.h"

/// The files of the games' small networks (network_layer.h): a magic word, the numbers of inputs, hidden
/// units and buckets, the scale, and what numbers a game adds, each of 32 bits; then the weights in the order
/// of their fields, in their own width. All with the low byte first.
namespace engine {

/// Takes numbers from the front of a file; a number that is not there any more stays as it was, and
/// all_read() is false from then on.
// Files are built into the program, but also read by the lab: nothing in them is trusted.
class NumbersOfFile {
 public:
  explicit NumbersOfFile(std::span<const unsigned char> bytes) : rest_(bytes) {}
  bool all_read() const { return rest_.empty() && !failed_; }

  template <class T>
  void take(T& value) {
    failed_ = failed_ || rest_.size() < sizeof(T);
    if (failed_) return;
    value = read_little_endian<T>(rest_.data());
    rest_ = rest_.subspan(sizeof(T));
  }

 private:
  std::span<const unsigned char> rest_;
  bool failed_ = false;
};

/// Calls visit(weight, limit) for each weight in the order of the file; no weight may be beyond its limit.
template <class Net, class Visit>
void for_each_weight(Net& network, Visit visit) {
  for (auto& row : network.inputs)
    for (auto& weight : row) visit(weight, Net::kMaxInput);
  for (auto& weight : network.bias) visit(weight, Net::kMaxBias);
  for (auto& bucket : network.outputs)
    for (auto& row : bucket)
      for (auto& weight : row) visit(weight, Net::kMaxOutput);
  for (auto& bias : network.output_bias) visit(bias, 1 << 20);
}

template <class Net>
inline constexpr std::array<std::int32_t, 3> kShapeOf = {Net::kInputs, Net::kHidden, Net::kBuckets};

/// `more`: the numbers that the game adds.
template <class Net>
std::string write_network_file(std::string_view magic, const Net& network,
                               std::span<const std::int32_t> more = {}) {
  std::string bytes(magic);
  for (const std::int32_t number : kShapeOf<Net>) append_little_endian(bytes, number);
  append_little_endian(bytes, network.scale);
  for (const std::int32_t number : more) append_little_endian(bytes, number);
  for_each_weight(network, [&](auto weight, int) { append_little_endian(bytes, weight); });
  return bytes;
}

/// Fills `more`. Null for what is no such file, or has weights beyond their limits.
/// Checks magic word, shape, limits and length, so that a network of another version is refused as a whole.
template <class Net>
std::unique_ptr<Net> read_network_file(std::string_view magic, std::span<const unsigned char> bytes,
                                       std::span<std::int32_t> more = {}) {
  if (bytes.size() < magic.size() || !std::equal(magic.begin(), magic.end(), bytes.begin())) return nullptr;
  NumbersOfFile numbers(bytes.subspan(magic.size()));
  std::array<std::int32_t, 3> shape{};
  for (std::int32_t& number : shape) numbers.take(number);
  if (shape != kShapeOf<Net>) return nullptr;
  auto network = std::make_unique<Net>();
  numbers.take(network->scale);
  for (std::int32_t& number : more) numbers.take(number);
  bool small = network->scale > 0 && network->scale <= 2000;
  for_each_weight(*network, [&](auto& weight, int max) {
    numbers.take(weight);
    small = small && std::abs(weight) <= max;
  });
  return small && numbers.all_read() ? std::move(network) : nullptr;
}

/// What a network says in the unit of its game, from the weighed sum of its squares.
/// Bounded to 50 units of the game, whatever the weights: a network cannot make up a win.
template <class Net>
Score score_of_sum(const Net& network, std::int32_t sum, std::size_t bucket) {
  constexpr Score kMaxCorrection = 5000;
  const std::int64_t value = sum / Net::kOne + network.output_bias[bucket];
  return std::clamp<Score>(static_cast<Score>(value * network.scale / (Net::kOne * Net::kOutputOne)),
                           -kMaxCorrection, kMaxCorrection);
}

}  // namespace engine
