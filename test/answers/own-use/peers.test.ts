import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { netPresentValue, paybackOf } from "../../../src/answers/own-use/money.js";
import { ownUseOf } from "../../../src/answers/own-use/own-use.js";

/** Made by fixtures/own-use/make.py: PySAM 7.1.1 and numpy-financial 1.0.0; the metered house is Ausgrid's customer 12 (CC BY 4.0). */
interface Peer {
  readonly capacity: number;
  readonly power: number;
  readonly imported: number;
  readonly exported: number;
  readonly charged: number;
  readonly discharged: number;
}
interface Peers {
  readonly made: readonly Peer[];
  readonly ausgrid: { readonly sizes: readonly Peer[]; readonly data: string };
  readonly money: readonly { rate: number; investment: number; gains: number[]; npv: number; payback: number | null }[];
}
const PEERS = JSON.parse(
  readFileSync(new URL("../../../fixtures/own-use/own-use.json", import.meta.url), "utf8"),
) as Peers;

const COUNT = 48 * 365;
const HALF_HOUR = 1_800_000;

function madeHouse(): [pv: Float64Array, load: Float64Array] {
  const [pv, load] = [new Float64Array(COUNT), new Float64Array(COUNT)];
  for (let row = 0; row < COUNT; row++) {
    const [day, hour] = [Math.floor(row / 48), (row % 48) / 2 + 0.25];
    const length = 12 + 4 * Math.sin((2 * Math.PI * (day - 80)) / 365);
    const high = Math.abs(hour - 12) < length / 2 ? Math.sin((Math.PI * (hour - 12 + length / 2)) / length) : 0;
    pv[row] = Math.round(6000 * Math.max(0, high) * (day % 3 ? 1 : 0.25));
    load[row] = Math.round(250 + 900 * Math.exp(-((hour - 7.5) ** 2)) + 1500 * Math.exp(-((hour - 19) ** 2) / 3));
  }
  return [pv, load];
}

function metered(): [pv: Float64Array, load: Float64Array] {
  const bytes = gunzipSync(Buffer.from(PEERS.ausgrid.data, "base64"));
  const values = new Uint16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + 4 * COUNT));
  return [Float64Array.from(values.subarray(0, COUNT)), Float64Array.from(values.subarray(COUNT))];
}

describe.each([
  ["a made house", madeHouse, PEERS.made],
  ["Ausgrid's customer 12 with five times its modules", metered, PEERS.ausgrid.sizes],
] as const)("%s beside PySAM's battery", (_name, house, peers) => {
  it.each(peers.map((peer) => [peer.capacity, peer] as const))("of %f kWh", (capacity, peer) => {
    const [pv, load] = house();
    const steps = { start: Date.UTC(2011, 6, 1), step: HALF_HOUR };
    const battery = {
      ...{ capacity, chargePower: peer.power, dischargePower: peer.power, leastCharge: 0.1 },
      ...{ chargeEfficiency: 0.96, dischargeEfficiency: 0.96 },
    };
    const { total } = ownUseOf({ ...steps, power: pv, timeZone: 0 }, { load: { ...steps, power: load }, battery });
    // SAM's voltage moves by 0.01 % with the charge, as its table must not be flat.
    for (const name of ["imported", "exported", "charged", "discharged"] as const)
      expect(Math.abs(total[name] - peer[name]) / total.load, name).toBeLessThan(1e-4);
  });
});

describe("money beside numpy-financial", () => {
  it.each(PEERS.money.map((one, k) => [k, one] as const))(
    "case %i",
    (_k, { rate, investment, gains, npv, payback }) => {
      expect(Math.abs(netPresentValue(rate, [-investment, ...gains]) - npv)).toBeLessThan(1e-9 * investment);
      const found = paybackOf(investment, gains);
      if (payback === null) expect(found).toBeNull();
      else expect(Math.abs(found! - payback)).toBeLessThan(1e-9);
    },
  );

  it("pays back never what earns too little, and has no payback of nothing", () => {
    expect(paybackOf(1000, [10, 10])).toBeNull();
    expect(paybackOf(0, [10, 10])).toBeNull();
    expect(paybackOf(20, [10, 10])).toBe(2);
  });
});
