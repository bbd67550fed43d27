"""Writes src/answers/own-use/household.generated.ts: the standard load profile H25 of German households.

    pip install demandlib==0.2.2 && python research/own-use/make-household.py > src/answers/own-use/household.generated.ts

BDEW, Standardlastprofile Strom, 18 March 2025 (https://www.bdew.de/energie/standardlastprofile-strom/); the table as demandlib 0.2.2 (MIT) has it:
kWh of quarter hours at 1,000,000 kWh a year, by month and kind of day (working day, Saturday, Sunday and holiday).
"""

import base64
import csv
import importlib.resources
import struct

path = importlib.resources.files("demandlib") / "bdew" / "bdew_data" / "h25.csv"
rows = list(csv.reader(path.read_text(encoding="utf-8").splitlines()))
kinds = {"WT": 0, "SA": 1, "FT": 2}
months = list(dict.fromkeys(rows[0][1:]))
values = [[[0] * 96 for _ in kinds] for _ in months]
for quarter, row in enumerate(rows[2:]):
    for month, kind, value in zip(rows[0][1:], rows[1][1:], row[1:]):
        values[months.index(month)][kinds[kind]][quarter] = round(1000 * float(value))
flat = [value for month in values for kind in month for value in kind]
assert len(flat) == 12 * 3 * 96 and max(flat) < 65536
data = base64.b64encode(struct.pack(f"<{len(flat)}H", *flat)).decode()
print('/** BDEW\'s standard load profile H25 of households, 2025. Made by research/own-use/make-household.py; see NOTICE.md. */')
print("export const HOUSEHOLD = {")
print("  /** Months, kinds of day (working day, Saturday, Sunday), quarters of an hour: µWh at 1 kWh a year; 16 bits, little end first, base64. */")
print("  data:")
print('  "' + data + '",')
print("} as const;")
