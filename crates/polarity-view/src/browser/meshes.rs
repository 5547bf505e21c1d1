//! The few shapes of the table, turned on a lathe.

use magnets::measures::{CIRCLE, RADIUS, THICKNESS};
use three_d::{CpuMesh, Indices, Positions, Srgba, Vec2, Vec3, vec3};

const SEGMENTS: u32 = 48;

const fn rgb(red: u8, green: u8, blue: u8) -> Srgba {
    Srgba::new(red, green, blue, 255)
}

/// A colour that does not shine: of what is lit, the last part says how much it does.
const fn dull(red: u8, green: u8, blue: u8) -> Srgba {
    Srgba::new(red, green, blue, 0)
}

const WHITE: Srgba = rgb(243, 238, 226);
const WHITE_MARK: Srgba = rgb(74, 84, 92);
const BLACK: Srgba = rgb(40, 43, 47);
const BLACK_MARK: Srgba = rgb(228, 220, 204);
const RED: Srgba = rgb(196, 48, 40);
const RED_DARK: Srgba = rgb(150, 32, 28);
const RED_MARK: Srgba = rgb(255, 226, 214);
const FELT: Srgba = dull(65, 79, 87);
const FELT_OUTSIDE: Srgba = dull(54, 66, 73);
const LINE: Srgba = dull(226, 213, 186);
const WOOD: Srgba = rgb(207, 169, 115);
const WOOD_DARK: Srgba = rgb(168, 130, 82);

/// A band of a turned shape: from one radius and height to another, in one colour.
struct Strip {
    from: (f32, f32),
    to: (f32, f32),
    colour: Srgba,
}

fn strip(from: (f32, f32), to: (f32, f32), colour: Srgba) -> Strip {
    Strip { from, to, colour }
}

/// Turns strips round the upright axis; they go from the top inside over the outside to the bottom inside.
fn lathe(strips: &[Strip], segments: u32) -> CpuMesh {
    let (mut positions, mut normals, mut colours, mut indices) = (vec![], vec![], vec![], vec![]);
    for Strip { from, to, colour } in strips {
        let first = positions.len() as u32;
        // Across the band, to the left of its way: outward.
        let (along, up) = (to.0 - from.0, to.1 - from.1);
        let length = along.hypot(up).max(1e-6);
        let outward = (-up / length, along / length);
        for k in 0..=segments {
            let (sine, cosine) = (std::f32::consts::TAU * k as f32 / segments as f32).sin_cos();
            for (radius, height) in [from, to] {
                positions.push(vec3(radius * cosine, radius * sine, *height));
                normals.push(vec3(outward.0 * cosine, outward.0 * sine, outward.1));
                colours.push(*colour);
            }
            if k < segments {
                let at = first + 2 * k;
                indices.extend([at, at + 1, at + 2, at + 2, at + 1, at + 3]);
            }
        }
    }
    CpuMesh {
        positions: Positions::F32(positions),
        normals: Some(normals),
        colors: Some(colours),
        indices: Indices::U32(indices),
        ..Default::default()
    }
}

const TOP: f32 = THICKNESS / 2.0;
const BEVEL: f32 = 0.09;

/// The rim of a disc from the top's bevel to the bottom's.
fn rim(upper: Srgba, lower: Srgba) -> [Strip; 4] {
    [
        strip((RADIUS - BEVEL, TOP), (RADIUS, TOP - BEVEL), upper),
        strip((RADIUS, TOP - BEVEL), (RADIUS, 0.0), upper),
        strip((RADIUS, 0.0), (RADIUS, BEVEL - TOP), lower),
        strip((RADIUS, BEVEL - TOP), (RADIUS - BEVEL, -TOP), lower),
    ]
}

/// A disc: a ring marks the white face, a dot the black one.
pub(super) fn disc() -> CpuMesh {
    let mut strips = vec![
        strip((0.0, TOP), (0.78, TOP), WHITE),
        strip((0.78, TOP), (0.98, TOP), WHITE_MARK),
        strip((0.98, TOP), (RADIUS - BEVEL, TOP), WHITE),
    ];
    strips.extend(rim(WHITE, BLACK));
    strips.push(strip((RADIUS - BEVEL, -TOP), (0.42, -TOP), BLACK));
    strips.push(strip((0.42, -TOP), (0.0, -TOP), BLACK_MARK));
    lathe(&strips, SEGMENTS)
}

/// The red disc: a bar marks one face, a dot the other.
pub(super) fn red() -> CpuMesh {
    let mut strips = vec![strip((0.0, TOP), (RADIUS - BEVEL, TOP), RED)];
    strips.extend(rim(RED, RED_DARK));
    strips.push(strip((RADIUS - BEVEL, -TOP), (0.42, -TOP), RED));
    strips.push(strip((0.42, -TOP), (0.0, -TOP), RED_MARK));
    let mut mesh = lathe(&strips, SEGMENTS);
    add_bar(&mut mesh, 0.85, 0.2, TOP + 0.012, RED_MARK);
    mesh
}

fn add_bar(mesh: &mut CpuMesh, long: f32, wide: f32, height: f32, colour: Srgba) {
    let (Positions::F32(positions), Indices::U32(indices)) = (&mut mesh.positions, &mut mesh.indices) else {
        return;
    };
    let first = positions.len() as u32;
    positions.extend(
        [(-long, -wide), (long, -wide), (long, wide), (-long, wide)].map(|(x, y)| vec3(x, y, height)),
    );
    indices.extend([0, 1, 2, 2, 3, 0].map(|corner| first + corner));
    if let (Some(normals), Some(colours)) = (&mut mesh.normals, &mut mesh.colors) {
        normals.extend([Vec3::unit_z(); 4]);
        colours.extend([colour; 4]);
    }
}

/// The mat with its circle and its spot, in a wooden frame.
pub(super) fn mat() -> CpuMesh {
    const EDGE: f32 = CIRCLE + 0.9;
    const FRAME: f32 = EDGE + 1.0;
    let strips = [
        strip((0.0, 0.0), (0.28, 0.0), LINE),
        strip((0.28, 0.0), (RADIUS, 0.0), FELT),
        strip((RADIUS, 0.0), (RADIUS + 0.1, 0.0), LINE),
        strip((RADIUS + 0.1, 0.0), (CIRCLE - 0.09, 0.0), FELT),
        strip((CIRCLE - 0.09, 0.0), (CIRCLE + 0.09, 0.0), LINE),
        strip((CIRCLE + 0.09, 0.0), (EDGE, 0.0), FELT_OUTSIDE),
        strip((EDGE, 0.0), (EDGE, 0.28), WOOD_DARK),
        strip((EDGE, 0.28), (FRAME - 0.2, 0.28), WOOD),
        strip((FRAME - 0.2, 0.28), (FRAME, 0.08), WOOD),
        strip((FRAME, 0.08), (FRAME, -1.3), WOOD_DARK),
    ];
    lathe(&strips, 128)
}

/// A thin ring round a disc, in its plane.
pub(super) fn halo() -> CpuMesh {
    ring(RADIUS + 0.1, RADIUS + 0.3, 0.07)
}

/// A flat ring of radius one, for what is drawn on the mat.
pub(super) fn hoop() -> CpuMesh {
    ring(0.94, 1.0, 0.0)
}

/// The ring where leaners hold, its outer radius one: nearly as wide by a disc as by a tower.
pub(super) fn band() -> CpuMesh {
    ring(0.885, 1.0, 0.0)
}

/// A ring of a thickness; white, to be coloured where it is used.
pub(super) fn ring(inner: f32, outer: f32, half: f32) -> CpuMesh {
    let white = Srgba::WHITE;
    let mut strips = vec![strip((inner, half), (outer, half), white)];
    if half > 0.0 {
        strips.push(strip((outer, half), (outer, -half), white));
        strips.push(strip((outer, -half), (inner, -half), white));
        strips.push(strip((inner, -half), (inner, half), white));
    }
    lathe(&strips, SEGMENTS)
}

/// A thin rod of length and width one along x, from the origin.
pub(super) fn rod() -> CpuMesh {
    const SIDES: u32 = 6;
    let (mut positions, mut indices) = (vec![], vec![]);
    for k in 0..SIDES {
        let (sine, cosine) = (std::f32::consts::TAU * k as f32 / SIDES as f32).sin_cos();
        positions.push(vec3(0.0, cosine / 2.0, sine / 2.0));
        positions.push(vec3(1.0, cosine / 2.0, sine / 2.0));
        let (at, next) = (2 * k, 2 * ((k + 1) % SIDES));
        indices.extend([at, at + 1, next, next, at + 1, next + 1]);
    }
    CpuMesh {
        positions: Positions::F32(positions),
        indices: Indices::U32(indices),
        ..Default::default()
    }
}

/// An arrow head: a flat triangle from the origin's sides to one along x.
pub(super) fn head() -> CpuMesh {
    CpuMesh {
        positions: Positions::F32(vec![
            vec3(0.0, -0.5, 0.0),
            vec3(1.0, 0.0, 0.0),
            vec3(0.0, 0.5, 0.0),
        ]),
        ..Default::default()
    }
}

/// A square from -1 to 1 that knows where its middle is.
pub(super) fn square() -> CpuMesh {
    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    CpuMesh {
        positions: Positions::F32(corners.iter().map(|&(x, y)| vec3(x, y, 0.0)).collect()),
        uvs: Some(
            corners
                .iter()
                .map(|&(x, y)| Vec2::new(f32::midpoint(x, 1.0), f32::midpoint(y, 1.0)))
                .collect(),
        ),
        indices: Indices::U32(vec![0, 1, 2, 2, 3, 0]),
        ..Default::default()
    }
}
