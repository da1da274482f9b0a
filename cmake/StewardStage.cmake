# steward_stage(NAME [FOLDER dir] SOURCES … STAGES … [LIBRARIES …])
#
# One folder under src/ is one stage and one static library, `steward_NAME`. Headers are included as "NAME/file.h". A
# stage sees only the headers of the stages it names in STAGES (and theirs): each stage's folder is published through a
# private include root that holds one link to it, so that including a later stage does not compile.
function(steward_stage name)
  cmake_parse_arguments(ARG "" "FOLDER" "SOURCES;STAGES;LIBRARIES" ${ARGN})
  if(NOT ARG_FOLDER)
    set(ARG_FOLDER ${name})
  endif()
  set(root ${CMAKE_BINARY_DIR}/stages/${name})
  get_filename_component(parent ${root}/${ARG_FOLDER} DIRECTORY)
  file(MAKE_DIRECTORY ${parent})
  file(CREATE_LINK ${CMAKE_SOURCE_DIR}/src/${ARG_FOLDER} ${root}/${ARG_FOLDER} SYMBOLIC)

  add_library(steward_${name} STATIC ${ARG_SOURCES})
  target_include_directories(steward_${name} PUBLIC ${root} ${CMAKE_SOURCE_DIR}/include)
  target_include_directories(steward_${name} SYSTEM PUBLIC ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(steward_${name} PUBLIC ${LLVM_DEFINITIONS_LIST})
  foreach(stage ${ARG_STAGES})
    target_link_libraries(steward_${name} PUBLIC steward_${stage})
  endforeach()
  target_link_libraries(steward_${name} PUBLIC LLVM ${ARG_LIBRARIES})
endfunction()

separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
list(TRANSFORM LLVM_DEFINITIONS_LIST REPLACE "^-D" "")
