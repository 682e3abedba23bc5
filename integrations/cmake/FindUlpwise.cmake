# Finds the program ulpwise, and makes tests of ctest that check targets.
#
#   list(APPEND CMAKE_MODULE_PATH "<folder of this file>")
#   find_package(Ulpwise REQUIRED)
#   ulpwise_add_check(target
#       [NAME name]              the test's name; ulpwise-<target> unless it is said
#       [FUNCTIONS pattern...]   only these functions
#       [RANGES range...]        values of inputs, as for --range: "x=0..1"
#       [BASELINE file]          exceptions that are accepted
#       [FAIL_ON level]          never, error, warning, note or unknown
#       [HTML file]              a page with what was found
#       [OPTIONS word...])       any other words for `ulpwise check`
#
# The sources of the target are compiled with the flags that CMake has for them, and linked together.
# The test fails where something is found that counts.

find_program(Ulpwise_EXECUTABLE ulpwise DOC "the program ulpwise")
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Ulpwise REQUIRED_VARS Ulpwise_EXECUTABLE)

function(ulpwise_add_check target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAME;BASELINE;FAIL_ON;HTML" "FUNCTIONS;RANGES;OPTIONS")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "ulpwise_add_check: unknown words: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT TARGET ${target})
        message(FATAL_ERROR "ulpwise_add_check: there is no target ${target}")
    endif()
    set_target_properties(${target} PROPERTIES EXPORT_COMPILE_COMMANDS ON)
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    set(words)
    foreach(source IN LISTS sources)
        if(source MATCHES "\\.(c|cc|cpp|cxx|c\\+\\+|C|f|for|f90|f95|f03|f08|F|FOR|F90|F95|F03|F08)$")
            get_filename_component(source "${source}" ABSOLUTE BASE_DIR "${folder}")
            list(APPEND words --source "${source}")
        endif()
    endforeach()
    foreach(function IN LISTS arg_FUNCTIONS)
        list(APPEND words --fn "${function}")
    endforeach()
    foreach(range IN LISTS arg_RANGES)
        list(APPEND words --range "${range}")
    endforeach()
    foreach(option BASELINE FAIL_ON HTML)
        if(DEFINED arg_${option})
            string(TOLOWER "${option}" name)
            string(REPLACE "_" "-" name "${name}")
            list(APPEND words --${name} "${arg_${option}}")
        endif()
    endforeach()
    if(NOT DEFINED arg_NAME)
        set(arg_NAME "ulpwise-${target}")
    endif()
    add_test(
        NAME "${arg_NAME}"
        COMMAND "${Ulpwise_EXECUTABLE}" check -p "${CMAKE_BINARY_DIR}" ${words} ${arg_OPTIONS}
        WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
    set_tests_properties("${arg_NAME}" PROPERTIES LABELS ulpwise)
endfunction()
