// Exact integers of any size: group orders and canonical counts. The 20x20x20 has 1,400 digits.
#pragma once

#include <gyre/base/api.h>

#include <boost/multiprecision/cpp_int.hpp>

namespace GYRE_API gyre {

using BigInt = boost::multiprecision::cpp_int;

}  // namespace gyre
