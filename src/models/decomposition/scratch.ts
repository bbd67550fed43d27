/** Columns that a stage works on between its inputs and its output; they hold nothing from block to block. No formula of a paper. */
export class Scratch<Name extends string> {
  readonly columns = {} as { [name in Name]: Float64Array };
  private readonly names: readonly Name[];
  private length = -1;

  constructor(...names: Name[]) {
    this.names = names;
  }

  /** The columns, made as long as the block's where they are shorter. */
  of(length: number): { readonly [name in Name]: Float64Array } {
    if (length > this.length) {
      for (const name of this.names) this.columns[name] = new Float64Array(length);
      this.length = length;
    }
    return this.columns;
  }
}
