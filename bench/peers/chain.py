"""Request R with pvlib's functions, and PVWatts of SAM: one timed round for every line on stdin.

Usage: chain.py WEATHER LATITUDE LONGITUDE ALTITUDE START (pvlib|pvwatts). WEATHER holds global horizontal irradiance
and temperature, one after the other, as 64-bit floats at 15 minutes. After `ready` and a line of facts every input line
gives one line with the nanoseconds of a round.

The chain is R's with R's models: SPA (numpy), Kasten-Young, Ineichen, Erbs, a one-axis tracker, Perez-Driesse and the
engine's PV formula, at mid-interval. pvlib has no horizon line, so nothing is computed for one.
"""

import json
import sys
import time
import warnings

import numpy as np

warnings.simplefilter("ignore")  # divisions by zero at night are expected
weather_file, latitude, longitude, altitude, start, what = sys.argv[1:]
latitude, longitude, altitude = float(latitude), float(longitude), float(altitude)
ghi, temperature = np.fromfile(weather_file).reshape(2, -1)
count = ghi.size


def pvlib_chain():
    import pandas as pd
    import pvlib

    middles = np.datetime64(int(start), "ms") + np.timedelta64(450, "s") + np.arange(count) * np.timedelta64(900, "s")
    index = pd.DatetimeIndex(middles, tz="UTC")
    pressure = pvlib.atmosphere.alt2pres(altitude)

    def run():
        sun = pvlib.solarposition.spa_python(
            index, latitude, longitude, altitude=altitude, pressure=pressure, delta_t=69.2, how="numpy"
        )
        zenith = sun["apparent_zenith"].to_numpy()
        azimuth = sun["azimuth"].to_numpy()
        extra = pvlib.irradiance.get_extra_radiation(index, method="nrel", how="numpy").to_numpy()
        airmass = pvlib.atmosphere.get_relative_airmass(zenith)
        absolute = pvlib.atmosphere.get_absolute_airmass(airmass, pressure)
        clear = pvlib.clearsky.ineichen(zenith, absolute, 3.0, altitude=altitude, dni_extra=extra)
        split = pvlib.irradiance.erbs(ghi, zenith, index)
        tracker = pvlib.tracking.singleaxis(
            zenith, azimuth, axis_tilt=0, axis_azimuth=180, max_angle=45, backtrack=True, gcr=0.3
        )
        tilt = np.nan_to_num(tracker["surface_tilt"])
        facing = np.nan_to_num(tracker["surface_azimuth"])
        plane = pvlib.irradiance.get_total_irradiance(
            tilt, facing, zenith, azimuth, np.asarray(split["dni"]), ghi, np.asarray(split["dhi"]),
            dni_extra=extra, airmass=airmass, albedo=0.2, model="perez-driesse",
        )  # fmt: skip
        poa = np.nan_to_num(plane["poa_global"])
        power = np.maximum(0.82 * poa * (1 - 0.005 * (temperature + 0.03 * poa - 25)), 0)
        return np.asarray(clear["ghi"]), poa, power

    facts = {"pvlib": pvlib.__version__, "numpy": np.__version__, "pandas": pd.__version__}
    return run, facts


def pvwatts_chain():
    import PySAM
    import PySAM.Pvwattsv8 as pvwatts

    seconds = int(start) // 1000 + np.arange(count) * 900 + 450
    clock = [time.gmtime(s) for s in seconds]
    model = pvwatts.new()
    model.SolarResource.solar_resource_data = {
        "lat": latitude, "lon": longitude, "tz": 0, "elev": altitude,
        "year": [t.tm_year for t in clock], "month": [t.tm_mon for t in clock], "day": [t.tm_mday for t in clock],
        "hour": [t.tm_hour for t in clock], "minute": [t.tm_min for t in clock],
        "gh": list(ghi), "dn": list(beam()), "df": list(diffuse()), "tdry": list(temperature), "wspd": [2.0] * count,
    }  # fmt: skip
    model.SystemDesign.assign({
        "system_capacity": 1, "module_type": 0, "dc_ac_ratio": 1.2, "array_type": 3, "azimuth": 180, "tilt": 0,
        "gcr": 0.3, "inv_eff": 96, "losses": 14,
    })  # fmt: skip
    model.SolarResource.use_wf_albedo = 0

    def run():
        model.execute(0)
        return np.zeros(1), np.asarray(model.Outputs.poa), np.asarray(model.Outputs.ac)

    return run, {"PySAM": PySAM.__version__}


def split():
    """PVWatts takes beam and diffuse: Erbs gives them beforehand, outside the timing."""
    import pandas as pd
    import pvlib

    index = pd.DatetimeIndex(
        np.datetime64(int(start), "ms") + np.timedelta64(450, "s") + np.arange(count) * np.timedelta64(900, "s"), tz="UTC"
    )
    zenith = pvlib.solarposition.spa_python(index, latitude, longitude, altitude=altitude)["apparent_zenith"]
    return pvlib.irradiance.erbs(ghi, zenith.to_numpy(), index)


def beam():
    return np.nan_to_num(np.asarray(split()["dni"]))


def diffuse():
    return np.nan_to_num(np.asarray(split()["dhi"]))


run, facts = pvlib_chain() if what == "pvlib" else pvwatts_chain()
clear, poa, power = run()
facts["poa"] = float(np.nansum(poa)) / 4000
facts["clear"] = float(np.nansum(clear)) / 4000
core = np._core if hasattr(np, "_core") else np.core
facts["avx512"] = bool(core._multiarray_umath.__cpu_features__.get("AVX512F"))
print("ready", flush=True)
print(json.dumps(facts), flush=True)
for _ in sys.stdin:
    begin = time.perf_counter_ns()
    run()
    print(time.perf_counter_ns() - begin, flush=True)
