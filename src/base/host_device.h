// Marks functions that a GPU runs as well as the processor.
#pragma once

#ifdef __CUDACC__
#define GYRE_HOST_DEVICE __host__ __device__
#else
#define GYRE_HOST_DEVICE
#endif
