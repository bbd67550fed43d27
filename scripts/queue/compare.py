"""Holds a dataset of `irradiance-server bulk` against the one file of `irradiance bulk`, with readers that are not ours.

    python compare.py DATASET LOCAL.parquet

One line of JSON: parts, rows, whether pyarrow's table of the folder is the file's, whether DuckDB counts and sums the same, and
how many parts have the bytes of the file's row groups.
"""

import json
import sys
from pathlib import Path

import duckdb
import pyarrow.parquet as pq


def span(group):
    """First byte and length of a row group."""
    chunks = [group.column(k) for k in range(group.num_columns)]
    starts = [min(c.data_page_offset, c.dictionary_page_offset or c.data_page_offset) for c in chunks]
    return min(starts), sum(c.total_compressed_size for c in chunks)


def same_bytes(dataset, local):
    groups = pq.ParquetFile(local).metadata
    whole = local.read_bytes()
    same = 0
    for i, path in enumerate(sorted(dataset.glob("part-*.parquet"))):
        own = pq.ParquetFile(path).metadata
        (a, n), (b, m) = span(groups.row_group(i)), span(own.row_group(0))
        same += own.num_row_groups == 1 and whole[a : a + n] == path.read_bytes()[b : b + m]
    return same


def main():
    dataset, local = Path(sys.argv[1]), Path(sys.argv[2])
    table, wanted = pq.read_table(dataset), pq.read_table(local)
    numbers = [name for name, kind in zip(wanted.column_names, wanted.schema.types) if str(kind) == "double"]
    sums = ", ".join(["count(*)", "count(DISTINCT site)", *(f"fsum({name})" for name in numbers)])
    query = f"SELECT {sums} FROM read_parquet(?)"
    counted = [duckdb.execute(query, [str(path)]).fetchone() for path in (dataset / "part-*.parquet", local)]
    # Sums of the same numbers in another order.
    close = all(abs(a - b) <= 1e-9 * max(abs(b), 1) for a, b in zip(*counted))
    print(
        json.dumps(
            {
                "parts": len(list(dataset.glob("part-*.parquet"))),
                "groups": pq.ParquetFile(local).metadata.num_row_groups,
                "rows": table.num_rows,
                "pyarrow": table.equals(wanted),
                "duckdb": close,
                "bytes": same_bytes(dataset, local),
            }
        )
    )


main()
