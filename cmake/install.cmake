# What `cmake --install` gives: the program, both libraries, the promised headers, and how other
# builds find them: a CMake package and a file for pkg-config.
include(CMakePackageConfigHelpers)

set(gyre_cmake_folder ${CMAKE_INSTALL_LIBDIR}/cmake/gyre)
install(TARGETS gyre_cli)
install(DIRECTORY include/gyre TYPE INCLUDE)
# Two lists of targets: who takes the shared library needs nothing that only the static one is
# linked with.
install(TARGETS gyre_shared EXPORT gyre_shared_targets)
install(TARGETS gyre EXPORT gyre_static_targets)
install(EXPORT gyre_shared_targets NAMESPACE gyre:: FILE gyreTargets.cmake
        DESTINATION ${gyre_cmake_folder})
install(EXPORT gyre_static_targets NAMESPACE gyre:: FILE gyreStaticTargets.cmake
        DESTINATION ${gyre_cmake_folder})

configure_package_config_file(cmake/gyreConfig.cmake.in ${CMAKE_BINARY_DIR}/gyreConfig.cmake
                              INSTALL_DESTINATION ${gyre_cmake_folder})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/gyreConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/gyreConfig.cmake ${CMAKE_BINARY_DIR}/gyreConfigVersion.cmake
        DESTINATION ${gyre_cmake_folder})

# Found from where the file is, so that what was installed can be moved.
file(RELATIVE_PATH gyre_pc_up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(gyre_pc_private "-lfmt -lstdc++ -lm -lpthread -ldl")
if(GYRE_CUDA)
  set(gyre_pc_private "-L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -lrt ${gyre_pc_private}")
endif()
configure_file(cmake/gyre.pc.in ${CMAKE_BINARY_DIR}/gyre.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/gyre.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
