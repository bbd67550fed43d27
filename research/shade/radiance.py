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
        subprocess.run([BIN / "oconv", folder / f"{name}.rad"], check=True, stdout=out)
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


def main():
    with tempfile.TemporaryDirectory() as folder:
        rng = np.random.default_rng(56)
        {"scenes": all_scenes}[sys.argv[1] if len(sys.argv) > 1 else "scenes"](Path(folder), rng)


if __name__ == "__main__":
    main()
