"""Light on planes behind scenes, beside Radiance: six scenes at three places, crowns as clouds of leaves, and what reflections add.

    python -m venv venv && venv/bin/pip install pyradiance==1.3.1 embreex==4.4.0.post1 numpy==2.2.6
    node scripts/build.mjs engine && venv/bin/python research/shade/radiance.py [scenes | crowns | reflections]

Radiance has the scene's triangles from fixtures/scenes/make.py. Its rays give the share of the sun's disc (0.53°) that points of the modules see,
and its irradiance behind the scene over that in the open the shares of dome and band (uniform up to 6.5°): times what light.mjs says of the open.
"""
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import pyradiance

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "fixtures/scenes"))
import make  # noqa: E402

BIN = Path(pyradiance.__file__).parent / "bin"
PLACES = {"Munich": (48.1, 11.6), "Tenerife": (28.3, -16.5), "Oslo": (59.9, 10.7)}
EACH = 10
SKIES = {
    "dome": "void glow light\n0\n0\n4 1 1 1 0\n",
    "band": "void brightfunc light0\n2 if(Dz-0.113203,0,1) .\n0\n0\nlight0 glow light\n0\n0\n4 1 1 1 0\n",
}
SOURCE = "light source sky\n0\n0\n4 0 0 1 180\n"
BLACK = "void plastic wall\n0\n0\n5 0 0 0 0 0\n"
AMBIENT = "-ab 1 -ad 4096 -as 0 -aa 0 -lw 1e-6 -h -w -I+ -faf".split()


def triangles(scene):
    shapes = {"box": make.box, "house": make.house}
    found = [t for o in scene["obstacles"] for t in shapes[o["kind"]](o)]
    return found + make.obj(scene.get("obj", ""), scene.get("up", "z"))


def polygons(found, material="wall"):
    for k, t in enumerate(found):
        yield "%s polygon p%s%d\n0\n0\n9 %s\n" % (material, material, k, " ".join("%.6f" % c for c in np.ravel(t)))


def octree(folder, name, text):
    (folder / f"{name}.rad").write_text(text)
    with open(folder / f"{name}.oct", "wb") as out:
        subprocess.run([BIN / "oconv", "-w", folder / f"{name}.rad"], check=True, stdout=out)
    return folder / f"{name}.oct"


def rtrace(tree, rays, options):
    rays = np.ascontiguousarray(rays, dtype=np.float32)
    out = subprocess.run([BIN / "rtrace", *options, tree], input=rays.tobytes(), check=True, capture_output=True).stdout
    return np.frombuffer(out, dtype=np.float32).reshape(-1, 3)[:, 1].astype(float)


def points(plane, each, rng):
    """Each area has as many, one in each of its strips."""
    for corner, across, up in make.modules(plane):
        u = (rng.permutation(each) + rng.random(each)) / each
        v = (np.arange(each) + rng.random(each)) / each
        yield corner + u[:, None] * across + v[:, None] * up


def normal_of(plane):
    b, a = math.radians(plane["surfaceTilt"]), math.radians(plane["surfaceAzimuth"])
    return np.array([math.sin(b) * math.sin(a), math.sin(b) * math.cos(a), math.cos(b)])


def disc(suns, rng):
    side = np.column_stack([suns[:, 1], -suns[:, 0], 0 * suns[:, 0]])
    side /= np.linalg.norm(side, axis=1)[:, None]
    high = np.cross(side, suns)
    r, t = make.RADIUS * np.sqrt(rng.random(len(suns))), 2 * math.pi * rng.random(len(suns))
    return suns + (r * np.cos(t))[:, None] * side + (r * np.sin(t))[:, None] * high


def views(folder, plane, solid, name, rng):
    """Shares of dome and band that are left."""
    at, normal = np.vstack(list(points(plane, 16, rng))), normal_of(plane)
    rays = np.hstack([at + 1e-4 * normal, np.tile(normal, (len(at), 1))])
    found = []
    for sky, light in SKIES.items():
        behind = rtrace(octree(folder, f"{name}-{sky}", light + SOURCE + solid), rays, [*AMBIENT[:-1], "-fff"])
        before = rtrace(octree(folder, f"open-{sky}", light + SOURCE), rays, [*AMBIENT[:-1], "-fff"])
        found.append(behind.mean() / before.mean())
    return found


def lit(folder, plane, tree, suns, rng):
    """Mean share of the disc over all areas, for each sun."""
    normal = normal_of(plane)
    shares = []
    for part in np.array_split(suns, max(1, len(suns) // 2000)):
        at = np.stack([np.vstack(list(points(plane, EACH, rng))) for _ in range(16)])
        n = at.shape[1]
        rays = np.hstack([at[np.arange(len(part)) % 16].reshape(-1, 3) + 1e-4 * normal, disc(np.repeat(part, n, axis=0), rng)])
        shares.append(rtrace(tree, rays, ["-h", "-w", "-ab", "0", "-fff"]).reshape(-1, n).mean(axis=1))
    return np.concatenate(shares)


def judge(folder, name, scene, solid, place, rng):
    given = json.dumps({key: scene[key] for key in ("obstacles", "obj", "up", "plane", "transmittance") if key in scene})
    command = ["node", ROOT / "research/shade/light.mjs", *map(str, place)]
    light = json.loads(subprocess.run(command, input=given, check=True, capture_output=True, text=True).stdout)
    dome, band = views(folder, scene["plane"], solid, name, rng)
    steps = light["steps"]
    suns = np.array([sun for step in steps for sun in step["suns"]])
    tree = octree(folder, f"{name}-sun", SKIES["dome"] + SOURCE.replace("0 0 1 180", "0 0 1 360") + solid)
    shares = iter(lit(folder, scene["plane"], tree, suns, rng))
    sums = {h["hour"]: 0.0 for h in light["hours"]}
    for step in steps:
        share = np.mean([next(shares) for _ in step["suns"]]) if step["suns"] else 0
        # A dark band takes light from the background, as the engine has it.
        sky = step["dome"] * dome + step["band"] * (band if step["band"] > 0 else dome)
        sums[step["hour"]] += step["share"] * (step["beam"] * share + sky)
    found = np.array([sums[h["hour"]] for h in light["hours"]])
    ours, open_ = (np.array([h[key] for h in light["hours"]]) for key in ("shaded", "open"))
    rms = math.sqrt(np.mean((ours - found) ** 2))
    return {"lost": 1 - found.sum() / open_.sum(), "year": ours.sum() / found.sum() - 1, "rms": rms / found.mean(), "dome": dome, "band": band}


def scenes():
    found = json.loads((ROOT / "fixtures/scenes/sunlit.json").read_text())["scenes"]
    for scene in found:
        if scene.get("obj") == "town.mjs":
            scene["obj"] = make.town()
            scene["plane"]["surfaceAzimuth"] = 180
        yield scene


def row(name, place, r):
    print(f"| {name} | {place} | {100 * r['lost']:.1f} % | {100 * r['year']:+.2f} % | {100 * r['rms']:.2f} % |", flush=True)


def all_scenes(folder, rng):
    print("| scene | place | lost | year | hours, rms |\n| --- | --- | --- | --- | --- |")
    for scene in scenes():
        solid = BLACK + "".join(polygons(triangles(scene)))
        for place, at in PLACES.items():
            row(scene["name"], place, judge(folder, "scene", scene, solid, at, rng))


def leaves(at, radius, passing, rng, size=0.06):
    """A cloud of square leaves at random in a sphere and all directions, black: on the mean over the sphere's disc so much light passes."""
    def mean(depth):
        """∫ exp(−depth·chord/diameter) over the disc, with chord² = 1 − u, u even in 0…1."""
        return np.mean(np.exp(-depth * np.sqrt(1 - (np.arange(1000) + 0.5) / 1000)))
    low, high = 0.0, 50.0
    for _ in range(60):
        low, high = ((low + high) / 2, high) if mean((low + high) / 2) > passing else (low, (low + high) / 2)
    # A leaf shows half of its area on the mean.
    count = int(round(low / (2 * radius) * (4 / 3 * math.pi * radius**3) / (size * size / 2)))
    found = []
    while len(found) < 2 * count:
        p = rng.uniform(-radius, radius, 3)
        if p @ p > radius * radius:
            continue
        q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
        a, b, c = p + at, size * q[0], size * q[1]
        found += [np.array([a, a + b, a + b + c]), np.array([a, a + b + c, a + c])]
    return found


def crowns(folder, rng):
    """One or two crowns before a roof, that a tenth to half of the light passes."""
    grid = {"rows": 2, "columns": 3, "width": 1.05, "height": 1.72, "corner": [-1.6, 0, 3]}
    plane = {"surfaceTilt": 35, "surfaceAzimuth": 180, "modules": grid}
    cases = {"one crown, 0.1": [([1, -6, 6], 2.5, 0.1)], "one crown, 0.5": [([-2, -7, 5.5], 3, 0.5)],
             "two crowns, 0.3": [([-4, -5, 5], 2, 0.3), ([3, -8, 7], 3, 0.3)]}
    print("| crowns, share that passes | place | lost | year | hours, rms |\n| --- | --- | --- | --- | --- |")
    for name, trees in cases.items():
        solid = BLACK + "".join(polygons([t for tree in trees for t in leaves(*tree, rng)]))
        obstacles = [{"kind": "sphere", "at": at, "radius": r, "transmittance": share} for at, r, share in trees]
        for place, at in PLACES.items():
            row(name, place, judge(folder, "crown", {"obstacles": obstacles, "plane": plane}, solid, at, rng))


# Corners of grounds: the flat roof has its own.
WIDE = 500
GROUNDS = {"street": [(-1, WIDE, WIDE)], "flat roof": [(0, WIDE, WIDE), (10, 8, 6.4)], "church": [(0, WIDE, WIDE)]}
SUNS = 600


def reflections(folder, rng):
    """A year's sky at once, its suns, dome and band: what black walls and ground leave, and what is added where they reflect."""
    print("| scene | place | engine, all black | walls 0.25 add | ground 0.2 adds in the open | behind black walls | both add | engine's way |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    for scene in scenes():
        if scene["name"] not in GROUNDS:
            continue
        normal, at = normal_of(scene["plane"]), np.vstack(list(points(scene["plane"], 6, rng)))
        rays = np.hstack([at + 1e-4 * normal, np.tile(normal, (len(at), 1))])
        flat = [((-x, -y, z), (x, -y, z), (x, y, z), (-x, y, z)) for z, x, y in GROUNDS[scene["name"]]]
        ground = "void plastic ground\n0\n0\n5 0.2 0.2 0.2 0 0\n" + "".join(polygons(make.polygons(*flat), "ground"))
        walls = "".join(polygons(triangles(scene)))
        grey = BLACK.replace("5 0 0 0", "5 0.25 0.25 0.25")
        variants = {"open": "", "ground": ground, "black": BLACK + walls, "walls": grey + walls,
                    "behind": BLACK + walls + ground, "both": grey + walls + ground}
        for place in ("Munich", "Oslo"):
            given = json.dumps({key: scene[key] for key in ("obstacles", "obj", "up", "plane") if key in scene})
            command = ["node", ROOT / "research/shade/light.mjs", *map(str, PLACES[place])]
            light = json.loads(subprocess.run(command, input=given, check=True, capture_output=True, text=True).stdout)
            sky = year_sky(folder, scene["plane"], light, rays[:1])
            e = {name: whole(folder, sky + solid, rays) for name, solid in variants.items()}
            engine = sum(h["shaded"] for h in light["hours"])
            added = e["ground"] - e["open"]
            shares = [engine / e["black"] - 1, e["walls"] / e["black"] - 1, added / e["black"], e["behind"] / e["black"] - 1,
                      e["both"] / e["black"] - 1, (e["black"] + added) / e["both"] - 1]
            print(f"| {scene['name']} | {place} | " + " | ".join(f"{100 * share:+.2f} %" for share in shares) + " |", flush=True)


def whole(folder, text, rays):
    options = "-ab 3 -ad 1024 -as 0 -aa 0 -lw 1e-3 -dj 1 -dt 0 -dc 1 -h -w -I+ -fff".split()
    return rtrace(octree(folder, "whole", text), rays, options).mean()


def year_sky(folder, plane, light, ray):
    """Suns of equal energy on the plane, a glow with dome and band: Wh/m² on the plane in the open as light.mjs has them."""
    normal, steps = normal_of(plane), light["steps"]
    energy = np.array([step["beam"] * step["share"] for step in steps])
    at = np.searchsorted(np.cumsum(energy), energy.sum() * (np.arange(SUNS) + 0.5) / SUNS)
    text = ""
    for k, step in enumerate(steps[i] for i in at):
        sun = np.array(step["suns"][1])
        radiance = energy.sum() / SUNS / (math.pi * make.RADIUS**2 * (sun @ normal))
        text += "void light s%d\n0\n0\n3%s\ns%d source sun%d\n0\n0\n4 %.6f %.6f %.6f 0.53\n" % (k, 3 * f" {radiance:.6g}", k, k, *sun)
    sums = {"dome": 0.0, "band": 0.0}
    for step in steps:
        sums["band" if step["band"] > 0 else "dome"] += step["band"] * step["share"]
        sums["dome"] += step["dome"] * step["share"]
    units = {name: rtrace(octree(folder, f"unit-{name}", SKIES[name] + SOURCE), ray, [*AMBIENT[:-1], "-fff"])[0] for name in SKIES}
    low = sums["band"] / units["band"]
    high = sums["dome"] / units["dome"]
    shape = f"void brightfunc shape\n2 if(Dz-0.113203,{high:.6g},{high + low:.6g}) .\n0\n0\n"
    return text + shape + "shape glow light\n0\n0\n4 1 1 1 0\n" + SOURCE


def main():
    with tempfile.TemporaryDirectory() as folder:
        rng = np.random.default_rng(56)
        {"scenes": all_scenes, "crowns": crowns, "reflections": reflections}[sys.argv[1] if len(sys.argv) > 1 else "scenes"](Path(folder), rng)


if __name__ == "__main__":
    main()
