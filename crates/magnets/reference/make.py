"""Writes cylinders.csv: exact force and torque between two uniformly magnetised cylinders.

Run by hand with the Python packages magpylib and numpy when the magnets change:
python3 make.py > cylinders.csv
"""

import numpy as np
import magpylib as magpy

RADIUS, THICKNESS = 1.6, 0.6
MAGNET_RADIUS, MAGNET_THICKNESS, REMANENCE = 1.27, 0.48, 0.34


def magnet(centre, axis):
    """A cylinder magnet whose moment points along the unit vector `axis`; centimetres."""
    x, y, z = axis
    tilt, heading = np.arccos(np.clip(z, -1, 1)), np.arctan2(y, x)
    body = magpy.magnet.Cylinder(
        polarization=(0, 0, REMANENCE),
        dimension=(2e-2 * MAGNET_RADIUS, 1e-2 * MAGNET_THICKNESS),
    )
    body.rotate_from_angax(tilt, "y", anchor=None, degrees=False)
    body.rotate_from_angax(heading, "z", anchor=None, degrees=False)
    body.position = np.array(centre) * 1e-2
    return body


def wrench(first, second):
    """Force (dyn) and torque about its centre (dyn cm) on `first`, by the surface charges of its two
    faces: uniform magnetisation along the axis is a sheet of charge on each face."""
    faces, weights = sheet()
    place = first.orientation.apply(faces) + first.position
    field = second.getB(place) * weights[:, None] * REMANENCE / (4e-7 * np.pi)
    force = field.sum(axis=0)
    torque = np.cross(place - first.position, field).sum(axis=0)
    return force * 1e5, torque * 1e7


def sheet(rings=40, spokes=96):
    """Gauss points on the two faces, with weights +area above and -area below."""
    nodes, weight = np.polynomial.legendre.leggauss(rings)
    r = MAGNET_RADIUS * 1e-2 * (nodes + 1) / 2
    ring = weight / 2 * MAGNET_RADIUS * 1e-2 * r
    turn = 2 * np.pi * (np.arange(spokes) + 0.5) / spokes
    x, y = np.outer(r, np.cos(turn)).ravel(), np.outer(r, np.sin(turn)).ravel()
    area = np.repeat(ring, spokes) * 2 * np.pi / spokes
    half = np.full_like(x, MAGNET_THICKNESS * 0.5e-2)
    points = np.concatenate([np.stack([x, y, half], 1), np.stack([x, y, -half], 1)])
    return points, np.concatenate([area, -area])


def row(kind, centre, axis, other):
    force, torque = wrench(magnet(centre, axis), magnet((0, 0, 0), other))
    numbers = [*centre, *axis, *other, *force, *torque]
    print(kind + "," + ",".join(f"{number if abs(number) > 1e-6 else 0:.6g}" for number in numbers))


def leaner(pivot, tilt, level):
    """A disc leaning towards the foundation's tower: its far rim on the mat at `pivot` radii."""
    turn = np.radians(tilt)
    # The pivot is the lower edge of the far rim; the near rim is raised.
    x = pivot * RADIUS - RADIUS * np.cos(turn) + THICKNESS / 2 * np.sin(turn)
    z = RADIUS * np.sin(turn) + THICKNESS / 2 * np.cos(turn)
    # Above the middle of the disc `level` of a tower that stands on the mat.
    z -= THICKNESS * (level + 0.5)
    return (x, 0.0, z), (np.sin(turn), 0.0, np.cos(turn))


def main():
    print("kind,x,y,z,axis x,axis y,axis z,other x,other y,other z,force x,y,z,torque x,y,z")
    up = (0.0, 0.0, 1.0)
    for level in (0, 1):
        for pivot in (2.9, 3.1, 3.3, 3.5, 3.7, 3.9):
            for tilt in (15, 25, 35, 45, 60) if level == 0 else (35, 45, 60):
                centre, axis = leaner(pivot, tilt, level)
                row("leaner", centre, axis, up)
    for offset in (0.0, 0.2, 0.5):
        row("contact", (offset, 0, THICKNESS), up, up)
        row("contact", (offset, 0, THICKNESS), (0, 0, -1.0), up)
    row("contact", (2 * RADIUS, 0, 0), up, up)
    row("contact", (2 * RADIUS, 0, 0), (0, 0, -1.0), up)
    row("contact", (RADIUS + THICKNESS / 2, 0, 0), (1.0, 0, 0), up)
    for distance in (8.5, 12.0):
        row("far", (distance, 0, 0), up, up)
        row("far", (0.6 * distance, 0, 0.8 * distance), (0.6, 0, 0.8), up)


main()
