#include <gtest/gtest.h>
#include <gyre/base/error.h>
#include <gyre/puzzle/metric.h>

namespace gyre {
namespace {

TEST(Metric, NamesAreReadBack) {
  ASSERT_FALSE(metrics().empty());
  EXPECT_EQ(metrics().front(), kUsualMetric);
  std::string names;
  for (const Metric metric : metrics()) {
    EXPECT_EQ(parse_metric(to_string(metric)), metric);
    names += (names.empty() ? "" : "|") + std::string(to_string(metric));
  }
  EXPECT_EQ(metric_names(), names);
  EXPECT_EQ(names, "htm|qtm") << "table keys, files and answers hold these names";
}

TEST(Metric, OtherNamesAreRefused) {
  EXPECT_FALSE(find_metric("HTM"));
  EXPECT_FALSE(find_metric(""));
  try {
    (void)parse_metric("stm");
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "'stm' is no metric; expected htm or qtm");
  }
}

TEST(Metric, WeighsPowers) {
  for (const std::int64_t amount : {-3, -2, -1, 1, 2, 3}) {
    EXPECT_EQ(power_weight(Metric::htm, amount), 1);
    EXPECT_EQ(power_weight(Metric::qtm, amount), std::abs(amount));
  }
  for (const Metric metric : metrics()) EXPECT_EQ(power_weight(metric, 0), 0);
}

}  // namespace
}  // namespace gyre
