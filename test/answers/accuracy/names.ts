/**
 * What each public name of pvlib (fixtures/pvlib/names.json) is here: "family/export", or why there is none. The test
 * fails on a name left out, an export that does not exist, and a reason for what pvlib no longer has or we have by now.
 */

/** Why a name has no counterpart. */
export interface Reason {
  readonly reason: string;
}

const none = (reason: string): Reason => ({ reason });

export function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Names that differ in their spelling only. */
function same(family: string, names: string): { [name: string]: string } {
  return Object.fromEntries(names.split(" ").map((name) => [name, `${family}/${camelCase(name)}`]));
}

function all(target: string | Reason, names: string): { [name: string]: string | Reason } {
  return Object.fromEntries(names.split(" ").map((name) => [name, target]));
}

const fitting = none("fits a model's parameters to measurements; this library computes with known ones");
const external = none("wraps the package PyEphem; SPA is more exact");
const spectra = none("works on spectra by wavelength, which no weather that this engine reads has");
const dispatcher = none("calls one of the models by its name: here they are functions, and names go to context.models");
const object = none("an object that carries parameters to the functions; the pipeline's context does that");

export const PVLIB_NAMES: { readonly [module: string]: { readonly [name: string]: string | Reason } } = {
  albedo: {
    inland_water_dvoracek: none("albedo of lakes for floating plants; the engine takes any albedo as weather column"),
  },
  atmosphere: same(
    "atmosphere",
    "alt2pres angstrom_alpha angstrom_aod_at_lambda bird_hulstrom80_aod_bb get_absolute_airmass get_relative_airmass " +
      "gueymard94_pw kasten96_lt pres2alt rh_from_tdew tdew_from_rh windspeed_powerlaw",
  ),
  clearsky: {
    ...same("clear-sky", "bird detect_clearsky haurwitz ineichen simplified_solis"),
    lookup_linke_turbidity: none(
      "reads a grid from a file; the embedded grid belongs to createEngine, not to the models",
    ),
  },
  iam: {
    ...same(
      "incidence",
      "ashrae interp marion_diffuse marion_integrate martin_ruiz martin_ruiz_diffuse physical sapm schlick schlick_diffuse",
    ),
    ...all(fitting, "convert fit"),
  },
  inverter: { ...same("pv", "adr pvwatts pvwatts_multi sandia sandia_multi"), fit_sandia: fitting },
  irradiance: {
    ...same("solar-position", "get_extra_radiation"),
    ...same("clear-sky", "clearsky_index"),
    ...same(
      "decomposition",
      "boland campbell_norman clearness_index clearness_index_zenith_independent complete_irradiance dirindex dirint disc " +
        "dni erbs erbs_driesse louche orgill_hollands",
    ),
    ...same(
      "transposition",
      "aoi aoi_projection beam_component get_ground_diffuse ghi_from_poa_driesse_2023 gti_dirint haydavies isotropic king " +
        "klucher perez perez_driesse poa_components reindl",
    ),
    ...all(dispatcher, "get_sky_diffuse get_total_irradiance"),
    diffuse_par_spitters: none("photosynthetically active radiation, for plants: no quantity of this engine"),
  },
  pvarray: { ...same("pv", "batzelis huld pvefficiency_adr"), fit_pvefficiency_adr: fitting },
  pvsystem: {
    ...same(
      "pv",
      "calcparams_cec calcparams_desoto calcparams_pvsyst combine_loss_factors dc_ohmic_losses dc_ohms_from_percent " +
        "i_from_v max_power_point pvwatts_dc pvwatts_losses sapm sapm_effective_irradiance scale_voltage_current_power " +
        "singlediode v_from_i",
    ),
    ...all(object, "AbstractMount Array FixedMount PVSystem SingleAxisTrackerMount"),
    retrieve_sam: none(
      "downloads or reads data bases of modules and inverters; the models take any module's parameters",
    ),
  },
  scaling: all(
    none("smooths a measured series to a plant's extent by wavelets; every request here is for a point"),
    "latlon_to_xy wvm",
  ),
  shading: same(
    "shading",
    "direct_martinez ground_angle masking_angle masking_angle_passias projected_solar_zenith_angle shaded_fraction1d " +
      "sky_diffuse_passias",
  ),
  singlediode: {
    ...same("pv", "bishop88 bishop88_i_from_v bishop88_mpp bishop88_v_from_i estimate_voc"),
    batzelis: "pv/singlediodeBatzelis",
  },
  snow: same("snow", "coverage_nrel dc_loss_nrel fully_covered_nrel loss_townsend"),
  soiling: same("soiling", "hsu kimber"),
  solarposition: {
    ...same(
      "solar-position",
      "declination_cooper69 declination_spencer71 equation_of_time_pvcdrom equation_of_time_spencer71 hour_angle " +
        "nrel_earthsun_distance solar_azimuth_analytical solar_zenith_analytical sun_rise_set_transit_geometric " +
        "sun_rise_set_transit_spa",
    ),
    ...all("solar-position/solarPosition", "get_solarposition spa_python"),
    ephemeris: none("a coarser algorithm (0.01°) from the time when SPA was slow; solarPosition is exact to 3e-4°"),
    spa_c: none("wraps NREL's spa.c, the same algorithm as spa_python"),
    ...all(external, "calc_time pyephem pyephem_earthsun_distance sun_rise_set_transit_ephem"),
  },
  spa: {
    ...all(
      "solar-position/spaIntermediates",
      "aberration_correction apparent_sidereal_time apparent_sun_longitude atmospheric_refraction_correction " +
        "equation_of_time equatorial_horizontal_parallax geocentric_latitude geocentric_longitude " +
        "geocentric_sun_declination geocentric_sun_right_ascension heliocentric_latitude heliocentric_longitude " +
        "heliocentric_radius_vector julian_century julian_day julian_ephemeris_century julian_ephemeris_day " +
        "julian_ephemeris_millennium local_hour_angle longitude_obliquity_nutation mean_anomaly_moon mean_anomaly_sun " +
        "mean_ecliptic_obliquity mean_elongation mean_sidereal_time moon_argument_latitude moon_ascending_longitude " +
        "parallax_sun_right_ascension sun_mean_longitude topocentric_astronomers_azimuth topocentric_azimuth_angle " +
        "topocentric_elevation_angle topocentric_elevation_angle_without_atmosphere topocentric_local_hour_angle " +
        "topocentric_sun_declination topocentric_sun_right_ascension topocentric_zenith_angle true_ecliptic_obliquity " +
        "uterm xterm yterm",
    ),
    ...all("solar-position/solarPosition", "solar_position solar_position_numpy"),
    ...all(none("the same as solar_position_numpy, compiled"), "solar_position_loop solar_position_numba"),
    calculate_deltat: "solar-position/deltaT",
    earthsun_distance: "solar-position/nrelEarthsunDistance",
    transit_sunrise_sunset: "solar-position/sunRiseSetTransitSpa",
    julian_day_dt: none("Julian day of a calendar date; times here are Unix ms"),
    sum_mult_cos_add_mult: none("a sum over a table's rows inside heliocentric_longitude and its likes"),
    ...all(none("chooses the compiler of the others"), "jcompile nocompile"),
  },
  spectrum: {
    ...same(
      "spectrum",
      "spectral_factor_caballero spectral_factor_firstsolar spectral_factor_jrc spectral_factor_polo " +
        "spectral_factor_pvspec spectral_factor_sapm",
    ),
    ...all(
      spectra,
      "average_photon_energy calc_spectral_mismatch_field get_example_spectral_response get_reference_spectra qe_to_sr " +
        "spectrl2 sr_to_qe",
    ),
  },
  temperature: same(
    "cell-temperature",
    "GenericLinearModel faiman faiman_rad fuentes generic_linear noct_sam prilliman pvsyst_cell ross sapm_cell " +
      "sapm_cell_from_module sapm_module",
  ),
  tracking: same("tracking", "calc_axis_tilt calc_cross_axis_tilt calc_surface_orientation singleaxis"),
  transformer: same("pv", "simple_efficiency"),
};

/** Modules of pvlib without models of these families. */
export const OTHER_MODULES: { readonly [module: string]: string } = {
  bifacial: "irradiance on the back of modules in rows: no parameter of the observation has a back",
  iotools: "reads files and calls services; what this project reads is in irradiance-engine/weather",
  ivtools: "fits the parameters of curve models to measured curves; this library computes with known ones",
  location: "an object for a place, with a table of altitudes; the query and the context do that",
  modelchain: "puts models in a row; computeObservation does that",
  spa_c_files: "builds NREL's spa.c",
  tools: "helpers: trigonometry in degrees, dates, pandas",
  version: "a number",
};

/** References other than pvlib's public functions, by the name in the accuracy table, or the row's fixture: what of ours is held against them. */
export const OTHER_REFERENCES: { readonly [name: string]: string } = {
  "IERS.finals2000A": "solar-position/deltaT",
  "Engerer2-separation-model.Engerer2Separation": "decomposition/engerer2",
  "Yang5-Separation.Abreu": "decomposition/abreu",
  "Yang5-Separation.BRL_Every": "decomposition/brl",
  "Yang5-Separation.Engerer2": "decomposition/engerer2",
  "Yang5-Separation.Erbs": "decomposition/erbs",
  "Yang5-Separation.Paulescu": "decomposition/paulescu",
  "Yang5-Separation.Starke": "decomposition/starke",
  "Yang5-Separation.Yang4_Yang5": "decomposition/yang4",
  "bsrn.modeling.separation.brl_separation": "decomposition/brl",
  "bsrn.modeling.separation.engerer2_separation": "decomposition/engerer2",
  "bsrn.modeling.separation.yang4_separation": "decomposition/yang4",
  "bsrn.qc.k_index": "quality/kTests",
  "bsrn.qc.tracker.tracker_off_test": "quality/trackerOff",
  "clear-sky-models.ESRA": "clear-sky/esra",
  "clear-sky-models.MAC2": "clear-sky/mac2",
  "clear-sky-models.REST2v5": "clear-sky/rest2V5",
  "clear-sky-models.Solis2018": "clear-sky/solis2018",
  "clear-sky-models.TJ": "decomposition/threlkeldJordan",
  "erfa.atioq": "solar-position/solarPosition",
  "gsee.core.diffuse.brl_diffuse_fraction": "decomposition/brl",
  "rest2.rest2": "clear-sky/rest2V9",
  "pvanalytics.quality.gaps.interpolation_diff": "quality/interpolationDiff",
  "pvanalytics.quality.gaps.stale_values_diff": "quality/staleValuesDiff",
  "pvanalytics.quality.irradiance.check_irradiance_consistency_qcrad": "quality/checkIrradianceConsistencyQcrad",
  "pvanalytics.quality.irradiance.check_irradiance_limits_qcrad": "quality/checkIrradianceLimitsQcrad",
  "pvanalytics.quality.irradiance.clearsky_limits": "quality/clearskyLimits",
  "pvanalytics.quality.irradiance.daily_insolation_limits": "quality/dailyInsolationLimits",
  "pvlib.irradiance._get_dirint_coeffs": "decomposition/dirint",
  "pvlib.spa": "solar-position/spaIntermediates",
  "pvlib/solar-position/sun-rise-set-transit": "solar-position/sunRiseSetTransit",
  "pvlib-chain.cecSystem": "pv/cecSystem",
  "pvlib-chain.huldSystem": "pv/huldSystem",
  "pvlib-chain.pvwattsSystem": "pv/pvwattsSystem",
  "mpmath.bishop88": "pv/bishop88",
  "mpmath.bishop88IFromV": "pv/bishop88IFromV",
  "mpmath.bishop88Mpp": "pv/bishop88Mpp",
  "mpmath.bishop88VFromI": "pv/bishop88VFromI",
  "mpmath.iFromV": "pv/iFromV",
  "mpmath.singlediode": "pv/singlediode",
  "mpmath.vFromI": "pv/vFromI",
};
