/** numcodecs' `fixedscaleoffset`: values stored as (value − offset) · scale in a smaller type; `quantize` is that without either. */
import { NUMBERS, type Numbers, type NumberType } from "./numbers.js";

export interface ScaledConfig {
  readonly scale?: number;
  readonly offset?: number;
  /** As numpy writes them, such as "<f4". */
  readonly dtype?: string;
  readonly astype?: string;
}

const NUMPY: { readonly [code: string]: NumberType } = {
  i1: "int8",
  u1: "uint8",
  i2: "int16",
  u2: "uint16",
  i4: "int32",
  u4: "uint32",
  f4: "float32",
  f8: "float64",
};

/** The type that a numpy code names; undefined for one that is not read. */
export function numpyType(code: string): string | undefined {
  return NUMPY[code.replace(/^[<>|]/, "")];
}

interface Step<V> {
  readonly data: V;
  readonly shape: number[];
  readonly stride: number[];
}

export class ScaledCodec {
  readonly kind = "array_to_array";
  readonly #scale: number;
  readonly #offset: number;
  readonly #type: string;
  readonly #stored: string;

  /** @param type of the values, where the filter does not say */
  constructor({ scale = 1, offset = 0, dtype, astype = dtype }: ScaledConfig, type: string) {
    if (!(Number.isFinite(scale) && scale !== 0 && Number.isFinite(offset))) {
      throw new Error(`a scale of ${scale} and an offset of ${offset}`);
    }
    this.#scale = scale;
    this.#offset = offset;
    this.#type = dtype === undefined ? type : (numpyType(dtype) ?? "");
    this.#stored = astype === undefined ? type : (numpyType(astype) ?? "");
    if (!Object.hasOwn(NUMBERS, this.#type) || !Object.hasOwn(NUMBERS, this.#stored)) {
      throw new Error(`values of ${dtype ?? type} stored as ${astype ?? type}`);
    }
  }

  /** What comes after this filter sees the stored type. */
  getEncodedMeta<M extends object>(chunk: M): M {
    return { ...chunk, dataType: this.#stored };
  }

  encode(): never {
    throw new Error("archives are read, not written");
  }

  /** As numpy: stored float32 is computed with as such, whole numbers as float64. */
  decode({ data, shape, stride }: Step<Numbers>): Step<Numbers> {
    const into = new NUMBERS[this.#type as NumberType](data.length);
    const round = this.#stored === "float32" ? Math.fround : (value: number) => value;
    const [scale, offset] = [round(this.#scale), round(this.#offset)];
    for (let k = 0; k < data.length; k++) into[k] = round(round(data[k]! / scale) + offset);
    return { data: into, shape, stride };
  }
}
