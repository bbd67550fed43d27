/** What is taken for an answer of PVGIS, and what is not: the first readers that recognise a file decide. */
import { describe, expect, it } from "vitest";
import { isPvgisJson } from "../../src/weather/readers/pvgis-json.js";

describe("a JSON answer of PVGIS", () => {
  it.each([
    '{"inputs": {}, "outputs": {"hourly": [{"time": "20200101:0010"',
    ' \n\t{"outputs" :{ "tmy_hourly" : [ {',
    '{"outputs"\n:{"hourly"\n:\n[',
  ])("is %j", (head) => expect(isPvgisJson(head)).toBe(true));

  it.each([
    '[{"outputs": {"hourly": [',
    'x{"outputs": {"hourly": [',
    '"outputs": {"hourly": [',
    '{"hourly": [{"time": 1}]',
    '{"outputs": {"monthly": [',
    '{"outputs": {"hourly": {"start": 1',
    '{"results": {"tmy_hourly": [',
  ])("is not %j", (head) => expect(isPvgisJson(head)).toBe(false));
});
