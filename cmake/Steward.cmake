# steward_check(TARGET [NAME name] [ALL] [OPTIONS option …])
#
# Adds a target that checks an executable of this build for data races, with everything of the build that is linked into
# it:
#
#   list(APPEND CMAKE_MODULE_PATH /usr/share/steward/cmake)
#   include(Steward)
#   steward_check(server OPTIONS --min-rank 0.5)
#
#   cmake --build build --target steward-check-server
#
# NAME names the target otherwise, ALL makes it part of the default build. A race fails the target, as a failed test
# would. Include this file before the targets whose sources it is to see; it works with makefiles and with Ninja.
find_program(STEWARD_EXECUTABLE steward DOC "The steward program")

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

function(steward_check target)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "ALL" "NAME" "OPTIONS")
  if(ARG_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "steward_check(${target}): unknown arguments ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "steward_check(${target}): there is no such target")
  endif()
  get_target_property(type ${target} TYPE)
  if(NOT type STREQUAL "EXECUTABLE")
    message(FATAL_ERROR "steward_check(${target}): it is no executable")
  endif()
  if(NOT STEWARD_EXECUTABLE)
    message(FATAL_ERROR "steward_check(${target}): steward is not on the path; set STEWARD_EXECUTABLE")
  endif()
  if(NOT ARG_NAME)
    set(ARG_NAME steward-check-${target})
  endif()
  set(all "")
  if(ARG_ALL)
    set(all ALL)
  endif()
  add_custom_target(${ARG_NAME} ${all}
    COMMAND ${STEWARD_EXECUTABLE} check -p ${CMAKE_BINARY_DIR} --program $<TARGET_FILE:${target}> ${ARG_OPTIONS}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    DEPENDS ${target}
    COMMENT "Checking ${target} for data races"
    USES_TERMINAL
    VERBATIM)
endfunction()
