/**
 * Published parameter sets of cell temperature models, by model and mounting.
 *
 * sapm: King, Boyson & Kratochvil 2004, Photovoltaic Array Performance Model, SAND2004-3535, table 1. pvsyst: PVsyst's
 * defaults. Both as in pvlib-python 0.15.0, whose names of the sets are kept.
 */

/** Options of `sapmCell` (a; b in s/m; deltaT in °C) and `pvsystCell` (uC in W/(m² °C), uV in W/(m² °C) per m/s). @experimental */
export const TEMPERATURE_MODEL_PARAMETERS = {
  sapm: {
    open_rack_glass_glass: { a: -3.47, b: -0.0594, deltaT: 3 },
    close_mount_glass_glass: { a: -2.98, b: -0.0471, deltaT: 1 },
    open_rack_glass_polymer: { a: -3.56, b: -0.075, deltaT: 3 },
    insulated_back_glass_polymer: { a: -2.81, b: -0.0455, deltaT: 0 },
  },
  pvsyst: {
    freestanding: { uC: 29, uV: 0 },
    insulated: { uC: 15, uV: 0 },
    semi_integrated: { uC: 20, uV: 0 },
  },
} as const;
