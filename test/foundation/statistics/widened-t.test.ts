import { describe, expect, it } from "vitest";
import { normalQuantile } from "../../../src/foundation/statistics/normal.js";
import { studentTQuantile, widenedTQuantile } from "../../../src/foundation/statistics/student-t.js";

describe("widenedTQuantile", () => {
  // scipy 1.17.1: brentq over quad(t.pdf(x, nu)·norm.cdf((q − a·x)/b)). Welch and Satterthwaite would give 6.694 and 12.97 for the first two.
  it.each([
    [0.9, 2, 3, 4, 7.994312742220211],
    [0.99, 2, 3, 4, 22.047993338172567],
    [0.95, 9, 4, 6, 12.334892188749821],
    [0.75, 4, 4, 1, 3.0616563657716522],
    [0.9, 8, 3.9, 6.3, 9.846074913218214],
  ])(
    "is the convolution's for a share of %f, %i degrees, %f·t and %f·z",
    (share, degrees, student, normal, expected) => {
      expect(widenedTQuantile(share, { student, degrees, normal })).toBeCloseTo(expected, 9);
      expect(widenedTQuantile(1 - share, { student, degrees, normal })).toBeCloseTo(-expected, 9);
    },
  );

  it("is Student's t without the normal part, and normal without the other or with endless degrees", () => {
    expect(widenedTQuantile(0.9, { student: 2, degrees: 4, normal: 0 })).toBeCloseTo(2 * studentTQuantile(0.9, 4), 10);
    expect(widenedTQuantile(0.9, { student: 0, degrees: 4, normal: 3 })).toBe(3 * normalQuantile(0.9));
    const endless = { student: 3, degrees: Number.POSITIVE_INFINITY, normal: 4 };
    expect(widenedTQuantile(0.99, endless)).toBe(5 * normalQuantile(0.99));
    expect(widenedTQuantile(0.5, endless)).toBe(0);
  });

  it("rises with the share, and is nothing where nothing is uncertain", () => {
    const found = [0.5, 0.6, 0.75, 0.9, 0.99, 0.999].map((share) =>
      widenedTQuantile(share, { student: 1, degrees: 1.5, normal: 0.5 }),
    );
    expect(found).toEqual([...found].sort((a, b) => a - b));
    expect(new Set(found).size).toBe(found.length);
    expect(widenedTQuantile(0.99, { student: 0, degrees: 2, normal: 0 })).toBe(0);
  });
});
