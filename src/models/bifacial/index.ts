export { type InfiniteShedsInputs, type InfiniteShedsOptions, infiniteSheds } from "./infinite-sheds.js";
export { type PlacedRows, type Rows, type RowsColumns, type RowsOptions, sheds } from "./sheds.js";
