/** Small weighted least-squares problems, summed up sample by sample. */

/** Sums of w·x·xᵀ and w·x·y. */
export class NormalEquations {
  readonly size: number;
  /** Upper triangle, row by row. */
  readonly moments: Float64Array;
  readonly products: Float64Array;
  samples = 0;

  constructor(size: number) {
    this.size = size;
    this.moments = new Float64Array((size * (size + 1)) / 2);
    this.products = new Float64Array(size);
  }

  add(predictors: ArrayLike<number>, target: number, weight: number): void {
    let k = 0;
    for (let i = 0; i < this.size; i++) {
      const weighted = weight * predictors[i]!;
      this.products[i]! += weighted * target;
      for (let j = i; j < this.size; j++) this.moments[k++]! += weighted * predictors[j]!;
    }
    this.samples++;
  }

  /** What was summed up elsewhere: means of moments, the weights that they gave, and how many samples they count for. */
  addFit(moments: ArrayLike<number>, weights: ArrayLike<number>, samples: number): void {
    for (let i = 0; i < this.size; i++) {
      for (let j = 0; j < this.size; j++) this.products[i]! += samples * moments[this.at(i, j)]! * weights[j]!;
    }
    for (let k = 0; k < this.moments.length; k++) this.moments[k]! += samples * moments[k]!;
    this.samples += samples;
  }

  /** What another has summed up, or a share of it. */
  addAll(other: NormalEquations, share = 1): void {
    for (let k = 0; k < this.moments.length; k++) this.moments[k]! += share * other.moments[k]!;
    for (let k = 0; k < this.size; k++) this.products[k]! += share * other.products[k]!;
    this.samples += share * other.samples;
  }

  /** By Cholesky's factors; a diagonal 1e-6 larger keeps what never varied from standing for itself. */
  solve(): Float64Array {
    const n = this.size;
    const factor = new Float64Array(n * n);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        let sum = this.moments[this.at(i, j)]!;
        if (i === j) sum = sum * (1 + 1e-6) + Number.MIN_VALUE;
        for (let k = 0; k < j; k++) sum -= factor[i * n + k]! * factor[j * n + k]!;
        factor[i * n + j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / factor[j * n + j]!;
      }
    }
    const solution = Float64Array.from(this.products);
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < i; k++) solution[i]! -= factor[i * n + k]! * solution[k]!;
      solution[i]! /= factor[i * n + i]!;
    }
    for (let i = n - 1; i >= 0; i--) {
      for (let k = i + 1; k < n; k++) solution[i]! -= factor[k * n + i]! * solution[k]!;
      solution[i]! /= factor[i * n + i]!;
    }
    return solution;
  }

  private at(i: number, j: number): number {
    const [row, column] = i < j ? [i, j] : [j, i];
    return row * this.size - (row * (row - 1)) / 2 + column - row;
  }
}
