"""What bench/archive/points.mjs reads, read by xarray: processor time of 32 point-years.

    python points.py FOLDER
"""

import sys
import time

import xarray as xr

data = xr.open_zarr(sys.argv[1], chunks=None)
for _ in range(2):
    start = time.process_time()
    for k in range(32):
        row, column = 4 * (k >> 2) + k % 4, 16 * (k % 4) + 8 * ((k >> 4) % 2)
        point = data[["ssrd", "fdir", "t2m"]].isel(latitude=row, longitude=column)
        point.sel(valid_time=slice("2024-01-01T01", "2025-01-01T00")).load()
    print(f"32 point-years: {time.process_time() - start:.2f} s CPU")
