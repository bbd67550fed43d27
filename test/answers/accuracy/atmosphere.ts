import * as atmosphere from "../../../src/physics/models/atmosphere/index.js";
import type { AccuracyRow } from "./table.js";

const closed = { tolerance: { relative: 1e-13 }, reason: "closed formula; rounding of the elementary functions" };

const horizon = ({ zenith }: { readonly [name: string]: number }) => zenith === 90;

const airmass = (model: string): AccuracyRow => ({
  name: "pvlib.atmosphere.get_relative_airmass",
  fixture: `pvlib/atmosphere/relative-airmass-${model}`,
  run: ({ zenith }, options) => atmosphere.getRelativeAirmass({ zenith }, options),
  ...closed,
});

export const rows: AccuracyRow[] = [
  ...["kastenyoung1989", "kasten1966", "gueymard1993", "young1994", "pickering2002", "gueymard2003"].map(airmass),
  ...["simple", "youngirvine1967"].map((model) => ({
    ...airmass(model),
    mask: [{ where: horizon, reason: "at 90 pvlib divides by 6e-17, the cosine of 90° in doubles; ours is infinite" }],
  })),
  {
    name: "pvlib.atmosphere.get_absolute_airmass",
    fixture: "pvlib/atmosphere/absolute-airmass",
    run: ({ airmassRelative, pressure }) => atmosphere.getAbsoluteAirmass({ airmassRelative, pressure }),
    ...closed,
  },
  {
    name: "pvlib.atmosphere.alt2pres",
    fixture: "pvlib/atmosphere/alt2pres",
    run: ({ altitude }) => atmosphere.alt2pres({ altitude }),
    tolerance: { relative: 1e-13, absolute: 1e-12 },
    reason: "closed formula; a power, which cancels to 0 at the top of the atmosphere",
  },
  {
    name: "pvlib.atmosphere.pres2alt",
    fixture: "pvlib/atmosphere/pres2alt",
    run: ({ pressure }) => atmosphere.pres2alt({ pressure }),
    tolerance: { relative: 0, absolute: 1e-10 },
    reason: "closed formula; the difference of two terms of 44 km, rounded to 1e-11 m each",
  },
  {
    name: "pvlib.atmosphere.gueymard94_pw",
    fixture: "pvlib/atmosphere/gueymard94-pw",
    run: ({ tempAir, relativeHumidity }) => atmosphere.gueymard94Pw({ tempAir, relativeHumidity }),
    ...closed,
  },
  ...["", "-coeff"].flatMap((variant): AccuracyRow[] => [
    {
      name: "pvlib.atmosphere.tdew_from_rh",
      fixture: `pvlib/atmosphere/tdew-from-rh${variant}`,
      run: ({ tempAir, relativeHumidity }, options) => atmosphere.tdewFromRh({ tempAir, relativeHumidity }, options),
      tolerance: { relative: 1e-13, absolute: 1e-12 },
      reason: "closed formula; the logarithm cancels near a dew point of 0 °C",
    },
    {
      name: "pvlib.atmosphere.rh_from_tdew",
      fixture: `pvlib/atmosphere/rh-from-tdew${variant}`,
      run: ({ tempAir, tempDew }, options) => atmosphere.rhFromTdew({ tempAir, tempDew }, options),
      ...closed,
    },
  ]),
  {
    name: "pvlib.atmosphere.bird_hulstrom80_aod_bb",
    fixture: "pvlib/atmosphere/bird-hulstrom80-aod-bb",
    run: ({ aod380, aod500 }) => atmosphere.birdHulstrom80AodBb({ aod380, aod500 }),
    ...closed,
  },
  {
    name: "pvlib.atmosphere.kasten96_lt",
    fixture: "pvlib/atmosphere/kasten96-lt",
    run: ({ airmassAbsolute, precipitableWater, aodBb }) =>
      atmosphere.kasten96Lt({ airmassAbsolute, precipitableWater, aodBb }),
    tolerance: { relative: 1e-12 },
    reason: "closed formula; pvlib takes ln(exp(-x)) where we take -x, which costs it some digits at small x",
  },
  {
    name: "pvlib.atmosphere.angstrom_aod_at_lambda",
    fixture: "pvlib/atmosphere/angstrom-aod-at-lambda",
    run: ({ aod0, lambda0, alpha, lambda1 }) => atmosphere.angstromAodAtLambda({ aod0, lambda0, alpha, lambda1 }),
    ...closed,
  },
  {
    name: "pvlib.atmosphere.angstrom_aod_at_lambda",
    fixture: "pvlib/atmosphere/angstrom-aod-at-lambda-defaults",
    run: ({ aod0, lambda0 }) => atmosphere.angstromAodAtLambda({ aod0, lambda0 }),
    ...closed,
  },
  {
    name: "pvlib.atmosphere.angstrom_alpha",
    fixture: "pvlib/atmosphere/angstrom-alpha",
    run: ({ aod1, lambda1, aod2, lambda2 }) => atmosphere.angstromAlpha({ aod1, lambda1, aod2, lambda2 }),
    ...closed,
  },
  ...["", "-unstable", "-stable"].map(
    (variant): AccuracyRow => ({
      name: "pvlib.atmosphere.windspeed_powerlaw",
      fixture: `pvlib/atmosphere/windspeed-powerlaw${variant}`,
      run: ({ windSpeedReference, heightReference, heightDesired }, options) =>
        atmosphere.windspeedPowerlaw({ windSpeedReference, heightReference, heightDesired }, options),
      ...closed,
    }),
  ),
];
