// Memory of a GPU that is given back by itself, and its errors as gyre's.
#pragma once

#include <gyre/base/error.h>

#include <cuda_runtime.h>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace gyre::gpu {

inline void check(cudaError_t error) {
  if (error != cudaSuccess) throw Error(std::string("the GPU fails: ") + cudaGetErrorString(error));
}

template <class T>
class DeviceMemory {
 public:
  DeviceMemory() = default;
  explicit DeviceMemory(std::size_t count) : count_(count) {
    if (count != 0) check(cudaMalloc(&data_, count * sizeof(T)));
  }
  explicit DeviceMemory(const std::vector<T>& values) : DeviceMemory(values.size()) { set(values); }
  ~DeviceMemory() { cudaFree(data_); }
  DeviceMemory(DeviceMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    return *this;
  }

  [[nodiscard]] T* data() const noexcept { return data_; }
  void clear() { check(cudaMemset(data_, 0, count_ * sizeof(T))); }
  // As many as there are.
  void set(const std::vector<T>& values) {
    check(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  [[nodiscard]] std::vector<T> copy() const {
    std::vector<T> values(count_);
    check(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_ = 0;
};

}  // namespace gyre::gpu
