# For Linux on arm64 with Debian's g++-aarch64-linux-gnu. Headers are the same for every CPU and are this machine's;
# libraries are those of SANQI_CROSS_ROOT (scripts/package arm64 fills it) and what was compiled for it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SANQI_CROSS_ROOT)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(spdlog_DIR ${SANQI_CROSS_ROOT}/usr/lib/aarch64-linux-gnu/cmake/spdlog)
set(SQLiteCpp_DIR ${SANQI_CROSS_ROOT}/usr/lib/aarch64-linux-gnu/cmake/SQLiteCpp)
set(CMAKE_LIBRARY_PATH ${SANQI_CROSS_ROOT}/usr/lib/aarch64-linux-gnu)
set(CMAKE_EXE_LINKER_FLAGS_INIT -L${SANQI_CROSS_ROOT}/usr/lib/aarch64-linux-gnu)
