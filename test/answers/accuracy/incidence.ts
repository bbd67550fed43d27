import type { IamModel } from "../../../src/physics/models/incidence/diffuse.js";
import * as models from "../../../src/physics/models/incidence/index.js";
import type { AccuracyRow, Mask } from "./table.js";

const direct = {
  tolerance: { relative: 1e-10, absolute: 1e-14 },
  reason: "closed formula; towards 90° the modifier goes to 0 with cos(aoi), whose rounding pvlib's differences keep",
};

function directRow(name: string, fixture: string, run: AccuracyRow["run"], mask: readonly Mask[] = []): AccuracyRow {
  return {
    name: `pvlib.iam.${name}`,
    fixture: `pvlib/incidence/${fixture}`,
    run,
    ...direct,
    ...(mask.length > 0 ? { mask } : {}),
  };
}

const behind: Mask = {
  where: ({ aoi }) => Math.abs(aoi!) > 90,
  reason: "beam behind the plane: pvlib goes on with the curve, ours is 0",
};
const totalReflection: Mask = {
  where: ({ aoi }) => Math.sin((aoi! * Math.PI) / 180) ** 2 >= 0.99 ** 2 && Math.abs(aoi!) < 90,
  reason: "total reflection: pvlib gives NaN, ours 0",
};
const behindInTotalReflection: Mask = {
  where: ({ aoi }) => Math.abs(aoi!) >= 90,
  reason: "behind a cover with an index below 1: pvlib gives NaN, ours 0",
};

const negativeBehindNoCover: Mask = {
  where: ({ aoi }) => aoi! <= -90,
  reason: "behind an index of 1, pvlib looks at positive angles only",
};
const noWedge = (least: number): Mask => ({
  where: ({ surfaceTilt }) => surfaceTilt! < least || surfaceTilt! > 180 - least,
  reason: "pvlib's terms cancel; there test/physics/incidence compares with 50 digits",
});

const MODELS: { readonly [name: string]: (options: never) => IamModel } = {
  ashrae: (options) => (inputs) => models.ashrae(inputs, options),
  physical: (options) => (inputs) => models.physical(inputs, options),
  "martin-ruiz": () => models.martinRuiz,
  martin_ruiz: () => models.martinRuiz,
  schlick: () => models.schlick,
  sapm: (options) => (inputs) => models.sapm(inputs, options),
};

const marion = { tolerance: { relative: 1e-11, absolute: 1e-12 }, reason: "sum over some 10⁴ cells in another order" };

export const rows: AccuracyRow[] = [
  ...["ashrae", "ashrae-b"].map((fixture) =>
    directRow("ashrae", fixture, (inputs, options) => models.ashrae(inputs as never, options)),
  ),
  ...["", "-options", "-coated", "-coating-of-air", "-coating-denser", "-no-cover", "-total-reflection"].map(
    (variant) =>
      directRow(
        "physical",
        `physical${variant}`,
        (inputs, options) => models.physical(inputs as never, options),
        variant === "-total-reflection"
          ? [totalReflection, behindInTotalReflection]
          : variant === "-no-cover"
            ? [negativeBehindNoCover]
            : [],
      ),
  ),
  ...["martin-ruiz", "martin-ruiz-a"].map((fixture) =>
    directRow("martin_ruiz", fixture, (inputs, options) => models.martinRuiz(inputs as never, options)),
  ),
  directRow("schlick", "schlick", (inputs) => models.schlick(inputs as never)),
  directRow("sapm", "sapm", (inputs, options) => models.sapm(inputs as never, options), [behind]),
  directRow("sapm", "sapm-upper", (inputs, options) => models.sapm(inputs as never, options), [behind]),
  ...["interp", "interp-extrapolated", "interp-plain"].map((fixture) =>
    directRow(
      "interp",
      fixture,
      (inputs, options) => models.interp(inputs as never, options),
      fixture === "interp" ? [] : [behind],
    ),
  ),
  ...["", "-options"].map(
    (variant): AccuracyRow => ({
      name: "pvlib.iam.martin_ruiz_diffuse",
      fixture: `pvlib/incidence/martin-ruiz-diffuse${variant}`,
      run: (inputs, options) => models.martinRuizDiffuse(inputs as never, options),
      tolerance: { relative: 1e-10 },
      reason: "closed formula",
      mask: [noWedge(0.02)],
    }),
  ),
  {
    name: "pvlib.iam.schlick_diffuse",
    fixture: "pvlib/incidence/schlick-diffuse",
    run: (inputs) => models.schlickDiffuse(inputs as never),
    tolerance: { relative: 1e-10, absolute: 1e-12 },
    reason: "closed formula",
    mask: [noWedge(2)],
  },
  ...["ashrae", "physical", "martin-ruiz", "schlick", "sapm"].map(
    (model): AccuracyRow => ({
      name: "pvlib.iam.marion_diffuse",
      fixture: `pvlib/incidence/marion-diffuse-${model}`,
      run: (inputs, options) => models.marionDiffuse(inputs as never, { model: MODELS[model]!(options as never) }),
      ...marion,
    }),
  ),
  ...["sky", "horizon", "ground"].map(
    (region): AccuracyRow => ({
      name: "pvlib.iam.marion_integrate",
      fixture: `pvlib/incidence/marion-integrate-${region}`,
      run: (inputs, options) =>
        models.marionIntegrate(inputs as never, { ...options, model: MODELS[options.model]!(options as never) }),
      ...marion,
    }),
  ),
];
