"""A year of hourly weather on 32 × 32 cells for bench/archive.mjs: Zarr 3, one shard a column, chunks of a year × 4 × 4.

    pip install -r ../../archive/test/fixtures/requirements.txt && python make-store.py FOLDER

Three columns of 16-bit numbers as real archives have them; the weather is made up, but compresses like weather.
"""

import sys

import numpy as np
import zarr
from zarr.codecs import BytesCodec, ShardingCodec, ZstdCodec

HOURS, CELLS = 8784, 32
path = sys.argv[1]
random = np.random.RandomState(1)
t = np.arange(HOURS)[:, None, None]
sun = np.clip(np.sin((t % 24 - 6) / 12 * np.pi), 0, None) * (1 - 0.4 * np.cos(t / HOURS * 2 * np.pi))
clear = np.clip(np.cumsum(random.normal(0, 0.15, (HOURS, CELLS, CELLS)), axis=0) % 2, 0, 2)
clear = 0.15 + 0.8 * np.abs(clear - 1)
ghi = sun * clear * 700
columns = {
    "ssrd": (ghi * 3600, "J m**-2", 3600.0, 0.0),
    "fdir": (ghi * clear * 3600, "J m**-2", 3600.0, 0.0),
    "t2m": (283 + 10 * np.sin(t / HOURS * 2 * np.pi - 2) + 5 * clear + random.normal(0, 0.1, clear.shape), "K", 0.05, 283.0),
}
zarr.open_group(path, mode="w", zarr_format=3)
axes = {
    "time": (np.arange(HOURS), {"units": "hours since 2024-01-01T01:00:00", "calendar": "standard"}),
    "latitude": (50 - 0.25 * np.arange(CELLS), {"units": "degrees_north"}),
    "longitude": (5 + 0.25 * np.arange(CELLS), {"units": "degrees_east"}),
}
for name, (values, attributes) in axes.items():
    array = zarr.create_array(store=path, name=name, data=values, chunks=values.shape, dimension_names=[name])
    array.attrs.update(attributes)
for name, (values, units, scale, offset) in columns.items():
    array = zarr.create_array(
        store=path,
        name=name,
        shape=values.shape,
        dtype="int16",
        chunks=values.shape,
        serializer=ShardingCodec(chunk_shape=(HOURS, 4, 4), codecs=[BytesCodec(), ZstdCodec(level=5)]),
        compressors=None,
        fill_value=-32768,
        dimension_names=["time", "latitude", "longitude"],
    )
    array[:] = np.round((values - offset) / scale).astype("int16")
    array.attrs.update(units=units, scale_factor=scale, add_offset=offset, _FillValue=-32768)
zarr.consolidate_metadata(path)
