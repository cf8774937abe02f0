"""Reference values from scipy: the exact U test without ties, above the sizes that R does well, and Hodges-Lehmann's
and the median's plain definitions by numpy.

    apt-get install python3-scipy
    python3 testdata/gen/make.py > testdata/scipy.json     (in gate/stats)
"""
import json

import numpy as np
import scipy
from scipy.stats import kendalltau, mannwhitneyu

rng = np.random.default_rng(20)
utest = []
for n, m in [(6, 6), (20, 20), (60, 60), (51, 80), (7, 200), (100, 100)]:
    for shift in (0.0, 0.5, 1.0):
        x, y = rng.lognormal(size=n), rng.lognormal(size=m) * np.exp(shift)
        r = mannwhitneyu(x, y, method="exact")
        logs = np.log(y)[:, None] - np.log(x)[None, :]
        utest.append({"x": x.tolist(), "y": y.tolist(), "u": r.statistic, "p": r.pvalue,
                      "effect": float(np.expm1(np.median(logs))), "p90": float(np.quantile(x, 0.9)),
                      "change": float(np.median(y) / np.median(x) - 1)})
trend = []
for n in (6, 15, 40, 59):
    v = rng.normal(size=n) + 0.02 * np.arange(n)
    r = kendalltau(np.arange(n), v, method="exact")
    trend.append({"v": v.tolist(), "tau": r.statistic, "p": r.pvalue})
print(json.dumps({"made_by": f"scipy {scipy.__version__}, numpy {np.__version__}", "utest": utest, "trend": trend}))
