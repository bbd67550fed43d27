import { describe, expect, it } from "vitest";
import { type ReadPowerOptions, readPower } from "../../../../src/answers/yield/measured/read-power.js";

const rows = (values: readonly (number | string)[], minutes = 60) =>
  values
    .map((value, k) => `${new Date(Date.UTC(2024, 5, 21, 6) + k * minutes * 60_000).toISOString()},${value}`)
    .join("\n");
const read = async (head: string, values: readonly (number | string)[], options: ReadPowerOptions = {}, minutes = 60) =>
  readPower(`time,${head}\n${rows(values, minutes)}\n`, options);

describe("a table of power", () => {
  it.each([
    ["ac_power_kw", [1, 2.5], [1, 2.5]],
    ["AC Power [W]", [1000, 2500], [1, 2.5]],
    ["P_AC (MW)", [0.001, 0.0025], [1, 2.5]],
    ["Leistung [kW]", [1, 2.5], [1, 2.5]],
    ["Puissance (W)", [1000, 2500], [1, 2.5]],
  ])("is read in %s", async (head, given, expected) => {
    const { measured } = await read(head, given);
    expect([...measured.power]).toEqual(expected);
    expect(measured.start).toBe(Date.UTC(2024, 5, 21, 6));
    expect(measured.interval).toBe(3600);
  });

  it("has energies of intervals as means", async () => {
    const { measured } = await read("Energy [kWh]", [0.25, 0.5, 0.4], {}, 15);
    expect([...measured.power]).toEqual([1, 2, 1.6]);
  });

  it("keeps gaps, and what falls below 0 at night", async () => {
    const { measured } = await read("ac_power_kw", [-0.01, "", 2]);
    expect([...measured.power]).toEqual([-0.01, Number.NaN, 2]);
  });

  it("leaves DC, reactive power and other columns alone", async () => {
    const csv = `time,dc_power_kw,reactive_power_kw,ac_power_kw,temperature\n${["2024-06-21T06:00Z,9,8,1,20", "2024-06-21T07:00Z,9,8,2,21"].join("\n")}\n`;
    const { measured, notices } = await readPower(csv);
    expect([...measured.power]).toEqual([1, 2]);
    expect(notices[0]!.message).toBe('"ac_power_kw" is read as AC power');
  });

  it("takes the unit that fits the peak power, and says so", async () => {
    const { measured, notices } = await read("ac_power", [4200, 5100], { kwp: 6 });
    expect([...measured.power]).toEqual([4.2, 5.1]);
    expect(notices.find(({ code }) => code === "units")!.message).toContain(
      "read as W, because its largest value is 5100",
    );
  });

  it("takes zone and column from options", async () => {
    const csv = "time,a,b\n2024-06-21 06:00,1,3\n2024-06-21 07:00,2,4\n";
    const { measured } = await readPower(csv, { column: "b", unit: "kW", zone: "+02:00" });
    expect([...measured.power]).toEqual([3, 4]);
    expect(measured.start).toBe(Date.UTC(2024, 5, 21, 4));
  });

  it.each([
    ["ac_power", [4200, 5100], {}, 'states no unit, and its largest value is 5100: pass unit, such as "W"'],
    ["ac_power", [4200, 5100], { unit: "PS" }, 'option "unit" must be one of W, kW, MW, Wh, kWh, MWh, got "PS"'],
    ["voltage", [230, 231], {}, 'no column of AC power by its name: say which with column, one of "time", "voltage"'],
    ["ac_power_kw", [1, 2], { column: "power" }, 'there is no column "power"'],
    ["ac_power_kw", [1, "x"], {}, 'must be a number, or empty for missing, got "x"'],
  ])("says what is wrong: %s", (head, values, options, message) =>
    expect(read(head, values, options as ReadPowerOptions)).rejects.toThrow(message),
  );

  it("asks between two columns of power", async () => {
    const two = "time,AC Power 1 [kW],AC Power 2 [kW]\n2024-06-21T06:00Z,1,2\n2024-06-21T07:00Z,1,2\n";
    await expect(readPower(two)).rejects.toThrow("more than one column of AC power");
  });
});
