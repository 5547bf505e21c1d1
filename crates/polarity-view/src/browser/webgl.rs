//! The 3D view of the table, by WebGL.

use super::meshes;
use super::paint::{LAMP, Paint};
use crate::camera::Camera;
use crate::forecast::Outlook;
use crate::picture::{Band, DrawnDisc, Gizmo, Glow, Guide, Picture};
use magnets::measures::RADIUS;
use rapier3d::math::{Rotation, Vector};
use std::sync::Arc;
use three_d::{
    ClearState, Context, CpuMesh, Gm, InstancedMesh, Instances, Mat4, Mesh, Object, RenderTarget,
    RendererError, Srgba, Vec3, Viewport, radians, vec3, vec4,
};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext};

/// Height of one layer of marks above the mat.
const LAYER: f32 = 0.015;

/// Instances of one mesh.
struct Many {
    object: Gm<InstancedMesh, Paint>,
    instances: Instances,
}

impl Many {
    fn new(context: &Context, mesh: &CpuMesh, paint: Paint) -> Many {
        let instances = Instances {
            transformations: vec![],
            colors: Some(vec![]),
            ..Default::default()
        };
        Many {
            object: Gm::new(InstancedMesh::new(context, &instances, mesh), paint),
            instances,
        }
    }

    fn clear(&mut self) {
        self.instances.transformations.clear();
        if let Some(colours) = &mut self.instances.colors {
            colours.clear();
        }
    }

    fn add(&mut self, transformation: Mat4, colour: Srgba) {
        self.instances.transformations.push(transformation);
        if let Some(colours) = &mut self.instances.colors {
            colours.push(colour);
        }
    }

    fn render(&mut self, camera: &three_d::Camera) {
        if !self.instances.transformations.is_empty() {
            self.object.geometry.set_instances(&self.instances);
            self.object.render(camera, &[]);
        }
    }
}

/// The WebGL renderer.
pub(super) struct Space {
    context: Context,
    canvas: HtmlCanvasElement,
    mat: Gm<Mesh, Paint>,
    discs: Many,
    red: Many,
    shadows: Many,
    halos: Many,
    bands: Many,
    hoops: Many,
    rods: Many,
    heads: Many,
    marks: Many,
}

/// A canvas's WebGL, if it has any.
fn webgl(canvas: &HtmlCanvasElement, smooth: bool) -> Option<WebGl2RenderingContext> {
    let options = js_options(smooth);
    let context = canvas
        .get_context_with_context_options("webgl2", &options)
        .ok()??;
    context.dyn_into().ok()
}

fn js_options(smooth: bool) -> JsValue {
    let options = web_sys::WebGlContextAttributes::new();
    options.set_antialias(smooth);
    options.set_alpha(true);
    options.set_premultiplied_alpha(true);
    options.into()
}

/// The renderer's name, and whether it is a software renderer.
pub(super) fn drawer(canvas: &HtmlCanvasElement) -> (String, bool) {
    let Some(gl) = webgl(canvas, false) else {
        return (String::new(), true);
    };
    let known = gl
        .get_extension("WEBGL_debug_renderer_info")
        .ok()
        .flatten()
        .is_some();
    let parameter = if known {
        0x9246
    } else {
        WebGl2RenderingContext::RENDERER
    };
    let name = gl
        .get_parameter(parameter)
        .ok()
        .and_then(|name| name.as_string())
        .unwrap_or_default();
    let lower = name.to_lowercase();
    let software = ["swiftshader", "llvmpipe", "software", "basic render"]
        .iter()
        .any(|known| lower.contains(known));
    (name, software)
}

impl Space {
    /// Prepares a canvas, if its browser has WebGL.
    #[expect(
        clippy::arc_with_non_send_sync,
        reason = "three-d asks for one; there is one thread"
    )]
    pub(super) fn new(canvas: HtmlCanvasElement, smooth: bool) -> Option<Space> {
        let gl = webgl(&canvas, smooth)?;
        let gl = three_d::context::Context::from_webgl2_context(gl);
        let context = Context::from_gl_context(Arc::new(gl)).ok()?;
        let many = |mesh: &CpuMesh, paint| Many::new(&context, mesh, paint);
        Some(Space {
            mat: Gm::new(Mesh::new(&context, &meshes::mat()), Paint::Lit),
            discs: many(&meshes::disc(), Paint::Lit),
            red: many(&meshes::red(), Paint::Lit),
            shadows: many(&meshes::square(), Paint::Soft),
            halos: many(&meshes::halo(), Paint::Plain),
            bands: many(&meshes::band(), Paint::Plain),
            hoops: many(&meshes::hoop(), Paint::Plain),
            rods: many(&meshes::rod(), Paint::Plain),
            heads: many(&meshes::head(), Paint::Plain),
            marks: many(&meshes::ring(0.0, 1.0, 0.0), Paint::Plain),
            context,
            canvas,
        })
    }

    /// Draws a picture; `tremble` moves the disc in the hand a little.
    pub(super) fn draw(&mut self, picture: &Picture, camera: &Camera, tremble: Vector) {
        let (width, height) = (self.canvas.width(), self.canvas.height());
        let viewport = Viewport::new_at_origo(width.max(1), height.max(1));
        let angle = radians(2.0 * Camera::half_view().atan());
        let eye = three_d::Camera::new_perspective(
            viewport,
            point(camera.eye()),
            point(camera.focus()),
            point(camera.up()),
            angle,
            1.0,
            400.0,
        );
        self.fill(picture, tremble);
        let screen = RenderTarget::screen(&self.context, width, height);
        let drawn = screen
            .clear(ClearState::color_and_depth(0.0, 0.0, 0.0, 0.0, 1.0))
            .write::<RendererError>(|| {
                self.mat.render(&eye, &[]);
                for many in [
                    &mut self.shadows,
                    &mut self.bands,
                    &mut self.marks,
                    &mut self.hoops,
                ] {
                    many.render(&eye);
                }
                for many in [&mut self.discs, &mut self.red] {
                    many.render(&eye);
                }
                for many in [&mut self.halos, &mut self.rods, &mut self.heads] {
                    many.render(&eye);
                }
                Ok(())
            });
        // The closure does not fail; a picture that was not drawn is drawn a frame later.
        drop(drawn);
    }

    fn fill(&mut self, picture: &Picture, tremble: Vector) {
        let all = [
            &mut self.discs,
            &mut self.red,
            &mut self.shadows,
            &mut self.halos,
            &mut self.bands,
            &mut self.hoops,
            &mut self.rods,
            &mut self.heads,
            &mut self.marks,
        ];
        for many in all {
            many.clear();
        }
        for shown in &picture.discs {
            self.add_disc(shown, picture.gizmo.as_ref(), tremble);
        }
        if let Some(band) = &picture.band {
            self.add_band(band);
        }
        if let Some(guide) = &picture.guide {
            self.add_guide(guide);
        }
        if let Some(gizmo) = &picture.gizmo {
            self.add_gizmo(gizmo);
        }
        for line in &picture.lines {
            self.add_line(line);
        }
    }

    fn add_disc(&mut self, shown: &DrawnDisc, gizmo: Option<&Gizmo>, tremble: Vector) {
        let held = shown.glow == Some(Glow::Held);
        let centre = if held {
            shown.centre + tremble
        } else {
            shown.centre
        };
        let placed = transformation(centre, shown.turn, Vector::ONE);
        let many = if shown.is_red() {
            &mut self.red
        } else {
            &mut self.discs
        };
        many.add(placed, Srgba::WHITE);
        // The held disc has its shadow right below it, see `add_gizmo`.
        if !held {
            let (shadow, colour) = shadow(shown, Vector::new(LAMP.0, LAMP.1, LAMP.2));
            self.shadows.add(shadow, colour);
        }
        if let Some(glow) = shown.glow {
            let colour = match glow {
                Glow::Held => gizmo.map_or(NEUTRAL, feeling),
                Glow::Good => GOOD,
                Glow::Fault => FAULT,
                Glow::Chosen => CHOSEN,
                Glow::Carrier => CARRIER,
                Glow::Endangered => ENDANGERED,
            };
            self.halos.add(placed, colour);
        }
    }

    /// The ring where a leaner holds.
    fn add_band(&mut self, band: &Band) {
        let scale = Vector::new(band.outer, band.outer, 1.0);
        let centre = Vector::new(band.centre.x, band.centre.y, 2.0 * LAYER);
        self.bands.add(
            transformation(centre, Rotation::IDENTITY, scale),
            Srgba::new(143, 224, 208, 70),
        );
    }

    /// The place where a disc would be left, and the forecasts for it and for others.
    fn add_guide(&mut self, guide: &Guide) {
        let raised = |place: Vector| Vector::new(place.x, place.y, 4.0 * LAYER);
        let small = Vector::new(0.24, 0.24, 1.0);
        for (place, outlook) in &guide.ring {
            let dot = transformation(raised(*place), Rotation::IDENTITY, small);
            self.marks.add(dot, outlook_colour(*outlook));
        }
        let wide = Vector::new(0.6, 0.6, 1.0);
        let here = transformation(raised(guide.foot), Rotation::IDENTITY, wide);
        self.hoops.add(here, outlook_colour(guide.outlook));
    }

    /// The line of height, the shadow on the mat, the arrow of the lean and the place of the lower edge.
    fn add_gizmo(&mut self, gizmo: &Gizmo) {
        let colour = feeling(gizmo);
        let faint = Srgba::new(colour.r, colour.g, colour.b, 120);
        let below = Vector::new(gizmo.centre.x, gizmo.centre.y, 3.0 * LAYER);
        let flat = Vector::new(gizmo.foot.x, gizmo.foot.y, 3.0 * LAYER);
        let scale = Vector::new(RADIUS, RADIUS, 1.0);
        self.marks.add(
            transformation(below, Rotation::IDENTITY, scale),
            Srgba::new(10, 16, 18, 70),
        );
        self.hoops
            .add(transformation(below, Rotation::IDENTITY, scale), faint);
        self.rods.add(rod(below, gizmo.centre, 0.07), colour);
        if let Some(leans) = gizmo.leans {
            let dot = Vector::new(0.16, 0.16, 1.0);
            self.marks.add(
                transformation(flat + Vector::Z * LAYER, Rotation::IDENTITY, dot),
                colour,
            );
            self.rods.add(rod(flat, gizmo.foot, 0.05), faint);
            let tip = below + leans * (RADIUS + 1.0) + Vector::Z * (3.0 * LAYER);
            self.rods
                .add(rod(below + Vector::Z * (3.0 * LAYER), tip, 0.09), colour);
            let turn = Rotation::from_rotation_z(leans.y.atan2(leans.x));
            self.heads
                .add(transformation(tip, turn, Vector::new(0.75, 0.7, 1.0)), colour);
        }
    }

    fn add_line(&mut self, line: &[Vector]) {
        let count = line.len().max(2) as f32;
        for (k, pair) in line.windows(2).enumerate() {
            let fade = 1.0 - k as f32 / count;
            let colour = Srgba::new(170, 214, 235, (40.0 + 110.0 * fade) as u8);
            self.rods.add(rod(pair[0], pair[1], 0.045), colour);
        }
    }
}

const NEUTRAL: Srgba = Srgba::new(143, 224, 208, 235);
const GOOD: Srgba = Srgba::new(120, 226, 140, 235);
const FAULT: Srgba = Srgba::new(255, 120, 84, 240);
const CARRIER: Srgba = Srgba::new(185, 166, 255, 235);
const ENDANGERED: Srgba = Srgba::new(232, 24, 40, 255);
const CHOSEN: Srgba = Srgba::new(255, 216, 74, 250);
const PULL: (f32, f32, f32) = (255.0, 168.0, 60.0);
const PUSH: (f32, f32, f32) = (104.0, 170.0, 255.0);

fn outlook_colour(outlook: Outlook) -> Srgba {
    match outlook {
        Outlook::Unknown => Srgba::new(226, 213, 186, 140),
        Outlook::Holds => GOOD,
        Outlook::Falls => CHOSEN,
        Outlook::Faults => FAULT,
    }
}

/// Teal without a force, amber for attraction, blue for repulsion.
fn feeling(gizmo: &Gizmo) -> Srgba {
    let share = gizmo.feel.tremble();
    let strong = if gizmo.feel.pull > 0.0 { PULL } else { PUSH };
    let mix = |calm: u8, strong: f32| (f32::from(calm) + (strong - f32::from(calm)) * share) as u8;
    Srgba::new(
        mix(NEUTRAL.r, strong.0),
        mix(NEUTRAL.g, strong.1),
        mix(NEUTRAL.b, strong.2),
        NEUTRAL.a,
    )
}

fn point(vector: Vector) -> Vec3 {
    vec3(vector.x, vector.y, vector.z)
}

fn columns(x: Vector, y: Vector, z: Vector, origin: Vector) -> Mat4 {
    let column = |v: Vector, w: f32| vec4(v.x, v.y, v.z, w);
    Mat4::from_cols(
        column(x, 0.0),
        column(y, 0.0),
        column(z, 0.0),
        column(origin, 1.0),
    )
}

fn transformation(centre: Vector, turn: Rotation, scale: Vector) -> Mat4 {
    columns(
        turn * Vector::X * scale.x,
        turn * Vector::Y * scale.y,
        turn * Vector::Z * scale.z,
        centre,
    )
}

/// A rod from one point to another.
fn rod(from: Vector, to: Vector, width: f32) -> Mat4 {
    let along = to - from;
    let side = along.normalize_or(Vector::X).any_orthonormal_vector();
    let other = along.normalize_or(Vector::X).cross(side);
    columns(along, side * width, other * width, from)
}

/// A disc's shadow on the mat: softer and fainter the higher it is.
fn shadow(shown: &DrawnDisc, lamp: Vector) -> (Mat4, Srgba) {
    let fall = |v: Vector| {
        let v = v - lamp * (v.z / lamp.z);
        Vector::new(v.x, v.y, 0.0)
    };
    let height = shown.centre.z.max(0.0);
    let soft = (0.16 + 0.05 * height).min(0.75);
    let wide = RADIUS * (1.06 + soft * 0.35);
    let (x, y) = (shown.turn * Vector::X, shown.turn * Vector::Y);
    let centre = fall(shown.centre) + Vector::Z * LAYER;
    let dark = (150.0 / (1.0 + 0.09 * height)) as u8;
    // The red channel holds the softness of the edge; a shadow has no colour.
    let colour = Srgba::new((soft * 255.0) as u8, 0, 0, dark);
    (columns(fall(x) * wide, fall(y) * wide, Vector::Z, centre), colour)
}
