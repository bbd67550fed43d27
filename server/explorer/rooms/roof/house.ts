/** A roof with a house at it: what is asked of the service, and what it answers. */
import { type YieldRequest, yieldRequestOf } from "../../request/request.js";
import type { Notice, Optimum } from "../../service/answer.js";
import type { Schemas } from "../../service/service.js";
import type { State } from "../../state/state.js";

/** As the service has it, or as it was computed here of a file. */
export type OwnUse = Pick<Schemas["OwnUse"], "annual" | "total" | "months" | "money"> & {
  readonly notices: readonly Notice[];
};

/**
 * The roof with the house at it, as the service takes it; undefined: there is no house, or its plane is not known yet.
 * @param best the best plane, where that is chosen
 * @param isHere whether the load stays in this browser: then the hours of the open roof are asked, and a house that names its clocks alone
 */
export function houseRequestOf(
  state: State,
  best: Plane | null | undefined,
  isHere: boolean,
): YieldRequest | undefined {
  if (state.house === "" && !isHere) return undefined;
  const described = describedOf(state, best);
  if (!described) return undefined;
  const { query } = yieldRequestOf({ ...state, system: "{}" });
  if (!isHere) return { path: "yield", query, body: JSON.stringify(described) };
  const { export_limit: _limit, exportLimit: _other, house, ...open } = described;
  const { tariff: _money, ...clocks } = house as { readonly tariff?: unknown };
  return { path: "yield", query: [...query, ["output", "hours"]], body: JSON.stringify({ ...open, house: clocks }) };
}

/** The roof of a state with its house: JSON of a system. */
export function describedOf(state: State, best: Plane | null | undefined): Described | undefined {
  const { system, battery, house } = state;
  const roof = system === "" ? onePlane(state, best) : (JSON.parse(system) as Described);
  return (
    roof && {
      ...roof,
      ...(battery !== "" && { battery: Number(battery) }),
      house: { ...roof.house, load: house === "" ? 1 : Number(house), ...tariffOf(state) },
    }
  );
}

type Plane = Pick<Optimum, "surface_tilt" | "surface_azimuth">;

interface Described {
  readonly house?: { readonly load?: unknown; readonly tariff?: { readonly investment?: number } };
  readonly [name: string]: unknown;
}

/** As /v1/yield makes a system of its query. */
function onePlane(state: State, best: Plane | null | undefined): Described | undefined {
  const { kwp, losses, dc_ac, tracking_mode } = state;
  const isTracker = tracking_mode !== "none";
  const angles = state.roof_plane === "best" ? best : state;
  if (!isTracker && !angles) return undefined;
  const { surface_tilt, surface_azimuth } = angles ?? state;
  return {
    planes: [isTracker ? { kwp, tracking_mode } : { kwp, surface_tilt, surface_azimuth }],
    ...(losses !== "" && { losses: Number(losses) }),
    ...(dc_ac !== "" && { dc_ac_ratio: Number(dc_ac) }),
  };
}

/** Nothing without a price. */
function tariffOf({ tariff, feed_in, cost, currency }: State) {
  if (tariff === "") return {};
  return {
    tariff: {
      price: Number(tariff),
      ...(feed_in !== "" && { feed_in: Number(feed_in) }),
      ...(cost !== "" && { investment: Number(cost) }),
      ...(currency !== "" && { currency }),
    },
  };
}
