-- A module file for Lmod: put it into a folder of MODULEPATH as ulpwise/VERSION.lua, and set the prefix
-- to where ulpwise is installed. Nodes need the program alone; compilers are needed where campaigns
-- are planned.
help([[ulpwise gives every floating-point operation of a program a verdict.]])
whatis("Name: ulpwise")
whatis("Description: verdicts for floating-point operations of C, C++, Fortran and Rust")
local prefix = "/opt/ulpwise"
prepend_path("PATH", pathJoin(prefix, "bin"))
prepend_path("MANPATH", pathJoin(prefix, "share/man"))
