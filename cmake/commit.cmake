# Names the commit: cmake -DSOURCE=... -DOUT=... [-DCOMMIT=...] -P commit.cmake
# Writes the definition of engine::commit() to OUT, but only when it is another one: what is up to date stays so.
# The commit is COMMIT; else Git's HEAD in SOURCE; else what `git archive` wrote into commit.txt; else unknown.
set(digits 12)

if(NOT COMMIT AND EXISTS ${SOURCE}/.git)
  # Whose checkout it is does not matter: it is only read.
  execute_process(COMMAND git -c safe.directory=* -C ${SOURCE} describe --always --dirty --exclude=* --abbrev=${digits}
    OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
elseif(NOT COMMIT)
  file(STRINGS ${SOURCE}/cmake/commit.txt COMMIT LIMIT_COUNT 1)
  string(SUBSTRING "${COMMIT}" 0 ${digits} COMMIT)
endif()
if(NOT COMMIT MATCHES "^[0-9a-f]+(-dirty)?$")
  set(COMMIT unknown)
endif()

file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT [[
#include "engine/core/commit.h"

const char* engine::commit() {
  return "@COMMIT@";
}
]])
