/**
 * @param farthest largest absolute longitude, degrees
 * @throws TypeError, RangeError for an invalid place; the message begins with `caller`
 */
export function checkPlace(caller: string, latitude: number, longitude: number, farthest: number): void {
  for (const [name, value, most] of [
    ["latitude", latitude, 90],
    ["longitude", longitude, farthest],
  ] as const) {
    if (typeof value !== "number") throw new TypeError(`${caller}: ${name} must be a number, got ${String(value)}`);
    if (!(Math.abs(value) <= most)) {
      throw new RangeError(`${caller}: ${name} must be from -${most} to ${most} degrees, got ${value}`);
    }
  }
}
