"""Replicas of public hosts of weather, and what they hold: FOLDER/host and FOLDER/truth.json.

    pip install -r requirements.txt && python make-replicas.py FOLDER

Paths, names, grids, chunks, units and packing are those of the documentation (the entries of archive/src/catalogue cite it); no real
file was at hand. Grids have all their cells, of which those of some places have values. The light everywhere is one smooth truth:
Haurwitz' clear sky, with a cloud that drifts; its means are taken over five minutes' steps. Times end at the clock's: runs and
scans are new when the judge reads them.
"""

import bz2
import datetime
import importlib.util
import json
import os
import struct
import sys
import time

import netCDF4
import numcodecs
import numpy as np
import omfiles
import zarr

HERE = os.path.dirname(os.path.abspath(__file__))
HOUR, DAY = 3600, 86400
NOW = int(time.time())

def fixtures(name):
    spec = importlib.util.spec_from_file_location(name, os.path.join(HERE, f"../../archive/test/fixtures/make-{name}.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


scans, om_old = fixtures("scans"), fixtures("om-old")
clear_sky = scans.light


def light(unix, latitude, longitude):
    """W/m²."""
    drift = np.sin(2 * np.pi * (unix / (3 * DAY) + longitude / 90)) * np.cos(np.radians(4 * latitude))
    return clear_sky(unix, latitude, longitude) * (0.75 + 0.2 * drift)


scans.light = light


def means(ends, step, latitude, longitude):
    """Of the steps that end at these times."""
    within = (np.arange(step // 300) + 0.5) * 300 - step
    return light(np.asarray(ends)[:, None] + within, latitude, longitude).mean(1)


def kelvin(unix, latitude):
    return 288 - 0.3 * np.abs(latitude) + 5 * np.sin(2 * np.pi * unix / DAY)


# --- ECMWF's stores with chunks long in time ------------------------------------------------------------------------------

ERA5_CHUNK, LAND_CHUNK = (67584, 4, 4), (33792, 4, 8)
# All round, beside the date line and a pole, and in the middle of cells and at their edges.
WORLD = [
    (47.4, 8.5), (52.52, 13.4), (59.9, 10.7), (40.4, -3.7), (36.1, -79.95), (33.4, -112.1), (19.4, -99.1), (-23.5, -46.6), (-33.4, -70.7),
    (64.1, -21.9), (6.5, 3.4), (-1.3, 36.8), (-33.9, 18.4), (30.0, 31.2), (28.6, 77.2), (35.7, 139.7), (-36.8, 174.8), (-17.7, 178.1),
    (-77.8, 166.7), (71.3, -156.8),
]
LAND = [place for place in WORLD if place[0] not in (-17.7, -77.8)]
YEAR_AT = WORLD[0]


def wrapped(longitude):
    return (longitude + 180) % 360 - 180


def nearest(place, spacing):
    """Row from the south, column from 180° W, and the middle of the cell."""
    latitude, longitude = (np.floor(v / spacing + 0.5) * spacing for v in place)
    columns = round(360 / spacing)
    return round((latitude + 90) / spacing), round((longitude + 180) / spacing) % columns, float(latitude), float(wrapped(longitude))


def arco(root, at, spacing, chunk, first, end, variables, places):
    """`variables`: by name the unit and the values at `ends` of a cell. ERA5 begins at 180° W, ERA5-Land one cell to the east of it."""
    west = 1 if chunk == LAND_CHUNK else 0
    path = os.path.join(root, at, "geoChunked.zarr")
    group = zarr.open_group(path, mode="w", zarr_format=2)
    rows, columns, hours = round(180 / spacing) + 1, round(360 / spacing), (end - first) // HOUR

    def array(name, shape, chunks, dtype, dims, units, fill):
        return group.create_array(
            name, shape=shape, chunks=chunks, dtype=dtype, fill_value=fill, compressors=numcodecs.Blosc("lz4", 5, numcodecs.Blosc.SHUFFLE),
            attributes={"_ARRAY_DIMENSIONS": dims, "units": units},
        )

    for name, dtype, values, units in (
        ("time", "<i8", first // HOUR + np.arange(hours), "hours since 1970-01-01"),
        ("latitude", "<f8", -90 + np.arange(rows) * spacing, "degrees_north"),
        ("longitude", "<f8", -180 + (np.arange(columns) + west) * spacing, "degrees_east"),
    ):
        array(name, (len(values),), (len(values),), dtype, [name], units, 0)[:] = values
    for name, (units, values) in variables.items():
        one = array(name, (hours, rows, columns), chunk, "<f4", ["time", "latitude", "longitude"], units, float("nan"))
        for place in places:
            row, column, latitude, longitude = nearest(place, spacing)
            # From the beginning of a chunk: whether a cell has data is looked at there.
            newest = first + (hours - 1) // chunk[0] * chunk[0] * HOUR
            ends = np.arange(min(newest, end - (800 if place == YEAR_AT else 40) * DAY), end, HOUR)
            one[hours - len(ends) :, row, (column - west) % columns] = values(ends, latitude, longitude)
    zarr.consolidate_metadata(path, zarr_format=2)


def joules(ends, latitude, longitude):
    return means(ends, HOUR, latitude, longitude) * HOUR


FIELDS = {
    "ssrd": ("J m**-2", joules),
    "fdir": ("J m**-2", lambda *at: 0.6 * joules(*at)),
    "t2m": ("K", lambda ends, latitude, longitude: kelvin(ends, latitude)),
    "d2m": ("K", lambda ends, latitude, longitude: kelvin(ends, latitude) - 8),
    "sp": ("Pa", lambda ends, latitude, longitude: np.full(len(ends), 95000.0)),
    "u10": ("m s**-1", lambda ends, latitude, longitude: np.full(len(ends), 3.0)),
    "v10": ("m s**-1", lambda ends, latitude, longitude: np.full(len(ends), 4.0)),
}


def chosen(*names):
    return {name: FIELDS[name] for name in names}


def seconds_of(year, day):
    """Of January."""
    return int(datetime.datetime(year, 1, day, tzinfo=datetime.timezone.utc).timestamp())


def day_before(days):
    return NOW // DAY * DAY - days * DAY


def era5(root):
    end = day_before(5)
    arco(root, "cadl-arco-geo-002/arco/reanalysis_era5_single_levels/sfc", 0.25, ERA5_CHUNK, seconds_of(1940, 1), end, FIELDS, WORLD)
    return history("era5", WORLD)


def era5_land(root):
    end = day_before(5)
    for bucket, folder, names in (
        ("010", "sfc-radiation-heat", ("ssrd",)), ("007", "sfc-2m-temperature", ("t2m", "d2m")),
        ("008", "sfc-wind", ("u10", "v10")), ("009", "sfc-pressure-precipitation", ("sp",)),
    ):
        arco(root, f"cadl-arco-geo-{bucket}/arco/reanalysis_era5_land/{folder}", 0.1, LAND_CHUNK, seconds_of(1950, 2), end, chosen(*names), LAND)
    return history("era5-land", LAND)


def history(name, places):
    """Hours of a day some days ago."""
    return truth(name, "historical", places, day_before(8) + np.arange(1, 25) * HOUR)


def truth(name, endpoint, places, ends, step=HOUR):
    """At the places themselves, to which the archive moves what their cells have."""
    return {
        "source": name, "endpoint": endpoint, "start": int(ends[0] - step), "end": int(ends[-1]), "step": step,
        "places": [
            {"latitude": place[0], "longitude": place[1], "values": np.round(means(ends, step, *place), 3).tolist()} for place in places
        ],
    }


# --- NASA POWER -----------------------------------------------------------------------------------------------------------

# Nobody documents the chunks.
POWER_CHUNK = (2160, 10, 10)


def power_store(root, collection, first, end, axes, variables):
    path = os.path.join(root, f"{collection}/temporal/power_{collection}_hourly_temporal_utc.zarr")
    group = zarr.open_group(path, mode="w", zarr_format=2)
    hours = (end - first) // HOUR

    def array(name, shape, chunks, dims, units, fill):
        return group.create_array(
            name, shape=shape, chunks=chunks, dtype="<f8" if fill is None else "<f4", fill_value=fill,
            compressors=numcodecs.Blosc("lz4", 5, numcodecs.Blosc.SHUFFLE), attributes={"_ARRAY_DIMENSIONS": dims, "units": units},
        )

    day = datetime.datetime.fromtimestamp(first, datetime.timezone.utc).strftime("%Y-%m-%d")
    for name, values, units in (
        ("time", np.arange(hours), f"hours since {day}"), ("lat", axes[0], "degrees_north"), ("lon", axes[1], "degrees_east"),
    ):
        array(name, (len(values),), (len(values),), [name], units, None)[:] = values
    begin = (hours - 20 * 24) // POWER_CHUNK[0] * POWER_CHUNK[0]
    starts = first + np.arange(begin, hours) * HOUR
    for name, (units, values) in variables.items():
        one = array(name, (hours, len(axes[0]), len(axes[1])), POWER_CHUNK, ["time", "lat", "lon"], units, -999)
        for place in WORLD:
            row, column = np.abs(axes[0] - place[0]).argmin(), np.abs(axes[1] - place[1]).argmin()
            one[begin:, row, column] = values(starts, axes[0][row], axes[1][column])
    zarr.consolidate_metadata(path, zarr_format=2)


def nasa_power(root):
    """An hour is named by its start."""
    day = lambda year: int(datetime.datetime(year, 1, 1, tzinfo=datetime.timezone.utc).timestamp())
    part = lambda share: ("W m-2", lambda starts, *cell: share * means(starts + HOUR, HOUR, *cell))
    high = lambda starts, *cell: np.maximum(scans.cosine_of_sun(starts + HOUR / 2, *cell), 0.1)
    beam = ("W m-2", lambda starts, *cell: 0.6 * means(starts + HOUR, HOUR, *cell) / high(starts, *cell))
    sky = {"ALLSKY_SFC_SW_DWN": part(1), "ALLSKY_SFC_SW_DNI": beam, "ALLSKY_SFC_SW_DIFF": part(0.4)}
    power_store(root, "syn1deg", day(2001), day_before(7), (np.arange(-89.5, 90), np.arange(-179.5, 180)), sky)
    air = {
        "T2M": ("C", lambda starts, latitude, longitude: kelvin(starts, latitude) - 273.15),
        "WS10M": ("m s-1", lambda starts, *cell: np.full(len(starts), 5.0)), "PS": ("kPa", lambda starts, *cell: np.full(len(starts), 95.0)),
    }
    power_store(root, "merra2", day(1981), day_before(3), (np.arange(-90, 90.1, 0.5), np.arange(-180, 180, 0.625)), air)
    return truth("nasa-power", "historical", WORLD, day_before(9) + np.arange(1, 25) * HOUR)


# --- Open-Meteo's bucket --------------------------------------------------------------------------------------------------

LENGTH = 24
# Rows, columns, south, west, degrees from cell to cell: as the grids of Open-Meteo's description of its models.
REGULAR = {
    "copernicus_era5": (721, 1440, -90, -180, 0.25),
    "dwd_icon_d2": (746, 1215, 43.18, -3.94, 0.02),
}
CELLS = {
    "dwd_icon_d2_15min": (746, 1215), "ncep_hrrr_conus_15min": (1059, 1799),
    "dwd_icon_eu": (657, 1377), "dwd_icon": (1441, 2879), "ncep_gfs013": (1536, 3072),
}
GLOBAL = ("shortwave_radiation", "direct_radiation")
SPLIT = ("direct_radiation", "diffuse_radiation")
AIR = ("temperature_2m", "snow_depth")
with open(os.path.join(HERE, "../../archive/test/fixtures/open-meteo-variables.json")) as table:
    UPSTREAM = {model: text.split()[1:] for model, text in json.load(table)["models"].items()}
WIND = ("dew_point_2m", "wind_u_component_10m", "wind_v_component_10m")
OTHERS = {
    "dwd_icon_d2_15min": SPLIT, "ncep_hrrr_conus_15min": ("shortwave_radiation", "diffuse_radiation", "temperature_2m"),
    "dwd_icon_eu": SPLIT + AIR, "dwd_icon": SPLIT + AIR,
    "ncep_gfs013": ("shortwave_radiation", *AIR),
}
SCALES = {"temperature_2m": 20, "dew_point_2m": 20}
VALUES = {
    "shortwave_radiation": lambda ends, *cell: means(ends, HOUR, *cell),
    "direct_radiation": lambda ends, *cell: 0.6 * means(ends, HOUR, *cell),
    "diffuse_radiation": lambda ends, *cell: 0.4 * means(ends, HOUR, *cell),
    "temperature_2m": lambda ends, latitude, longitude: kelvin(ends, latitude) - 273.15,
}


def regular_cells(grid):
    rows, columns, south, west, step = grid

    def around(latitude, longitude):
        row, column = round((latitude - south) / step), round((longitude - west) / step)
        for i in range(max(0, row - 1), min(rows, row + 2)):
            for j in range(column - 1, column + 2):
                yield (i, j % columns), (south + i * step, wrapped(west + j % columns * step))

    return (rows, columns), around


def gaussian_cells():
    """O1280: rows at the roots of Legendre's polynomial from the north, 20 cells in the first one and 4 more in each that follows."""
    latitudes = np.degrees(np.arcsin(np.polynomial.legendre.leggauss(2560)[0]))[::-1]
    counts = 20 + 4 * np.minimum(np.arange(2560), 2559 - np.arange(2560))
    starts = np.concatenate([[0], np.cumsum(counts)])

    def around(latitude, longitude):
        row = int(np.abs(latitudes - latitude).argmin())
        for i in range(max(0, row - 1), min(2560, row + 2)):
            column = round(longitude % 360 / 360 * counts[i])
            for j in range(column - 1, column + 2):
                yield (0, int(starts[i] + j % counts[i])), (latitudes[i], wrapped(j % counts[i] * 360 / counts[i]))

    return (1, int(starts[-1])), around


CHUNK_CELLS = 60
# Cells that are handed to the writer at once.
BLOCK = 1000 * CHUNK_CELLS


def om_file(path, shape, length, cells, scale):
    """Version 3. `cells` has values by row and column; the others have none."""
    blocks = {}
    for (row, column), values in cells.items():
        blocks.setdefault((row, column // BLOCK), []).append((column % BLOCK, values))
    empty = np.full((1, min(BLOCK, shape[1]), length), np.nan, "f4")

    def all_blocks():
        for row in range(shape[0]):
            for start in range(0, shape[1], BLOCK):
                block = empty[:, : shape[1] - start]
                own = blocks.get((row, start // BLOCK))
                if own is not None:
                    block = block.copy()
                    for column, values in own:
                        block[0, column] = values
                yield block

    os.makedirs(os.path.dirname(path), exist_ok=True)
    writer = omfiles.OmFileWriter(path)
    array = writer.write_array_streaming(
        [*shape, length], [1, CHUNK_CELLS, length], all_blocks(), np.dtype("f4"), scale, 0.0, "pfor_delta_2d_int16", "data"
    )
    writer.close(array)


def old_om_file(path, shape, length, cells, scale):
    """Version 2, in which all cells lie in one dimension."""
    count = shape[0] * shape[1]
    chunk = lambda number: np.full((min(CHUNK_CELLS, count - number * CHUNK_CELLS), length), np.nan, "f4")
    filled = {}
    for (row, column), values in cells.items():
        number, index = divmod(row * shape[1] + column, CHUNK_CELLS)
        filled.setdefault(number, chunk(number))[index] = values
    last = (count - 1) // CHUNK_CELLS
    filled.setdefault(last, chunk(last))
    packed = {number: om_old.packed(values, "pfor_delta_2d_int16", scale) for number, values in filled.items()}
    empty = om_old.packed(chunk(0), "pfor_delta_2d_int16", scale)
    parts = [packed.get(number, empty) for number in range(last + 1)]
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(b"OM" + bytes([2, 0]) + struct.pack("<f4Q", scale, count, length, CHUNK_CELLS, length))
        file.write(np.cumsum([len(part) for part in parts]).astype("<u8").tobytes() + b"".join(parts))
    with omfiles.OmFileReader(path) as reader:
        for (row, column), values in cells.items():
            read = np.asarray(reader[row * shape[1] + column, :])
            assert np.allclose(read, values, rtol=0, atol=0.51 / scale, equal_nan=True), path


def om_meta(folder, step, end, run, variables):
    """Of variables that upstream has, too: none is invented."""
    assert set(variables) <= set(UPSTREAM[os.path.basename(folder)]), folder
    os.makedirs(os.path.join(folder, "static"), exist_ok=True)
    meta = {
        "chunk_time_length": LENGTH * HOUR // step, "temporal_resolution_seconds": step, "data_end_time": end,
        "update_interval_seconds": 6 * HOUR, "last_run_initialisation_time": run, "last_run_availability_time": run + 2 * HOUR, "crs_wkt": "",
    }
    with open(os.path.join(folder, "static/meta.json"), "w") as file:
        json.dump(meta, file)


def chunks_of(begin, end):
    return range(begin // HOUR // LENGTH, (end // HOUR - 1) // LENGTH + 1)


def om_model(folder, cells, hours, variables, places, run):
    """Chunks of some hours of the whole grid; the cells around the places have values. Of all but the newest every other one is of version 2."""
    shape, around = cells
    at = dict(cell for place in places for cell in around(*place))
    numbers = chunks_of(*hours)
    for number in numbers:
        times = (number * LENGTH + np.arange(LENGTH)) * HOUR
        empty = None
        for name in variables:
            path = os.path.join(folder, name, f"chunk_{number}.om")
            if name not in VALUES and empty is not None:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                os.link(empty, path)
                continue
            # It ends before the time at which its data end.
            values = lambda cell: np.where(times < hours[1], VALUES[name](times, *cell), np.nan)
            write = om_file if (numbers[-1] - number) % 2 == 0 else old_om_file
            write(path, shape, LENGTH, {index: values(cell) for index, cell in at.items()} if name in VALUES else {}, SCALES.get(name, 1))
            if name not in VALUES:
                empty = path
    om_meta(folder, HOUR, hours[1], run, variables)


def om_elsewhere(folder, shape, step, end, variables, run):
    """A model that has values at none of the places."""
    first = None
    for number in chunks_of(run, end):
        for variable in variables:
            path = os.path.join(folder, variable, f"chunk_{number}.om")
            if first is None:
                first = path
                om_file(path, shape, LENGTH * HOUR // step, {}, 1)
                continue
            os.makedirs(os.path.dirname(path), exist_ok=True)
            os.link(first, path)
    om_meta(folder, step, end, run, variables)


CITIES = [(lat, lon) for lat in (47.5, 49.4, 50.9, 52.5) for lon in (6.2, 8.5, 10.1, 12.7, 14.4)]


def open_meteo(root):
    home = os.path.join(root, "data")
    era5_of = ("shortwave_radiation", "direct_radiation", "temperature_2m", *WIND)
    begin = day_before(8)
    om_model(f"{home}/copernicus_era5", regular_cells(REGULAR["copernicus_era5"]), (begin, day_before(7) + HOUR), era5_of, WORLD, begin)
    run = (NOW - 3 * HOUR) // (6 * HOUR) * 6 * HOUR
    hours = (run - 6 * HOUR, run + 36 * HOUR)
    om_model(f"{home}/dwd_icon_d2", regular_cells(REGULAR["dwd_icon_d2"]), hours, (*SPLIT, *AIR), CITIES, run)
    om_model(f"{home}/ecmwf_ifs", gaussian_cells(), hours, (*GLOBAL, "temperature_2m"), WORLD, run)
    for name, variables in OTHERS.items():
        om_elsewhere(f"{home}/{name}", CELLS[name], 900 if name.endswith("15min") else HOUR, hours[1], variables, run)
    ahead = (NOW // HOUR + 1) * HOUR + np.arange(2, 26) * HOUR
    behind = NOW // HOUR * HOUR - np.arange(4, -1, -1) * HOUR
    return [
        truth("open-meteo", "historical", WORLD, begin + np.arange(2, 25) * HOUR),
        truth("open-meteo", "forecast", CITIES, ahead), truth("open-meteo", "forecast", WORLD, ahead),
        truth("open-meteo", "realtime", CITIES, behind), truth("open-meteo", "realtime", WORLD, behind),
    ]


# --- Scans ----------------------------------------------------------------------------------------------------------------

SLOTS = 30
AFRICA = [(lat, lon) for lat in (-30, -10, 5, 30, 50) for lon in (-15, 5, 25, 45)]
AMERICAS = [(lat, lon) for lat in (-45, -25, -2, 20, 40) for lon in (-110, -90, -75, -55)]


# Of the middle of each disc, UTC.
NOON_AFRICA = 11 * HOUR
NOON_AMERICAS = 17 * HOUR + 1800


def newest_slot():
    return (NOW - 20 * 60) // 600 * 600


def day_slots(noon):
    """Those around the last noon that are published as a whole, Unix seconds: by night there is nothing to see."""
    half = SLOTS // 2 * 600
    last = newest_slot() - (newest_slot() - noon - half) % DAY
    return [last - 600 * k for k in range(SLOTS - 1, -1, -1)]


def slots(noon):
    """And the newest, by which a check sees that the owner still publishes."""
    return [datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=slot) for slot in sorted({*day_slots(noon), newest_slot()})]


def scanned(name, places, noon):
    """Quarters of an hour between the first and the last scan."""
    day = day_slots(noon)
    first, last = day[1], day[-3]
    return truth(name, "realtime", places, np.arange(first // 900 * 900 + 1800, last, 900), 900)


def dwd_sis(root):
    folder = os.path.join(root, "weather/satellite/radiation/sis")
    os.makedirs(folder)
    for k, slot in enumerate(slots(NOON_AFRICA)):
        path = scans.write_dwd(folder, "SIS", slot, 0.25)
        if k % 2 == 0:
            with open(path, "rb") as file, open(path + ".bz2", "wb") as packed:
                packed.write(bz2.compress(file.read()))
            os.remove(path)
    return scanned("dwd-sis", AFRICA, NOON_AFRICA)


def goes(root):
    for satellite, bucket in (("G19", "noaa-goes19"), ("G18", "noaa-goes18")):
        for slot in slots(NOON_AMERICAS):
            folder = os.path.join(root, bucket, "ABI-L2-DSRF", slot.strftime("%Y/%j/%H"))
            os.makedirs(folder, exist_ok=True)
            scans.write_goes(folder, satellite, slot, 226)
    return scanned("goes", AMERICAS, NOON_AMERICAS)


# --- SARAH-3, as it is ordered ---------------------------------------------------------------------------------------------

SOUTH_EUROPE = [(lat, lon) for lat in (29, 35.1, 38.4, 43.2, 47.4) for lon in (-8.5, -3.7, 8.5, 21)]


def sarah(folder):
    """SIS and SID of two days: instants every half-hour, of which a line of the disc is seen up to 12 minutes after the stamp."""
    os.makedirs(folder, exist_ok=True)
    lats, lons = np.arange(2600) * 0.05 - 64.975, np.arange(2600) * 0.05 - 64.975
    for days in (9, 8):
        begin = day_before(days)
        stamps = begin + np.arange(48) * 1800
        for kind, part in (("SIS", 1), ("SID", 0.6)):
            stamp = datetime.datetime.fromtimestamp(begin, datetime.timezone.utc).strftime("%Y%m%d%H%M")
            with netCDF4.Dataset(os.path.join(folder, f"{kind}in{stamp}00423SVMSGI1MA.nc"), "w") as file:
                file.setncatts({"Conventions": "CF-1.7", "institution": "EUMETSAT/CMSAF", "title": "CM SAF Surface Solar Radiation Data Set"})
                for name, values, units in (
                    ("time", (stamps - scans.seconds(datetime.datetime(1983, 1, 1), scans.EPOCH)) / HOUR, "hours since 1983-01-01 00:00:00"),
                    ("lat", lats, "degrees_north"), ("lon", lons, "degrees_east"),
                ):
                    file.createDimension(name, len(values))
                    axis = file.createVariable(name, "f8", (name,))
                    axis.units = units
                    axis[:] = values
                one = file.createVariable(kind, "i2", ("time", "lat", "lon"), zlib=True, complevel=1, fill_value=np.int16(-999), chunksizes=(1, 260, 260))
                one.setncatts({"units": "W m-2", "scale_factor": 1.0, "add_offset": 0.0})
                for latitude, longitude in SOUTH_EUROPE:
                    row, column = np.abs(lats - latitude).argmin(), np.abs(lons - longitude).argmin()
                    _, north = scans.projection(scans.METEOSAT, 0.0, "y")(lons[column], lats[row])
                    seen = stamps + 720 * (north / scans.METEOSAT["perspective_point_height"] + scans.DISC / 2) / scans.DISC
                    one[:, row, column] = np.round(part * light(seen, lats[row], lons[column]))
    return truth("sarah", "historical", SOUTH_EUROPE, day_before(8) + np.arange(2, 24) * HOUR)


def main(folder):
    root = os.path.join(folder, "host")
    os.makedirs(root, exist_ok=True)
    parts = []
    for make in (era5, era5_land, nasa_power, open_meteo, dwd_sis, goes, sarah):
        began = time.time()
        made = make(os.path.join(folder, "sarah") if make is sarah else root)
        parts += made if isinstance(made, list) else [made]
        print(f"{make.__name__}: {time.time() - began:.1f} s", flush=True)
    with open(os.path.join(folder, "truth.json"), "w") as file:
        json.dump(parts, file)


if __name__ == "__main__":
    main(sys.argv[1])
