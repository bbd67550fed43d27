/** A linear scale: pixels of values. */
export function linear(from: number, to: number, pixelFrom: number, pixelTo: number): (value: number) => number {
  const factor = (pixelTo - pixelFrom) / (to - from || 1);
  return (value) => pixelFrom + (value - from) * factor;
}
