/** Samples of a decompressed TIFF block: predictors (TIFF 6.0, section 14; TIFF Technical Note 3) and number types. */

export interface SampleLayout {
  readonly kind: "uint" | "int" | "float";
  /** Per sample. */
  readonly bytes: number;
  readonly littleEndian: boolean;
  /** Pixels per row of the block. */
  readonly width: number;
  /** Samples per pixel that lie side by side. */
  readonly stride: number;
  /** 1 = none, 2 = horizontal differences, 3 = differences of the bytes of floating-point numbers. */
  readonly predictor: number;
}

/** Undoes the predictor in place, for the first `rows` rows. */
export function undoPredictor(block: Uint8Array<ArrayBuffer>, layout: SampleLayout, rows: number): void {
  if (layout.predictor === 2) undoDifferences(block, layout, rows);
  else if (layout.predictor === 3) undoByteDifferences(block, layout, rows);
}

function undoDifferences(block: Uint8Array<ArrayBuffer>, layout: SampleLayout, rows: number): void {
  const { bytes, stride, width, littleEndian } = layout;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const back = stride * bytes;
  const rowBytes = width * back;
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * rowBytes;
    for (let at = row * rowBytes + back; at < end; at += bytes) {
      if (bytes === 1) block[at] = block[at]! + block[at - back]!;
      else if (bytes === 2) {
        view.setUint16(at, view.getUint16(at, littleEndian) + view.getUint16(at - back, littleEndian), littleEndian);
      } else if (bytes === 4) {
        view.setUint32(at, view.getUint32(at, littleEndian) + view.getUint32(at - back, littleEndian), littleEndian);
      } else {
        const sum = view.getBigUint64(at, littleEndian) + view.getBigUint64(at - back, littleEndian);
        view.setBigUint64(at, sum, littleEndian);
      }
    }
  }
}

/** Rows hold all first (most significant) bytes, then all second ones, …, and of these the differences. */
function undoByteDifferences(block: Uint8Array<ArrayBuffer>, layout: SampleLayout, rows: number): void {
  const { bytes, stride, width, littleEndian } = layout;
  const samples = width * stride;
  const rowBytes = samples * bytes;
  const planes = new Uint8Array(rowBytes);
  for (let row = 0; row < rows; row++) {
    const start = row * rowBytes;
    planes.set(block.subarray(start, start + rowBytes));
    if (stride === 1) sumUp(planes);
    else for (let i = stride; i < rowBytes; i++) planes[i] = planes[i]! + planes[i - stride]!;
    for (let b = 0; b < bytes; b++) {
      const plane = b * samples;
      let to = start + (littleEndian ? bytes - 1 - b : b);
      for (let i = plane; i < plane + samples; i++, to += bytes) block[to] = planes[i]!;
    }
  }
}

/** Each byte plus all before it, modulo 256. */
function sumUp(bytes: Uint8Array): void {
  for (let i = 0, sum = 0; i < bytes.length; i++) {
    sum = (sum + bytes[i]!) & 255;
    bytes[i] = sum;
  }
}

/** Copies the first band's values of `count` pixels, from one with this index in the block on. */
export type CopySamples = (pixel: number, count: number, out: Float32Array, to: number) => void;

export function sampleCopier(block: Uint8Array<ArrayBuffer>, layout: SampleLayout): CopySamples {
  const { kind, bytes, stride, littleEndian } = layout;
  if (kind === "float" && bytes === 4 && stride === 1 && littleEndian === LITTLE_ENDIAN && block.byteOffset % 4 === 0) {
    const floats = new Float32Array(block.buffer, block.byteOffset, block.byteLength >> 2);
    return (pixel, count, out, to) => out.set(floats.subarray(pixel, pixel + count), to);
  }
  const at = sampleReader(block, layout);
  return (pixel, count, out, to) => {
    for (let i = 0; i < count; i++) out[to + i] = at(pixel + i);
  };
}

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** The first band's value of one pixel. */
function sampleReader(block: Uint8Array<ArrayBuffer>, layout: SampleLayout): (pixel: number) => number {
  const { kind, bytes, stride, littleEndian } = layout;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const step = bytes * stride;
  if (kind === "float") {
    if (bytes === 8) return (pixel) => view.getFloat64(pixel * step, littleEndian);
    return (pixel) => view.getFloat32(pixel * step, littleEndian);
  }
  if (kind === "int") {
    if (bytes === 1) return (pixel) => view.getInt8(pixel * step);
    if (bytes === 2) return (pixel) => view.getInt16(pixel * step, littleEndian);
    return (pixel) => view.getInt32(pixel * step, littleEndian);
  }
  if (bytes === 1) return (pixel) => view.getUint8(pixel * step);
  if (bytes === 2) return (pixel) => view.getUint16(pixel * step, littleEndian);
  return (pixel) => view.getUint32(pixel * step, littleEndian);
}
