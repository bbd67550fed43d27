/** The whole chain of one interval as a graph, run by both the fused and the portable form. */
import {
  CELL_HEATING,
  PERFORMANCE,
  REFERENCE_TEMPERATURE,
  TEMPERATURE_COEFFICIENT,
} from "../../../physics/models/pv/linear-temperature.js";
import { BARE_GROUND_ALBEDO } from "../../../physics/models/transposition/plane.js";
import { type DeviceOutput, SITE, type WeatherChannel } from "../layout.js";
import type { Closure } from "../types.js";
import { completedMeans, type Given, given, intervalSun, type Light, spread, weights } from "./completion.js";
import {
  add,
  and,
  constant,
  div,
  greater,
  greaterEqual,
  lessEqual,
  max,
  mul,
  type Node,
  or,
  select,
  sub,
  sum,
} from "./graph.js";
import {
  components,
  type OnPlane,
  orient,
  type Plane,
  type Planes,
  perezDriesse,
  planeLight,
  planeView,
  skyDiffuse,
  type View,
} from "./plane.js";
import { apparentSun, clearSky, lineUnder, type Sun, site, siteTurbidity, visibleDisc } from "./sun.js";

/** Everything that determines the operations. Requests that agree in it share one compiled kernel. */
export interface ChainOptions {
  /** Sub-steps per interval. */
  readonly steps: number;
  /** Length of a sub-step, s. */
  readonly cell: number;
  readonly channels: readonly WeatherChannel[];
  readonly planes: Planes;
  /** Some site has a horizon line. */
  readonly line: boolean;
  /** Some site has monthly turbidities. */
  readonly monthlyTurbidity: boolean;
  readonly closure: Closure;
  readonly outputs: readonly DeviceOutput[];
}

/** Quantities independent of the weather. */
export const WITHOUT_WEATHER: ReadonlySet<DeviceOutput> = new Set(["global_clear_sky_irradiance", "rotation"]);

type Means = { [name in DeviceOutput]?: Node };

/** One node per output, in their order: the mean over the interval, NaN if there is none. */
export function buildChain(options: ChainOptions): Node[] {
  const { steps, channels, outputs } = options;
  const mean = (node: Node) => mul(sum(node), 1 / steps);
  const sun = apparentSun();
  const clear = clearSky(sun, turbidity(options), pressure(channels));
  const weight = weights(sun, clear, options.cell);
  const geometry = intervalSun(sun, clear, weight.beam, steps, options.cell);
  const weightMeans = {
    cap: mean(weight.cap),
    decomposedCap: mean(weight.decomposedCap),
    diffuse: mean(weight.diffuse),
    diffuseCap: mean(weight.diffuseCap),
    down: sum(select(greater(sun.up, 0), 0, 1)),
    clearGhi: mean(clear.ghi),
  };
  const completed = completedMeans(channels, geometry, weightMeans, options.closure);
  const light = spread(completed, weight, steps);
  const means: Means = {
    ...lightMeans(options, sun, light, mean),
    global_clear_sky_irradiance: mean(clear.ghi),
  };
  return outputs.map((name) => {
    const value = means[name]!;
    return WITHOUT_WEATHER.has(name) ? value : select(completed.missing, Number.NaN, value);
  });
}

function turbidity({ channels, monthlyTurbidity }: ChainOptions): Node {
  const own = siteTurbidity(monthlyTurbidity);
  const weather = given(channels, "turbidity");
  return select(weather.known, weather.value, own);
}

function pressure(channels: readonly WeatherChannel[]): Node {
  const weather = given(channels, "pressure");
  return select(weather.known, weather.value, site(SITE.pressure));
}

/** Given; else the site's; else that of the ground, which the weather stores with its sign inverted. */
function albedo(channels: readonly WeatherChannel[]): Node {
  const own = site(SITE.albedo);
  const weather = given(channels, "albedo");
  const ground = select(weather.known, sub(0, weather.value), BARE_GROUND_ALBEDO);
  const fallback = select(greaterEqual(own, 0), own, ground);
  return select(and(weather.known, greaterEqual(weather.value, 0)), weather.value, fallback);
}

function lightMeans(options: ChainOptions, sun: Sun, light: Light, mean: (node: Node) => Node): Means {
  const { channels, planes, line } = options;
  const { dni, ghi } = components(sun, light);
  const sky = perezDriesse(sun, dni, light.diffuse);
  const plane = orient(sun, planes);
  const ground = albedo(channels);
  const visible = visibleDisc(sun.elevation, 0);
  const open: View = { visible, visibleAboveLine: visible, sky: 1, band: 1 };
  const onPlane = planeLight(dni, ghi, skyDiffuse(light.diffuse, sun.up, plane, sky, open), ground, plane);
  const sunlit = mean(select(greater(sun.up, 0), 1, 0));
  const turned = mean(select(greater(sun.up, 0), plane.rotation, 0));
  const temperature = given(channels, "temperature");
  return {
    global_horizontal_irradiance: mean(ghi),
    direct_horizontal_irradiance: mean(light.direct),
    diffuse_horizontal_irradiance: mean(light.diffuse),
    direct_normal_irradiance: mean(dni),
    ...planeMeans("", onPlane, temperature, mean),
    rotation: select(greater(sunlit, 0), div(turned, max(sunlit, 1e-9)), 0),
    ...(line
      ? shadedMeans(sun, light, dni, sky, plane, planes, visible, ground, temperature, mean)
      : planeMeans("_with_shading", onPlane, temperature, mean)),
    ...(line ? {} : unshaded(ghi, light, dni, mean)),
  };
}

/** Without a horizon line, shaded values equal unshaded ones. */
function unshaded(ghi: Node, light: Light, dni: Node, mean: (node: Node) => Node): Means {
  return {
    global_horizontal_irradiance_with_shading: mean(ghi),
    direct_horizontal_irradiance_with_shading: mean(light.direct),
    diffuse_horizontal_irradiance_with_shading: mean(light.diffuse),
    direct_normal_irradiance_with_shading: mean(dni),
  };
}

function planeMeans(suffix: "" | "_with_shading", light: OnPlane, air: Given, mean: (node: Node) => Node): Means {
  const [direct, diffuse] = [mean(light.direct), mean(light.diffuse)];
  const global = add(direct, diffuse);
  return {
    [`direct_tilted_irradiance${suffix}`]: direct,
    [`diffuse_tilted_irradiance${suffix}`]: diffuse,
    [`global_tilted_irradiance${suffix}`]: global,
    [`pv_production${suffix}`]: defaultPv(global, air),
  };
}

/** `defaultPvRows` on the interval's means. */
function defaultPv(global: Node, { value, known }: Given): Node {
  const above = sub(add(value, mul(CELL_HEATING, global)), REFERENCE_TEMPERATURE);
  const power = max(mul(mul(PERFORMANCE, global), sub(1, mul(TEMPERATURE_COEFFICIENT, above))), 0);
  const dark = lessEqual(global, 0);
  return select(or(known, dark), select(dark, 0, power), Number.NaN);
}

function shadedMeans(
  sun: Sun,
  light: Light,
  dni: Node,
  factors: { circumsolar: Node; horizonFactor: Node },
  plane: Plane,
  planes: Planes,
  visible: Node,
  ground: Node,
  temperature: Given,
  mean: (node: Node) => Node,
): Means {
  const visibleAboveLine = visibleDisc(sun.elevation, lineUnder(sun));
  const share = select(greater(visible, 0), div(visibleAboveLine, max(visible, 1e-20)), 0);
  const [shadedDni, shadedDirect] = [mul(dni, share), mul(light.direct, share)];
  const disc = { visible, visibleAboveLine };
  const level = { cosIncidence: sun.up, cosTilt: constant(1), sinTilt: constant(0) };
  const bandless = { circumsolar: factors.circumsolar, horizonFactor: 0 };
  const overhead: View = { ...disc, sky: site(SITE.horizontalView), band: 0 };
  const dhi = skyDiffuse(light.diffuse, sun.up, level, bandless, overhead);
  const ghi = add(shadedDirect, dhi);
  const sky = skyDiffuse(light.diffuse, sun.up, plane, factors, { ...disc, ...planeView(plane, planes) });
  return {
    global_horizontal_irradiance_with_shading: mean(ghi),
    direct_horizontal_irradiance_with_shading: mean(shadedDirect),
    diffuse_horizontal_irradiance_with_shading: mean(dhi),
    direct_normal_irradiance_with_shading: mean(shadedDni),
    ...planeMeans("_with_shading", planeLight(shadedDni, ghi, sky, ground, plane), temperature, mean),
  };
}
