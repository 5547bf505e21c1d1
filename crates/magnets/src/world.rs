//! The rigid-body solver with this table's settings, and nothing of magnets.

use crate::mass::Balance;
use crate::measures::{
    CONTACT_DAMPING, CONTACT_FREQUENCY, Dials, FAST_PREDICTION, FASTEST, FASTEST_CORRECTION, GRAVITY,
    PREDICTION, RADIUS, SLEEP_AFTER, SLEEP_SPEED, STEP, SWEEPS, THICKNESS,
};
use rapier3d::dynamics::{
    CCDSolver, FrictionModel, ImpulseJointSet, IntegrationParameters, IslandManager, MultibodyJointSet,
    SoftBodySet, SpringCoefficients,
};
use rapier3d::geometry::{BroadPhaseBvh, ContactPair, NarrowPhase};
use rapier3d::math::{Pose, Rotation, Vector};
use rapier3d::prelude::{
    ColliderBuilder, ColliderHandle, ColliderSet, MassProperties, PhysicsPipeline, RigidBody,
    RigidBodyBuilder, RigidBodyHandle, RigidBodySet, SharedShape,
};

/// The mat's mark where a disc's collider carries the disc's index.
const MAT: u128 = u128::MAX;

/// Turns the solver's cylinders, which stand along y, so that a disc's axis is z.
const UPRIGHT: Rotation = Rotation::from_xyzw(
    std::f32::consts::FRAC_1_SQRT_2,
    0.0,
    0.0,
    std::f32::consts::FRAC_1_SQRT_2,
);

fn upright(local: &Pose) -> Pose {
    Pose::from_parts(local.translation, local.rotation * UPRIGHT)
}

pub(crate) struct World {
    pub(crate) bodies: RigidBodySet,
    colliders: ColliderSet,
    settings: IntegrationParameters,
    pipeline: PhysicsPipeline,
    islands: IslandManager,
    broad_phase: BroadPhaseBvh,
    narrow_phase: NarrowPhase,
    impulse_joints: ImpulseJointSet,
    multibody_joints: MultibodyJointSet,
    soft_bodies: SoftBodySet,
    ccd: CCDSolver,
    dials: Dials,
}

/// Two cases near each other, or a case near the mat.
pub(crate) struct Nearness<'a> {
    /// The discs' indices; one only where the other side is the mat.
    pub(crate) discs: (usize, Option<usize>),
    /// Whether the first disc is the solver's second collider.
    swapped: bool,
    pair: &'a ContactPair,
}

impl World {
    pub(crate) fn new(dials: Dials) -> World {
        let softness = SpringCoefficients::new(CONTACT_FREQUENCY, CONTACT_DAMPING);
        let settings = IntegrationParameters {
            dt: STEP,
            contact_softness: softness,
            static_contact_softness: softness,
            num_solver_iterations: 1,
            num_internal_pgs_iterations: SWEEPS,
            normalized_prediction_distance: PREDICTION,
            normalized_max_linear_velocity: FASTEST,
            normalized_max_corrective_velocity: FASTEST_CORRECTION,
            contact_recycling: false,
            max_ccd_substeps: 0,
            friction_model: FrictionModel::Coulomb,
            length_unit: 1.0,
            ..IntegrationParameters::default()
        };
        let mut world = World {
            bodies: RigidBodySet::new(),
            colliders: ColliderSet::new(),
            settings,
            pipeline: PhysicsPipeline::new(),
            islands: IslandManager::new(),
            broad_phase: BroadPhaseBvh::new(),
            narrow_phase: NarrowPhase::new(),
            impulse_joints: ImpulseJointSet::new(),
            multibody_joints: MultibodyJointSet::new(),
            soft_bodies: SoftBodySet::new(),
            ccd: CCDSolver::new(),
            dials,
        };
        let mat = ColliderBuilder::new(SharedShape::halfspace(Vector::Z));
        world
            .colliders
            .insert(mat.friction(dials.friction).user_data(MAT));
        world
    }

    /// A body without discs, moved by the hand if `held`.
    pub(crate) fn insert_body(&mut self, pose: Pose, held: bool) -> RigidBodyHandle {
        let builder = if held {
            RigidBodyBuilder::kinematic_position_based()
        } else {
            RigidBodyBuilder::dynamic()
        };
        let mut body = builder
            .pose(pose)
            .linear_damping(self.dials.linear_damping)
            .angular_damping(self.dials.angular_damping)
            .can_sleep(self.dials.sleeping)
            .soft_ccd_prediction(FAST_PREDICTION)
            .build();
        if self.dials.sleeping {
            let activation = body.activation_mut();
            activation.normalized_linear_threshold = SLEEP_SPEED;
            activation.time_until_sleep = SLEEP_AFTER;
        }
        self.bodies.insert(body)
    }

    /// Gives a body one more disc.
    pub(crate) fn insert_disc(&mut self, disc: usize, body: RigidBodyHandle, local: &Pose) -> ColliderHandle {
        let case = ColliderBuilder::cylinder(THICKNESS / 2.0, RADIUS)
            // The body is given the mass of all its discs.
            .density(0.0)
            .friction(self.dials.friction)
            .position(upright(local))
            .user_data(disc as u128);
        self.colliders.insert_with_parent(case, body, &mut self.bodies)
    }

    /// Takes a disc from its body.
    pub(crate) fn remove_disc(&mut self, collider: ColliderHandle) {
        self.colliders.remove(
            collider,
            &mut self.islands,
            &mut self.bodies,
            &mut self.soft_bodies,
            true,
        );
    }

    /// Takes a body away with all its discs.
    pub(crate) fn remove_body(&mut self, body: RigidBodyHandle) {
        self.bodies.remove(
            body,
            &mut self.islands,
            &mut self.colliders,
            &mut self.impulse_joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            true,
        );
    }

    pub(crate) fn body(&self, handle: RigidBodyHandle) -> &RigidBody {
        &self.bodies[handle]
    }

    pub(crate) fn body_mut(&mut self, handle: RigidBodyHandle) -> &mut RigidBody {
        &mut self.bodies[handle]
    }

    pub(crate) fn wake(&mut self, handle: RigidBodyHandle) {
        self.bodies[handle].wake_up(true);
    }

    /// Gives a body the mass of its discs, and their principal axes for its own.
    pub(crate) fn weigh(&mut self, handle: RigidBodyHandle, balance: &Balance) {
        let body = &mut self.bodies[handle];
        body.set_position(balance.frame, true);
        let mass = MassProperties::new(Vector::ZERO, balance.mass, balance.inertia);
        body.set_additional_mass_properties(mass, true);
        body.recompute_mass_properties_from_colliders(&self.colliders);
    }

    /// Moves a disc in its body.
    pub(crate) fn place_disc(&mut self, collider: ColliderHandle, local: &Pose) {
        if let Some(collider) = self.colliders.get_mut(collider) {
            collider.set_position_wrt_parent(upright(local));
        }
    }

    /// Looks for contacts without letting time pass.
    pub(crate) fn look(&mut self) {
        self.advance(0.0);
    }

    pub(crate) fn step(&mut self) {
        self.advance(STEP);
    }

    fn advance(&mut self, seconds: f32) {
        self.settings.dt = seconds;
        self.pipeline.step(
            Vector::new(0.0, 0.0, -GRAVITY),
            &self.settings,
            &mut self.islands,
            &mut self.broad_phase,
            &mut self.narrow_phase,
            &mut self.bodies,
            &mut self.colliders,
            &mut self.impulse_joints,
            &mut self.multibody_joints,
            &mut self.soft_bodies,
            &mut self.ccd,
            &(),
            &(),
        );
    }

    /// All that the solver has near each other.
    pub(crate) fn near(&self) -> impl Iterator<Item = Nearness<'_>> {
        let index = |collider: ColliderHandle| match self.colliders.get(collider)?.user_data {
            MAT => None,
            disc => Some(disc as usize),
        };
        self.narrow_phase.contact_pairs().filter_map(move |pair| {
            let (discs, swapped) = match (index(pair.collider1), index(pair.collider2)) {
                (Some(one), Some(two)) if one > two => ((two, Some(one)), true),
                (Some(one), two) => ((one, two), false),
                (None, Some(two)) => ((two, None), true),
                (None, None) => return None,
            };
            Some(Nearness { discs, swapped, pair })
        })
    }
}

impl Nearness<'_> {
    /// The gap between the cases; nothing if the solver sees none.
    pub(crate) fn gap(&self) -> Option<f32> {
        let points = self
            .pair
            .manifolds()
            .iter()
            .flat_map(|manifold| manifold.points.iter());
        points.map(|point| point.dist).reduce(f32::min)
    }

    /// The sum of the solver's pushes in the last step, as an impulse.
    pub(crate) fn impulse(&self) -> f32 {
        let manifolds = self.pair.solver_manifolds().iter();
        let points = manifolds.flat_map(|manifold| manifold.points.iter());
        points.map(|point| point.data.impulse).sum()
    }

    /// The solver's pushes in the last step on the first disc's body, or on the second's: the place
    /// relative to that body's centre of mass, and the impulse.
    pub(crate) fn pushes(&self, on_second: bool) -> impl Iterator<Item = (Vector, Vector)> + '_ {
        let on_collider2 = on_second != self.swapped;
        self.pair.solver_manifolds().iter().flat_map(move |manifold| {
            let normal = manifold.data.normal;
            manifold.points.iter().map(move |point| {
                let data = &point.data;
                if on_collider2 {
                    (data.solver_dp2, normal * data.impulse)
                } else {
                    (data.solver_dp1, normal * -data.impulse)
                }
            })
        })
    }
}
