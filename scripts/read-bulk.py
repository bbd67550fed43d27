"""Reads what `irradiance bulk` writes with readers that are not ours, and holds it against `irradiance observe`.

Run after `npm run build`, with the packages below installed (the versions are those it was last run with):

    pip install pyarrow==26.0.1 duckdb==2.0.0 pytz==2026.6
    python scripts/read-bulk.py

Sites with several surfaces, weather with gaps, several parts, float64 and float32, intervals and aggregates. It compares
every number with those of the single call, bit for bit, and names, types, units and missing values; it ends with 1 at the
first difference.
"""

import json
import math
import struct
import subprocess
import sys
import tempfile
from datetime import datetime, timedelta, timezone
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.csv
import pyarrow.ipc
import pyarrow.parquet

ROOT = Path(__file__).parent.parent
MAIN = ROOT / "dist" / "cli" / "main.js"
NAMES = ["global_horizontal_irradiance", "global_tilted_irradiance", "pv_production", "temperature"]
UNITS = {NAMES[0]: "W/m**2", NAMES[1]: "W/m**2", NAMES[2]: "W/kWp", NAMES[3]: "°C"}
SITES = [(f"site-{i}", 30 + i, -85 + 2 * i, 5 * i) for i in range(9)] + [("über, all", 48, 11, 30)]
DAYS = 40


def write_inputs(folder):
    start = datetime(2024, 3, 1, tzinfo=timezone.utc)
    rows = ["start_time,global_horizontal_irradiance,temperature"]
    for i in range(24 * DAYS):
        ghi = max(0.0, 900 * math.sin((i % 24 - 12) / 12 * math.pi)) * (0.3 + 0.7 * ((i * 7919) % 97) / 97)
        gap = 100 <= i < 130 or i % 211 == 0
        time = (start + timedelta(hours=i)).strftime("%Y-%m-%dT%H:%M:%SZ")
        rows.append(f"{time},{'' if gap else round(ghi, 1)},{'' if i % 50 == 7 else 5 + i % 24}")
    (folder / "weather.csv").write_text("\n".join(rows) + "\n")
    lines = [f'"{name}",{lat},{lon},{tilt},{100 + tilt}' for name, lat, lon, tilt in SITES]
    (folder / "sites.csv").write_text("\n".join(["id,lat,lon,surface_tilt,altitude", *lines]) + "\n", encoding="utf8")


def irradiance(folder, *args):
    common = ["--weather", "weather.csv", "--parameters", ",".join(NAMES), "--frequency", "1_hour", "--quiet"]
    command = ["node", str(MAIN), args[0], *common, *args[1:]]
    return subprocess.run(command, cwd=folder, check=True, capture_output=True, encoding="utf8").stdout


def expected(folder):
    """Columns of the long table, from one call per site."""
    table = {"site": [], "start_time": [], **{name: [] for name in NAMES}}
    for name, lat, lon, tilt in SITES:
        place = ["--lat", str(lat), "--lon", str(lon), "--surface-tilt", str(tilt), "--altitude", str(100 + tilt)]
        response = json.loads(irradiance(folder, "observe", *place, "--decimals", "full"))
        table["site"] += [name] * len(response["start_times"])
        table["start_time"] += [datetime.fromisoformat(time) for time in response["start_times"]]
        for column in NAMES:
            table[column] += response["values"][column]
    return table


def single(value):
    return None if value is None else struct.unpack("f", struct.pack("f", value))[0]


def check(what, got, wanted):
    if got != wanted:
        print(f"DIFFERENT  {what}: got {str(got)[:300]}, wanted {str(wanted)[:300]}")
        sys.exit(1)


def check_table(what, table, wanted, precision):
    check(f"{what}, names", table.column_names, list(wanted))
    narrow = single if precision == "float32" else lambda value: value
    nulls = 0
    for name in wanted:
        values = table[name].to_pylist()
        check(f"{what}, {name}", values, [narrow(v) for v in wanted[name]] if name in NAMES else wanted[name])
        nulls += sum(value is None for value in values)
    types = {name: str(table.schema.field(name).type) for name in wanted}
    print(f"same       {what}: {table.num_rows} rows × {table.num_columns}, {nulls} missing, {types}")


def units_of(schema):
    return json.loads(schema.metadata[b"units"])


def check_intervals(folder, wanted, precision):
    for ending in ("parquet", "arrow", "csv"):
        out = f"{precision}.{ending}"
        irradiance(folder, "bulk", "--sites", "sites.csv", "--out", out, f"--{precision}", "--part-sites", "4", "--decimals", "full")
    type_name = {"float32": "float", "float64": "double"}[precision]

    parquet = pa.parquet.ParquetFile(folder / f"{precision}.parquet")
    table = parquet.read()
    table.validate(full=True)
    check_table(f"Parquet {precision}, pyarrow", table, wanted, precision)
    check("Parquet, units", units_of(table.schema), UNITS)
    check("Parquet, types", [str(t) for t in table.schema.types], ["string", "timestamp[ms, tz=UTC]"] + [type_name] * 4)
    check("Parquet, row groups", parquet.num_row_groups, 3)
    times = parquet.metadata.row_group(0).column(1).statistics
    check("Parquet, statistics", (times.min, times.null_count), (wanted["start_time"][0], 0))

    reader = pa.ipc.open_file(folder / f"{precision}.arrow")
    table = reader.read_all()
    table.validate(full=True)
    check_table(f"Arrow {precision}, pyarrow", table, wanted, precision)
    check("Arrow, units", units_of(table.schema), UNITS)
    fields = {name: table.schema.field(name).metadata[b"unit"].decode() for name in NAMES}
    check("Arrow, units of fields", fields, UNITS)
    check("Arrow, record batches", reader.num_record_batches, 3)

    table = pa.csv.read_csv(folder / f"{precision}.csv")
    times = table["start_time"].cast(pa.timestamp("ms", tz="UTC"))
    table = table.set_column(1, "start_time", times)
    if precision == "float32":
        for i, name in enumerate(NAMES):
            table = table.set_column(2 + i, name, table[name].cast(pa.float32()))
    check_table(f"CSV {precision}, pyarrow", table, wanted, precision)
    check("CSV, units", json.loads((folder / f"{precision}.csv.units.json").read_text(encoding="utf8")), UNITS)


def check_sums(folder):
    """Sums of the file against sums of pyarrow over the intervals of the other file, here in UTC = local time."""
    period = ["--start", "2024-03-01T00:00Z", "--end", "2024-04-01T00:00Z"]
    (folder / "one.csv").write_text("id,lat,lon,time_zone\na,50,1,0\n")
    irradiance(folder, "bulk", "--sites", "one.csv", "--out", "sums.parquet", "--aggregate", "monthly", *period)
    irradiance(folder, "bulk", "--sites", "one.csv", "--out", "hours.parquet", *period)
    table = pa.parquet.read_table(folder / "sums.parquet")
    row = table.to_pylist()[0]
    hours = pa.parquet.read_table(folder / "hours.parquet")
    check("sums, rows", (table.num_rows, row["period_start"], row["hours"]), (1, datetime(2024, 3, 1), 744.0))
    check("sums, unit", units_of(table.schema)[NAMES[0]], "Wh/m**2")
    wanted = sum(value for value in hours[NAMES[0]].to_pylist() if value is not None)
    if abs(row[NAMES[0]] - wanted) > 1e-9 * wanted:
        check("sums, value", row[NAMES[0]], wanted)
    print(f"same       monthly sum: {row[NAMES[0]]:.1f} {units_of(table.schema)[NAMES[0]]}, missing {row['missing']:.3f}")


def check_duckdb(folder, wanted):
    """Another reader altogether; it skips row groups by their statistics."""
    file = str(folder / "float64.parquet")
    duckdb.sql("SET TimeZone = 'UTC'")
    rows = duckdb.sql(f"SELECT * FROM '{file}' WHERE site = 'über, all'").fetchall()
    first = wanted["site"].index("über, all")
    check("Parquet, DuckDB", rows, [tuple(column[i] for column in wanted.values()) for i in range(first, len(wanted["site"]))])
    keys = dict(duckdb.sql(f"SELECT decode(key), decode(value) FROM parquet_kv_metadata('{file}')").fetchall())
    check("Parquet, units, DuckDB", json.loads(keys["units"]), UNITS)
    print(f"same       Parquet float64, DuckDB: {len(rows)} rows of one site, units")


def main():
    print(f"pyarrow {pa.__version__}, duckdb {duckdb.__version__}")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_inputs(folder)
        wanted = expected(folder)
        for precision in ("float64", "float32"):
            check_intervals(folder, wanted, precision)
        check_duckdb(folder, wanted)
        check_sums(folder)


main()
