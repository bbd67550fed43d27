/** Which data sets are the same: learnt from in one, served from another. */

/** Files that share the name of a data set at a place get their own names in brackets. */
const OF_FILES = / \([^().]*\.[^()]*\)'*$/;

/** "ICON-D2" of "ICON-D2 (2026-06-21T06.csv)": one run's file is not the next one's. */
export function dataSetName(dataset: string): string {
  return dataset.replace(OF_FILES, "");
}

export function dataSetNames(datasets: readonly { readonly dataset: string }[]): readonly string[] {
  return [...new Set(datasets.map(({ dataset }) => dataSetName(dataset)))];
}
