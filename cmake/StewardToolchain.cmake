# Compiles a CMake project for the dynamic detector:
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=/usr/share/steward/cmake/StewardToolchain.cmake -S . -B build-steward
#   cmake --build build-steward
#   steward run -- build-steward/app
#
# STEWARD_EXECUTABLE, as a variable of CMake or of the environment, names a steward that is not on the path.
if(NOT STEWARD_EXECUTABLE AND DEFINED ENV{STEWARD_EXECUTABLE})
  set(STEWARD_EXECUTABLE $ENV{STEWARD_EXECUTABLE})
endif()
find_program(STEWARD_EXECUTABLE steward HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin DOC "The steward program")
if(NOT STEWARD_EXECUTABLE)
  message(FATAL_ERROR "steward is not on the path; set STEWARD_EXECUTABLE")
endif()

# A compiler with a word of its own: CMake puts the word in front of all others.
set(CMAKE_C_COMPILER ${STEWARD_EXECUTABLE} cc)
set(CMAKE_CXX_COMPILER ${STEWARD_EXECUTABLE} c++)
# Trial projects of CMake read this file again, and know nothing of the cache.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES STEWARD_EXECUTABLE)
