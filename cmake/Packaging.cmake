# What is installed, and the Debian package: `cpack -G DEB` in the build folder, or `make package`.
include(GNUInstallDirs)

install(TARGETS steward RUNTIME)
install(TARGETS steward-recorder DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/steward)
# Compilers for builds that cannot have a blank in the name of one.
foreach(name cc c++)
  install(CODE "file(CREATE_LINK steward \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_BINDIR}/steward-${name}\" SYMBOLIC)")
endforeach()
# The dynamic detector: what `steward cc` looks for in ../lib/steward.
install(FILES src/runtime/steward_rt.syms DESTINATION lib/steward)
foreach(part StewardPlacement steward_rt)
  if(TARGET ${part})
    install(TARGETS ${part} DESTINATION lib/steward)
  endif()
endforeach()
install(FILES cmake/Steward.cmake cmake/StewardToolchain.cmake DESTINATION ${CMAKE_INSTALL_DATADIR}/steward/cmake)
install(FILES README.md CHANGELOG.md LICENSE TYPE DOC)
install(DIRECTORY docs TYPE DOC)

# Man pages and completions come from the options that the program declares.
set(generated ${CMAKE_BINARY_DIR}/generated)
add_custom_command(OUTPUT ${generated}/man1/steward.1 ${generated}/steward.bash ${generated}/_steward
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${generated}/man1
  COMMAND ${CMAKE_COMMAND} -E make_directory ${generated}/man1
  COMMAND $<TARGET_FILE:steward> manual --into ${generated}/man1
  COMMAND $<TARGET_FILE:steward> completion bash > ${generated}/steward.bash
  COMMAND $<TARGET_FILE:steward> completion zsh > ${generated}/_steward
  DEPENDS steward COMMENT "Man pages and completions" VERBATIM)
add_custom_target(manual ALL DEPENDS ${generated}/man1/steward.1 ${generated}/steward.bash ${generated}/_steward)
install(DIRECTORY ${generated}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${generated}/steward.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME steward)
install(FILES ${generated}/_steward DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME steward)
set(CPACK_PACKAGE_CONTACT "The Steward developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "detector of data races in C and C++ programs")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Sources are compiled by clang; bitcode needs nothing more.
set(CPACK_DEBIAN_PACKAGE_DEPENDS clang-22)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "bear, libc6-dev, libstdc++-12-dev")
include(CPack)
