# pvlib's split of GHI and its planes for validate-decomposition.mjs, which starts it:
#   python validate-decomposition.py FOLDER
# FOLDER holds job.json and arrays (float64, native byte order); results are written beside them, their names are printed.
# pip install pvlib==0.16.1 pandas numpy
import json
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pvlib

if pvlib.__version__ != "0.16.1":
    raise SystemExit(f"pvlib 0.16.1 is needed, got {pvlib.__version__}")

folder = Path(sys.argv[1])
job = json.loads((folder / "job.json").read_text())
pressure = pvlib.atmosphere.alt2pres(job["altitude"])
results = {}


def keep(name, values):
    results[name] = np.asarray(values, dtype=float)


def positions(times):
    return pvlib.solarposition.get_solarposition(
        times, job["latitude"], job["longitude"], altitude=job["altitude"], pressure=pressure
    )


def middles(start, interval, count):
    """Middle of the sunlit part of each interval, to the minute."""
    begin = pd.Timestamp(start, unit="ms", tz="UTC")
    plain = pd.date_range(begin + pd.Timedelta(seconds=interval / 2), periods=count, freq=f"{interval}s")
    if interval <= 300:
        return plain
    minutes = interval // 60
    fine = pd.date_range(begin + pd.Timedelta(seconds=30), periods=count * minutes, freq="60s")
    sunlit = (positions(fine)["apparent_elevation"].to_numpy() > 0).reshape(count, minutes)
    offsets = (np.arange(minutes) + 0.5) * 60
    lit = sunlit.sum(axis=1)
    middle = np.where(lit > 0, (sunlit * offsets).sum(axis=1) / np.maximum(lit, 1), interval / 2)
    return begin + pd.to_timedelta(np.arange(count) * float(interval) + middle, unit="s")


def planes(ghi, dni, dhi, times, sun, model):
    """Global irradiance on each plane by name."""
    extra = pvlib.irradiance.get_extra_radiation(times)
    airmass = pvlib.atmosphere.get_relative_airmass(sun["apparent_zenith"])
    for tilt, azimuth, name in job["planes"]:
        if job["latitude"] < 0:
            azimuth = (540 - azimuth) % 360
        total = pvlib.irradiance.get_total_irradiance(
            tilt, azimuth, sun["apparent_zenith"], sun["azimuth"], dni, ghi, dhi,
            dni_extra=extra, airmass=airmass, albedo=job["albedo"], model=model,
        )
        yield name, total["poa_global"].fillna(0)


times = middles(job["start"], job["interval"], job["count"])
sun = positions(times)
zenith = sun["zenith"]
ghi = pd.Series(np.fromfile(folder / "ghi.f64"), index=times).clip(lower=0)
cosine = np.cos(np.radians(zenith))

erbs = pvlib.irradiance.erbs(ghi, zenith, times)
disc_dni = pvlib.irradiance.disc(ghi, zenith, times, pressure=pressure)["dni"]
dirint_dni = pvlib.irradiance.dirint(ghi, zenith, times, pressure=pressure).fillna(0)
splits = {
    "erbs": (erbs["dni"], erbs["dhi"]),
    "disc": (disc_dni, ghi - disc_dni * cosine),
    "dirint": (dirint_dni, ghi - dirint_dni * cosine),
}
for name, (dni, dhi) in splits.items():
    keep(f"{name}|dni", dni)
    keep(f"{name}|dhi", dhi)
    for model in ["perez", "perez-driesse"] if job["planes"] else []:
        for plane, poa in planes(ghi, dni, dhi.clip(lower=0), times, sun, model):
            keep(f"{name}|{model}|{plane}", poa)

native = job["native"]
if job["planes"] and job["interval"] != native["interval"]:
    fine = middles(native["start"], native["interval"], native["count"])
    fine_sun = positions(fine)

    def measured(name):
        return pd.Series(np.fromfile(folder / f"native-{name}.f64"), index=fine)

    truth = [measured(f"{part}_irradiance") for part in ("global_horizontal", "direct_normal", "diffuse_horizontal")]
    missing = sum(truth).isna()
    truth = [part.clip(lower=0) for part in truth]
    # The beam that closes GHI and DHI, as in the engine's reference.
    mu = np.cos(np.radians(fine_sun["apparent_zenith"]))
    truth[1] = ((truth[0] - truth[2]).clip(lower=0) / mu.clip(lower=0.03)).where(mu > 0.03, 0)
    for model in ["perez", "perez-driesse"]:
        for plane, poa in planes(*truth, fine, fine_sun, model):
            keep(f"truth|{model}|{plane}", poa.mask(missing))

for name, values in results.items():
    values.tofile(folder / f"{name.replace('/', '-')}.f64")
print(json.dumps(list(results)))
