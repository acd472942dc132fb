// SPDX-License-Identifier: MIT
// The object that the precompiled header of the tests belongs to; see CMakeLists.txt.
