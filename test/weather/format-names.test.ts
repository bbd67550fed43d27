/** The names that the command line offers without loading the readers. */
import { expect, it } from "vitest";
import { FORMAT_NAMES } from "../../src/weather/readers/format-names.js";
import { WEATHER_FORMATS } from "../../src/weather/readers/formats.js";

it("are those of the formats, in their order", () => {
  expect(FORMAT_NAMES).toEqual(WEATHER_FORMATS.map(({ name }) => name));
});
