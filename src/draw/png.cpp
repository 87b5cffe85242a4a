#include "draw/png.h"

#include <fmt/format.h>
#include <gyre/base/error.h>

#ifdef GYRE_WITH_PNG

#include <cairo.h>
#include <dlfcn.h>
#include <librsvg/rsvg.h>

#include <memory>

namespace gyre {
namespace {

constexpr const char* kLibrary = "librsvg-2.so.2";

// The few functions that are needed, looked up in the library and in those that it stands on.
// Linking against it would cost every command eight milliseconds at its start.
class Rsvg {
 public:
  Rsvg() : handle_(dlopen(kLibrary, RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) {
      throw Error(
          fmt::format("a PNG needs {}, which is not there: install the Debian package librsvg2-2, "
                      "or write an SVG",
                      kLibrary));
    }
    find(new_from_data, "rsvg_handle_new_from_data");
    find(render_document, "rsvg_handle_render_document");
    find(intrinsic_size, "rsvg_handle_get_intrinsic_size_in_pixels");
    find(object_unref, "g_object_unref");
    find(error_free, "g_error_free");
    find(surface_create, "cairo_image_surface_create");
    find(surface_status, "cairo_surface_status");
    find(surface_destroy, "cairo_surface_destroy");
    find(context_create, "cairo_create");
    find(context_destroy, "cairo_destroy");
    find(write_png, "cairo_surface_write_to_png_stream");
  }

  decltype(&rsvg_handle_new_from_data) new_from_data = nullptr;
  decltype(&rsvg_handle_render_document) render_document = nullptr;
  decltype(&rsvg_handle_get_intrinsic_size_in_pixels) intrinsic_size = nullptr;
  void (*object_unref)(gpointer) = nullptr;
  decltype(&g_error_free) error_free = nullptr;
  decltype(&cairo_image_surface_create) surface_create = nullptr;
  decltype(&cairo_surface_status) surface_status = nullptr;
  decltype(&cairo_surface_destroy) surface_destroy = nullptr;
  decltype(&cairo_create) context_create = nullptr;
  decltype(&cairo_destroy) context_destroy = nullptr;
  decltype(&cairo_surface_write_to_png_stream) write_png = nullptr;

 private:
  template <typename Function>
  void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(dlsym(handle_, name));
    if (function == nullptr) {
      throw Error(fmt::format("{} has no function {}: a newer one is needed", kLibrary, name));
    }
  }

  void* handle_;  // never closed: the libraries below it do not like to be
};

cairo_status_t append(void* out, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(out)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

}  // namespace

bool has_png() noexcept {
  return true;
}

std::string make_png(const std::string& svg) {
  static const Rsvg rsvg;
  GError* fault = nullptr;
  const auto check = [&](bool good, const char* what) {
    if (good) return;
    const std::string reason = fault == nullptr ? "" : fmt::format(": {}", fault->message);
    if (fault != nullptr) rsvg.error_free(fault);
    throw Error(fmt::format("the picture cannot be {}{}", what, reason));
  };
  const std::unique_ptr<RsvgHandle, void (*)(gpointer)> handle(
      rsvg.new_from_data(reinterpret_cast<const guint8*>(svg.data()), svg.size(), &fault),
      rsvg.object_unref);
  check(handle != nullptr, "read as SVG");
  double width = 0;
  double height = 0;
  check(rsvg.intrinsic_size(handle.get(), &width, &height) != 0, "measured");
  const std::unique_ptr<cairo_surface_t, decltype(rsvg.surface_destroy)> surface(
      rsvg.surface_create(CAIRO_FORMAT_ARGB32, static_cast<int>(width), static_cast<int>(height)),
      rsvg.surface_destroy);
  check(rsvg.surface_status(surface.get()) == CAIRO_STATUS_SUCCESS,
        "made into pixels; it is too large");
  {
    const std::unique_ptr<cairo_t, decltype(rsvg.context_destroy)> context(
        rsvg.context_create(surface.get()), rsvg.context_destroy);
    const RsvgRectangle frame{0, 0, width, height};
    check(rsvg.render_document(handle.get(), context.get(), &frame, &fault) != 0, "drawn");
  }
  std::string png;
  check(rsvg.write_png(surface.get(), append, &png) == CAIRO_STATUS_SUCCESS, "written as PNG");
  return png;
}

}  // namespace gyre

#else

namespace gyre {

bool has_png() noexcept {
  return false;
}

std::string make_png(const std::string& /*svg*/) {
  throw Error(
      "this gyre was built without PNG: install the Debian package librsvg2-dev and build again, "
      "or write an SVG");
}

}  // namespace gyre

#endif
