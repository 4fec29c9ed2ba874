#pragma once

#include <cstdio>
#include <cstdlib>

/// Ends the run with the input kept: a promise of ours does not hold for it.
#define EXPECT(holds)                                                            \
  do {                                                                           \
    if (!(holds)) {                                                              \
      std::fprintf(stderr, "%s:%d: not true: %s\n", __FILE__, __LINE__, #holds); \
      std::abort();                                                              \
    }                                                                            \
  } while (false)
