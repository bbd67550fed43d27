/** Seeded sites and weather for research/validate-gpu.mjs: a year of hours. */
export const HOURS = 8760;
export const START = Date.UTC(2023, 0, 1);

function hills(random) {
  const waves = Array.from({ length: 4 }, () => [8 * random(), 1 + Math.floor(12 * random()), random()]);
  return Float64Array.from({ length: 360 }, (_, azimuth) => {
    /** @param {number[]} wave */
    const wave = ([height, times, at]) => height * Math.sin(2 * Math.PI * (times * (azimuth / 360) + at));
    return Math.max(
      waves.reduce((sum, w) => sum + wave(w), 4),
      0,
    );
  });
}

/**
 * A place from pole to pole, with a plane or a tracker, most with a horizon line.
 *
 * @param {() => number} random
 * @returns {import("../dist/engine/gpu/types.js").SiteInput}
 */
export function makeSite(random) {
  const horizon = random() < 0.7 ? hills(random) : null;
  return {
    latitude: 180 * random() - 90,
    longitude: 360 * random() - 180,
    altitude: 3000 * random() * random(),
    surfaceTilt: 90 * random(),
    surfaceAzimuth: 360 * random(),
    trackingMode: random() < 0.5 ? "1_axis" : "none",
    horizon,
    linkeTurbidity: random() < 0.5 ? 2 + 4 * random() : Array.from({ length: 12 }, () => 2 + 4 * random()),
    ...(random() < 0.5 ? { albedo: 0.1 + 0.4 * random() } : {}),
  };
}

/** The sun's height, roughly: the weather only has to be plausible. */
function roughHeight(time, { latitude, longitude }) {
  const day = (time - START) / 86_400_000;
  const declination = -0.409 * Math.cos((2 * Math.PI * (day + 10)) / 365.25);
  const hour = 2 * Math.PI * ((day % 1) - 0.5) + (longitude * Math.PI) / 180;
  const phi = (latitude * Math.PI) / 180;
  return Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hour);
}

/** What weather can give: see `makeWeather`. */
export const KINDS = 5;

/** Broken sky with gaps, thermal offsets, beams too strong and values that cannot be. The kind says what is given. */
export function makeWeather(random, site, kind) {
  const column = () => new Float64Array(HOURS);
  const [global, normal, diffuse, direct, temperature] = [column(), column(), column(), column(), column()];
  const [pressure, snow] = [column(), column()];
  for (let j = 0; j < HOURS; j++) {
    const mu = Math.max(roughHeight(START + (j + 0.5) * 3_600_000, site), 0);
    const sky = random() < 0.3 ? 1 : random();
    normal[j] = mu > 0 ? 950 * Math.exp(-0.1 / Math.max(mu, 0.02)) * sky : 0;
    diffuse[j] = mu > 0 ? 40 + 350 * mu * random() : -3 * random();
    direct[j] = normal[j] * mu;
    global[j] = direct[j] + Math.max(diffuse[j], 0);
    const mishap = random();
    if (mishap < 0.01) global[j] = diffuse[j] = Number.NaN;
    else if (mishap < 0.015) global[j] *= 2;
    else if (mishap < 0.02) direct[j] = normal[j] *= 1.6;
    temperature[j] = 30 * random() - 5;
    pressure[j] = random() < 0.1 ? Number.NaN : 70_000 + 35_000 * random();
    snow[j] = random() < 0.8 ? 0 : 150 * random();
  }
  const columns = [
    { global_horizontal_irradiance: global },
    { global_horizontal_irradiance: global, diffuse_horizontal_irradiance: diffuse },
    { direct_normal_irradiance: normal, diffuse_horizontal_irradiance: diffuse },
    { direct_horizontal_irradiance: direct, diffuse_horizontal_irradiance: diffuse },
    { global_horizontal_irradiance: global, direct_normal_irradiance: normal, pressure, snow_depth: snow },
  ][kind];
  return { start: START, interval: 3600, columns: { ...columns, temperature } };
}
