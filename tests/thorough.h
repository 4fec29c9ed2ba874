#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <vector>

/// Of so many cases, as many as an everyday run looks at: a fifth. SANQI_THOROUGH=1, which `scripts/test
/// slow` sets, looks at all of them. What a test demands of their number goes by it, too.
inline int some_of(int all) {
  return std::getenv("SANQI_THOROUGH") != nullptr ? all : std::max(all / 5, 1);
}

/// The same of given cases, evenly spread.
template <class T>
std::vector<T> some_of(const std::vector<T>& all) {
  const auto size = static_cast<std::size_t>(some_of(static_cast<int>(all.size())));
  std::vector<T> some;
  for (std::size_t i = 0; i < size && !all.empty(); ++i) some.push_back(all[i * all.size() / size]);
  return some;
}
