const value = new Float64Array(1);
const bits = new BigInt64Array(value.buffer);

/** Place of a double in the ordered sequence of all doubles; neighbours differ by 1, both zeros are 0. */
function place(x: number): bigint {
  value[0] = x;
  const b = bits[0]!;
  return b < 0n ? -(b & 0x7fff_ffff_ffff_ffffn) : b;
}

/** Steps from `b` up to `a` in units in the last place; 0 when both are NaN, NaN when one is. */
export function ulps(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Object.is(a, b) ? 0 : Number.NaN;
  return Number(place(a) - place(b));
}
