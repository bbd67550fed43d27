"""The recipe: from the originals to fields that answer everywhere. The constants' evidence: research/world-climate.md.

Fields stand on nodes, from 90 N to 90 S (both poles) and from 180 W eastwards without 180 E.
"""

import numpy as np
import originals as given
from originals import DAYS
from scipy import ndimage

KM_PER_DEGREE = 111.2
# A mean clearness is formed where the sun gives at least this, W/m2: below, a small error of either would be a large
# one.
LEAST_SUN = 8
# No day is clearer; months stay a little below, so that their days may differ.
MOST_CLEARNESS = 0.85
MOST_MONTH = 0.84
# Deviations from a month's mean are narrowed by this before the power law spreads them anew.
SPREAD = 0.85
# Where the quantile function has its nodes.
LEVELS = np.array([0, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 1])
# Kelvin per metre.
LAPSE = 0.0065
# Mean over root mean square of Weibull's distribution with the shape 2.1, which winds have in the mean of the world.
MEAN_WIND = 0.9
# Land is higher than this where it is an ice sheet, metres.
ICE_SHEET = 300
# The ice sheet's northern edge, degrees.
ANTARCTICA = -66


def node_grid(step):
    return 90 - step * np.arange(int(180 / step) + 1), -180 + step * np.arange(int(360 / step))


def distance(latitude, longitude, latitudes, longitudes, across):
    """Kilometres from a node to places, differences of latitude counted `across` times as far."""
    east = np.abs((longitudes - longitude + 180) % 360 - 180) * np.cos(np.radians((latitudes + latitude) / 2))
    return KM_PER_DEGREE * np.hypot(across * (latitudes - latitude), east)


def filled(step, latitudes, longitudes, values, across=4, power=4, softening=100):
    """
    Inverse-distance means of scattered values (places x layers, NaN where there is none) on a whole node grid. Climate
    runs along circles of latitude: a step across them counts as four.
    """
    rows, columns = node_grid(step)
    known = np.isfinite(values)
    weighted = np.where(known, values, 0)
    field = np.empty((len(rows), len(columns), values.shape[1]))
    for i, latitude in enumerate(rows):
        for j, longitude in enumerate(columns):
            weight = (distance(latitude, longitude, latitudes, longitudes, across) + softening) ** -power
            weight /= weight.max()
            field[i, j] = weight @ weighted / np.maximum(weight @ known, 1e-300)
    return at_poles(field)


def at_poles(field):
    """One value at a pole, whatever longitude it is asked from."""
    field[0] = field[0].mean(0)
    field[-1] = field[-1].mean(0)
    return field


def bilinear(field, step, latitude, longitude):
    """Values of a node grid at places, around the date line."""
    y = np.clip((90 - latitude) / step, 0, field.shape[0] - 1)
    x = (longitude + 180) / step
    i = np.minimum(np.floor(y).astype(int), field.shape[0] - 2)
    j = np.floor(x).astype(int)
    down, right = (y - i)[..., None], (x - j)[..., None]
    left, next_ = j % field.shape[1], (j + 1) % field.shape[1]
    upper = field[i, left] * (1 - right) + field[i, next_] * right
    lower = field[i + 1, left] * (1 - right) + field[i + 1, next_] * right
    return upper * (1 - down) + lower * down


def quantiles(bins, probability):
    """Of one distribution at LEVELS; the outermost levels stand for the means of the outermost 2.5 %."""
    cumulative = np.cumsum(probability) / probability.sum()
    middle = cumulative - probability / probability.sum() / 2
    levels = LEVELS.copy()
    levels[0], levels[-1] = 0.0125, 0.9875
    return np.interp(levels, middle, bins)


def merra_cells():
    """
    Cells with values: latitude, longitude, mean clearness by month, clearness of days at LEVELS over MOST_CLEARNESS.
    """
    latitudes, longitudes, bins, probability = given.merra2()
    rows, columns = np.nonzero(np.isfinite(bins[:, :, 0, 0]))
    sun = given.extraterrestrial(latitudes)[rows]
    bins, probability = bins[rows, columns], probability[rows, columns]
    mean = (bins * probability).sum(-1) / probability.sum(-1)
    clearness = np.where(sun > LEAST_SUN, mean / np.maximum(sun, 1e-9), np.nan)
    shape = np.full((len(rows), 12, len(LEVELS)), np.nan)
    for cell, month in zip(*np.nonzero(np.isfinite(clearness))):
        days = quantiles(bins[cell, month], probability[cell, month])
        narrowed = mean[cell, month] + SPREAD * (np.maximum(days, 0) - mean[cell, month])
        shape[cell, month] = np.clip(narrowed / sun[cell, month] / MOST_CLEARNESS, 0.02, 1)
    return latitudes[rows], longitudes[columns], clearness, shape


def merra_mask():
    """1 at nodes of 3 degrees where MERRA-2's cells have values."""
    latitudes, longitudes, _, _ = merra_cells()
    mask = np.zeros((61, 120))
    mask[np.rint((90 - latitudes) / 3).astype(int), np.rint((longitudes + 180) / 3).astype(int)] = 1
    return mask


def ice_analogue(latitudes, longitudes, clearness, shape):
    """
    Antarctica's ice sheet as Greenland's, half a year later: light is what falls through thin clouds and dry air onto
    snow, and comes back from it. Nodes of 3 degrees above ICE_SHEET, clearness by height.
    """
    metres = heights_of_nodes(3)
    row, column = node_grid(3)
    greenland = (latitudes >= 63) & (longitudes >= -54) & (longitudes <= -27)
    height = bilinear(metres[..., None], 3, latitudes, longitudes)[:, 0]
    greenland &= height > ICE_SHEET
    i, j = np.nonzero((metres > ICE_SHEET) & (row[:, None] <= ANTARCTICA))
    weight = np.exp(-(((height[greenland][None] - np.minimum(metres[i, j], 3000)[:, None]) / 400) ** 2))
    known = np.isfinite(clearness[greenland])

    def mean(values, known):
        return np.tensordot(weight, np.where(known, values, 0), 1) / np.tensordot(weight, known.astype(float), 1)

    months = np.roll(mean(clearness[greenland], known), 6, axis=1)
    shapes = np.roll(mean(shape[greenland], np.broadcast_to(known[..., None], shape[greenland].shape)), 6, axis=1)
    dark = given.extraterrestrial(row[i]) < LEAST_SUN
    months[dark] = np.nan
    shapes[dark] = np.nan
    return row[i], column[j], months, shapes


def heights_of_nodes(step):
    """Means of the ground's height around nodes, the sea's bed counting 0."""
    cells = np.maximum(given.heights(), 0)
    half = int(step * 2)
    rows = [cells[max(r - half, 0) : r + half].mean(0) for r in np.rint((90 - node_grid(step)[0]) * 4).astype(int)]
    around = [np.rint((x + 180) * 4).astype(int) for x in node_grid(step)[1]]
    return np.stack([np.stack(rows)[:, np.arange(c - half, c + half) % 1440].mean(1) for c in around], 1)


def means_of_nodes(step, values):
    """
    Means of cells of 0.25 degrees around nodes, over those that have a value, NaN without; and their share.
    """
    known = np.isfinite(values)
    half = int(step * 2)
    sums = np.where(known, values, 0)
    shape = (len(node_grid(step)[0]), len(node_grid(step)[1]))
    mean, share = np.full(shape, np.nan), np.zeros(shape)
    for i, latitude in enumerate(node_grid(step)[0]):
        r = round((90 - latitude) * 4)
        band = slice(max(r - half, 0), r + half)
        for j, longitude in enumerate(node_grid(step)[1]):
            c = np.arange(round((longitude + 180) * 4) - half, round((longitude + 180) * 4) + half) % 1440
            count = known[band][:, c].sum()
            share[i, j] = known[band][:, c].mean()
            if count > 0:
                mean[i, j] = sums[band][:, c].sum() / count
    return mean, share


def irradiance():
    """Clearness by month (3 degrees), shapes of days (3 degrees), what GLDAS's year is of MERRA-2's (1 degree)."""
    cells = merra_cells()
    latitudes, longitudes, clearness, shape = cells
    months = filled(3, latitudes, longitudes, clearness)
    days = filled(3, latitudes, longitudes, shape.reshape(len(shape), -1)).reshape(*months.shape[:2], 12, len(LEVELS))
    # What is known stays; the ice sheet is no neighbour of the sea around it: clouds there are others.
    for known in (cells, ice_analogue(*cells)):
        put(known, months, days)
    return at_poles(months), at_poles(days), annual_ratio(months)


def put(known, months, days):
    latitudes, longitudes, clearness, shape = known
    i = np.rint((90 - latitudes) / 3).astype(int)
    j = np.rint((longitudes + 180) / 3).astype(int)
    months[i, j] = np.where(np.isfinite(clearness), clearness, months[i, j])
    days[i, j] = np.where(np.isfinite(shape), shape, days[i, j])


def annual_ratio(months):
    """GLDAS's year over MERRA-2's, islands included; Antarctica 1, as over Greenland's ice both say the same."""
    ghi, *_ = given.gldas()
    row, column = np.nonzero(np.isfinite(ghi))
    latitude, longitude = given.LATITUDE_025[row], given.LONGITUDE_025[column]
    sun = given.extraterrestrial(given.LATITUDE_025)[row]
    year = (bilinear(months, 3, latitude, longitude) * sun * DAYS).sum(1) / 365
    ratio = np.full(ghi.shape, np.nan)
    ratio[row, column] = ghi[row, column] / year
    nodes, _ = means_of_nodes(1, ratio)
    i, j = np.nonzero(np.isfinite(nodes))
    latitudes, longitudes, values = node_grid(1)[0][i], node_grid(1)[1][j], nodes[i, j]
    # Far from land 3 degrees are fine enough; the thinned places keep the means from taking hours.
    sea = filled(3, *thinned(latitudes, longitudes, values))
    fine_latitude, fine_longitude = np.meshgrid(*node_grid(1), indexing="ij")
    field = bilinear(sea, 3, fine_latitude, fine_longitude)
    field[i, j, 0] = nodes[i, j]
    field[(heights_of_nodes(1) > ICE_SHEET) & (fine_latitude <= ANTARCTICA)] = 1
    return at_poles(field)[..., 0]


def thinned(latitudes, longitudes, values):
    """Means over boxes of 3 degrees."""
    key = np.floor((90 - latitudes) / 3).astype(int) * 1000 + np.floor((longitudes + 180) / 3).astype(int)
    boxes, where = np.unique(key, return_inverse=True)
    mean = lambda v: np.bincount(where, v) / np.bincount(where)
    return mean(latitudes), mean(longitudes), mean(values)[:, None]


def great_circle(latitude, longitude, latitudes, longitudes):
    a, b = np.radians(latitude), np.radians(latitudes)
    cosine = np.sin(a) * np.sin(b) + np.cos(a) * np.cos(b) * np.cos(np.radians(longitudes - longitude))
    return np.degrees(np.arccos(np.clip(cosine, -1, 1))) * KM_PER_DEGREE


def nearest(values, latitudes, longitudes):
    row, column = np.nonzero(np.isfinite(values))
    cells = given.LATITUDE_025[row], given.LONGITUDE_025[column]
    return np.array(
        [
            values[row[k], column[k]]
            for a, b in zip(latitudes, longitudes)
            for k in [np.argmin(distance(a, b, *cells, 1))]
        ]
    )


def temperature():
    """
    Means of the year at sea level (0.5 degrees), C, and its seasons (1 degree), K: amplitudes of cosine and sine of one,
    two and three waves a year.
    """
    level = given.era5() + LAPSE * ground_of_nodes()[..., None]
    # The mean of two reanalyses is nearer to stations than either (research/world-climate.md).
    level += (gldas_over(level.mean(-1)) / 2)[..., None] - over_plateau()
    return at_poles(level.mean(-1)[::2, ::2, None]), at_poles((level @ np.linalg.pinv(waves()))[::4, ::4])


def waves():
    """Cosine and sine of one, two and three waves a year in the middles of months."""
    phase = 2 * np.pi * (np.arange(12) + 0.5) / 12
    return np.array([of(count * phase) for count in (1, 2, 3) for of in (np.cos, np.sin)])


def ground_of_nodes():
    """Metres around nodes of 0.25 degrees: means over half a degree, about what a cell of ERA5 has."""
    return corners(np.maximum(given.heights(), 0))


def gldas_over(year):
    """By how much GLDAS's year at sea level is above ERA5's, K: regional; none over the sea."""
    _, mean = given.gldas()
    cells = (year[:-1] + year[1:]) / 2
    over = mean + LAPSE * np.maximum(given.heights(), 0) - (cells + np.roll(cells, -1, axis=1)) / 2
    return around(over, 0.05)


def around(cells, least):
    """
    Means over what is known around nodes of 0.25 degrees, by a Gaussian of one degree; towards 0 where less than `least` of
    its weight is known.
    """
    known = np.isfinite(cells)
    smooth = lambda values: ndimage.gaussian_filter(values, 4, mode=("nearest", "wrap"))
    return corners(smooth(np.where(known, cells, 0)) / np.maximum(smooth(known.astype(float)), least))


def moisture_and_wind():
    """Of the year on land (2 degrees), GLDAS: specific humidity, g/kg; wind at 10 m, m/s, from its root mean square."""
    humidity, squares = given.gldas("specific_humidity_mean", "wind_speed_rms")
    return [at_poles(around(cells, 1e-6)[::8, ::8, None]) for cells in (humidity, MEAN_WIND * squares)]


def over_plateau():
    """
    What ERA5 is warmer by than two stations on Antarctica's plateau, K by month: in full from 3000 m upwards, in
    proportion to the height below.
    """
    months, metres = given.era5(), ground_of_nodes()
    fine = np.array([months[round((90 - a) * 4), round((b + 180) * 4)] - known for a, b, known in given.PLATEAU])
    share = np.clip(metres / 3000, 0, 1) * (node_grid(0.25)[0][:, None] <= ANTARCTICA)
    return share[..., None] * fine.mean(0)


def corners(cells):
    """Nodes where four cells meet, from the cells: their means."""
    padded = np.concatenate([cells[:1], cells, cells[-1:]])
    rows = (padded[:-1] + padded[1:]) / 2
    return (rows + np.roll(rows, 1, axis=1)) / 2


def land_share():
    """Share of land around nodes of half a degree: GLDAS's cells, and what rises above the sea south of 60 S."""
    ghi, *_ = given.gldas()
    land = np.isfinite(ghi) | ((given.heights() > 5) & (given.LATITUDE_025[:, None] < -60))
    return at_poles(means_of_nodes(0.5, np.where(land, 1.0, np.nan))[1][..., None])[..., 0]
