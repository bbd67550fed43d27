"""Makes the embedded libraries of modules and inverters from the files in the pinned pvlib wheel.

    python3 -m venv .venv && .venv/bin/pip install -r fixtures/equipment/requirements.txt
    .venv/bin/python scripts/make-equipment.py

Writes src/equipment/*.generated.ts (columns of text, deflated, base64) and fixtures/equipment/products.json: what pvlib computes
with five products of each library. Origin and licence: NOTICE.md.
"""

import base64
import csv
import json
import pathlib
import zlib

import numpy as np
import pvlib
from pvlib import inverter, pvsystem

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(pvlib.__file__).parent / "data"
assert pvlib.__version__ == "0.16.1"

LIBRARIES = {
    "cec-modules": (
        "sam-library-cec-modules-2019-03-05.csv",
        "the CEC's list of modules as of March 2019 (SAM 2018.11.11)",
        "Modules of the California Energy Commission's list",
    ),
    "sandia-modules": (
        "sam-library-sandia-modules-2015-6-30.csv",
        "Sandia's list of modules as of June 2015",
        "Modules that Sandia measured",
    ),
    "inverters": (
        "sam-library-cec-inverters-2019-03-05.csv",
        "the CEC's list of inverters as of March 2019 (SAM 2018.11.11)",
        "Inverters of the California Energy Commission's list",
    ),
}


def embed(name, file, origin, what):
    with open(DATA / file, newline="", encoding="utf-8") as lines:
        head, units, variables, *rows = csv.reader(lines)
    assert units[0] == "Units" and variables[0] == "[0]"
    assert all(len(row) == len(head) for row in rows)
    columns = list(zip(*rows))
    assert not any("\t" in cell or "\n" in cell for column in columns for cell in column)
    text = "\n".join("\t".join(cell.strip() for cell in column) for column in columns)
    packed = base64.b64encode(zlib.compress(text.encode(), 9)).decode()
    constant = name.upper().replace("-", "_")
    pieces = [f'    "{packed[i:i + 116]}"' for i in range(0, len(packed), 116)]
    # A list, because a sum of ten thousand texts is too deep for parsers.
    joined = ",\n".join(pieces)
    # The unit of the name is the mark of the row.
    quoted = lambda cells: ", ".join(json.dumps(cell) for cell in cells)
    source = f"""/** {what}. Made by scripts/make-equipment.py; see NOTICE.md. */
export const {constant} = {{
  origin: {json.dumps(origin)},
  names: [{quoted(head)}],
  units: [{quoted([""] + units[1:])}],
  data: [
{joined},
  ].join(""),
}};
"""
    (ROOT / "src" / "equipment" / f"{name}.generated.ts").write_text(source)
    print(name, len(rows), "products,", len(packed) * 3 // 4, "bytes")


IRRADIANCE = [50.0, 200.0, 633.3, 1000.0, 1180.0]
CELL = [-5.0, 12.5, 31.0, 25.0, 68.0]


def five(names):
    """The first, the last, and three between them."""
    return [names[k * (len(names) - 1) // 4] for k in range(5)]


def cec(names):
    table = pvsystem.retrieve_sam(path=str(DATA / LIBRARIES["cec-modules"][0]))
    for name in five(names):
        module = table[name]
        il, io, rs, rsh, a = pvsystem.calcparams_cec(
            np.array(IRRADIANCE), np.array(CELL), *(float(module[k]) for k in
            ("alpha_sc", "a_ref", "I_L_ref", "I_o_ref", "R_sh_ref", "R_s", "Adjust")))
        curve = pvsystem.singlediode(il, io, rs, rsh, a, method="lambertw")
        yield {"name": name, "power": list(map(float, curve["p_mp"])), "bifacial": int(module["Bifacial"]), "stc": float(module["STC"])}


def sandia(names):
    table = pvsystem.retrieve_sam(path=str(DATA / LIBRARIES["sandia-modules"][0]))
    for name in five(names):
        effective = np.array([float(pvsystem.sapm_effective_irradiance(e, 20.0, 1.7, 35.0, table[name])) for e in IRRADIANCE])
        points = pvsystem.sapm(effective, np.array(CELL), table[name])
        yield {"name": name, "effective": list(effective), "power": list(map(float, points["p_mp"]))}


def inverters(names):
    table = pvsystem.retrieve_sam(path=str(DATA / LIBRARIES["inverters"][0]))
    for name in five(names):
        unit = table[name]
        volts = float(unit["Vdco"]) * np.array([0.9, 0.95, 1.0, 1.05, 1.1])
        watts = float(unit["Pdco"]) * np.array([0.001, 0.1, 0.5, 0.9, 1.2])
        yield {"name": name, "volts": list(volts), "watts": list(watts), "power": list(map(float, inverter.sandia(volts, watts, unit)))}


for key, library in LIBRARIES.items():
    embed(key, *library)
names = {key: list(pvsystem.retrieve_sam(path=str(DATA / library[0])).columns) for key, library in LIBRARIES.items()}
products = {
    "pvlib": pvlib.__version__,
    "irradiance": IRRADIANCE,
    "cell": CELL,
    "cecModules": list(cec(names["cec-modules"])),
    "sandiaModules": list(sandia(names["sandia-modules"])),
    "inverters": list(inverters(names["inverters"])),
}
(ROOT / "fixtures" / "equipment" / "products.json").write_text(json.dumps(products, indent=1) + "\n")
