"""Hourly weather in the layout of ECMWF's ARCO store of ERA5, for bench/archive.mjs: Zarr 2, chunks of 67,584 hours × 4 × 4, Blosc with LZ4.

    pip install -r ../../archive/test/fixtures/requirements.txt && python make-arco-store.py FOLDER

Names, sums of the hour before and the order of the dimensions are those of the documentation of the store; the weather is made up, but
compresses like weather. 32 × 64 cells in 128 chunks a column; the 67,584 hours begin on 2019-01-01.
"""

import sys

import numpy as np
import zarr
from numcodecs import Blosc

CHUNK, CELLS = (67584, 4, 4), (32, 64)
path = sys.argv[1]
random = np.random.RandomState(1)
hours = np.arange(CHUNK[0])
t = hours[:, None, None]
sun = np.clip(np.sin((t % 24 - 6) / 12 * np.pi), 0, None) * (1 - 0.4 * np.cos(t / 8766 * 2 * np.pi))
group = zarr.open_group(path, mode="w", zarr_format=2)
axes = {
    "valid_time": (hours.astype("int64") + 1, {"units": "hours since 2019-01-01", "calendar": "proleptic_gregorian"}),
    "latitude": (50 - 0.25 * np.arange(CELLS[0]), {"units": "degrees_north"}),
    "longitude": (5 + 0.25 * np.arange(CELLS[1]), {"units": "degrees_east"}),
}
for name, (values, attributes) in axes.items():
    array = group.create_array(name, data=values, chunks=values.shape, compressors=Blosc("lz4"))
    array.attrs.update({"_ARRAY_DIMENSIONS": [name], **attributes})
arrays = {}
for name, units in {"ssrd": "J m**-2", "fdir": "J m**-2", "t2m": "K"}.items():
    arrays[name] = group.create_array(
        name, shape=(CHUNK[0], *CELLS), chunks=CHUNK, dtype="float32", fill_value=np.nan, compressors=Blosc("lz4", 5, Blosc.SHUFFLE)
    )
    arrays[name].attrs.update({"_ARRAY_DIMENSIONS": ["valid_time", "latitude", "longitude"], "units": units})
for row in range(0, CELLS[0], CHUNK[1]):
    for column in range(0, CELLS[1], CHUNK[2]):
        clear = 0.15 + 0.8 * np.abs(np.cumsum(random.normal(0, 0.15, CHUNK), axis=0) % 2 - 1)
        part = (slice(None), slice(row, row + CHUNK[1]), slice(column, column + CHUNK[2]))
        # ERA5 is packed in 16 bits before it comes into the store: the values are multiples of a step.
        arrays["ssrd"][part] = (np.round(sun * clear * 700 * 3600 / 64) * 64).astype("float32")
        arrays["fdir"][part] = (np.round(sun * clear**2 * 700 * 3600 / 64) * 64).astype("float32")
        warmth = 283 + 10 * np.sin(t / 8766 * 2 * np.pi - 2) + 5 * clear
        arrays["t2m"][part] = (np.round(warmth * 1024) / 1024).astype("float32")
zarr.consolidate_metadata(path)
