import type { WeatherSource } from "irradiance-archive";

/** @param options.last Unix ms up to which there is a history (default: now); options.snow: whether there is a snow depth */
export function everywhere(options?: { last?: () => number; snow?: boolean }): WeatherSource;
