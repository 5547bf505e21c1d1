//! The two paints of the table: lit by one lamp, or plain; light enough for a processor that has to draw.

use three_d::{
    Blend, BlendEquationType, BlendMultiplierType, EffectMaterialId, Light, Material, MaterialType, Program,
    RenderStates, Viewer, WriteMask, vec3,
};

/// Towards the lamp.
pub(super) const LAMP: (f32, f32, f32) = (-0.42, 0.38, 1.0);

/// One colour over another, on a canvas that the page shines through.
const OVER: Blend = Blend::Enabled {
    source_rgb_multiplier: BlendMultiplierType::SrcAlpha,
    source_alpha_multiplier: BlendMultiplierType::One,
    destination_rgb_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
    destination_alpha_multiplier: BlendMultiplierType::OneMinusSrcAlpha,
    rgb_equation: BlendEquationType::Add,
    alpha_equation: BlendEquationType::Add,
};

/// How something is painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paint {
    /// Lit by the lamp, in its own colours.
    Lit,
    /// In one colour that may be seen through.
    Plain,
    /// A soft spot that darkens what lies under it; the colour's red part says how soft.
    Soft,
}

impl Paint {
    fn states(self) -> RenderStates {
        match self {
            Paint::Lit => RenderStates::default(),
            Paint::Plain | Paint::Soft => RenderStates {
                write_mask: WriteMask::COLOR,
                blend: OVER,
                ..RenderStates::default()
            },
        }
    }
}

const LIT: &str = "
in vec3 pos;
in vec3 nor;
in vec4 col;
uniform vec3 eye;
uniform vec3 lamp;
layout (location = 0) out vec4 outColor;
void main()
{
    vec3 normal = normalize(nor);
    vec3 sight = normalize(eye - pos);
    float facing = max(dot(normal, lamp), 0.0);
    float sky = 0.5 + 0.5 * normal.z;
    vec3 light = mix(vec3(0.17, 0.15, 0.14), vec3(0.38, 0.40, 0.43), sky) + facing * vec3(0.66, 0.63, 0.57);
    float shine = pow(max(dot(normal, normalize(lamp + sight)), 0.0), 40.0);
    vec3 colour = col.rgb * light + shine * 0.1 * col.a;
    outColor = vec4(pow(min(colour, 1.0), vec3(1.0 / 2.2)), 1.0);
}";

const PLAIN: &str = "
in vec4 col;
layout (location = 0) out vec4 outColor;
void main()
{
    outColor = vec4(pow(col.rgb, vec3(1.0 / 2.2)), col.a);
}";

const SOFT: &str = "
in vec2 uvs;
in vec4 col;
layout (location = 0) out vec4 outColor;
void main()
{
    float soft = pow(col.r, 1.0 / 2.2);
    float dark = 1.0 - smoothstep(1.0 - soft, 1.0, length(uvs * 2.0 - 1.0));
    outColor = vec4(0.05, 0.07, 0.08, col.a * dark);
}";

impl Material for Paint {
    fn fragment_shader_source(&self, _: &[&dyn Light]) -> String {
        match self {
            Paint::Lit => LIT,
            Paint::Plain => PLAIN,
            Paint::Soft => SOFT,
        }
        .to_owned()
    }

    fn id(&self) -> EffectMaterialId {
        EffectMaterialId(*self as u16 + 1)
    }

    fn use_uniforms(&self, program: &Program, viewer: &dyn Viewer, _: &[&dyn Light]) {
        if *self == Paint::Lit {
            let (x, y, z) = LAMP;
            let length = (x * x + y * y + z * z).sqrt();
            program.use_uniform("eye", viewer.position());
            program.use_uniform("lamp", vec3(x, y, z) / length);
        }
    }

    fn render_states(&self) -> RenderStates {
        self.states()
    }

    fn material_type(&self) -> MaterialType {
        match self {
            Paint::Lit => MaterialType::Opaque,
            Paint::Plain | Paint::Soft => MaterialType::Transparent,
        }
    }
}
