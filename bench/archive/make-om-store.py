"""A model in Open-Meteo's layout for bench/archive.mjs: two years of hours, three variables, 64 × 64 cells, and their heights.

    pip install -r archive/test/fixtures/requirements.txt && python bench/archive/make-om-store.py FOLDER
"""

import json
import os
import sys

import numpy as np
import omfiles

FOLDER, SIZE, HOURS = sys.argv[1], 64, 8784
HOME = os.path.join(FOLDER, "data", "bench")
START = 1704067200  # 2024-01-01


def write(path, array, chunks, scale):
    path = os.path.join(HOME, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    writer = omfiles.OmFileWriter(path)
    writer.close(writer.write_array(np.ascontiguousarray(array), chunks, scale_factor=scale, compression="pfor_delta_2d_int16"))


random = np.random.RandomState(1)
hour = np.arange(HOURS) % 24
day = np.clip(np.sin((hour - 6) / 12 * np.pi), 0, None)[None, None, :]
cloud = np.repeat(random.uniform(0.2, 1, (SIZE, SIZE, HOURS // 4)), 4, axis=2)
glob = (900 * day * cloud).astype("f4")
air = (15 + 8 * np.sin((hour - 9) / 12 * np.pi)[None, None, :] + random.normal(0, 1, (SIZE, SIZE, HOURS))).astype("f4")
for year, hours in ((2023, 8760), (2024, 8784)):
    write(f"shortwave_radiation/year_{year}.om", glob[:, :, :hours], [1, 6, 504], 1)
    write(f"direct_radiation/year_{year}.om", (glob[:, :, :hours] * 0.6).astype("f4"), [1, 6, 504], 1)
    write(f"temperature_2m/year_{year}.om", air[:, :, :hours], [1, 6, 504], 20)
write("static/HSURF.om", random.randint(0, 900, (SIZE, SIZE)).astype("f4"), [20, 20], 1)
end = START + HOURS * 3600
meta = {
    "chunk_time_length": 504,
    "temporal_resolution_seconds": 3600,
    "data_end_time": end,
    "last_run_initialisation_time": end,
    "last_run_availability_time": end,
    "update_interval_seconds": 86400,
}
with open(os.path.join(HOME, "static", "meta.json"), "w") as file:
    json.dump(meta, file)
