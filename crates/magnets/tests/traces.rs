//! Traces: whole numbers in, the same whole numbers out, whatever the bytes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod numbers;

use magnets::measures::TICKS_PER_SAMPLE;
use magnets::{HandGrip, HandPose, MOST_SAMPLES, Trace, TraceError};
use numbers::Numbers;

const GRIPS: [HandGrip; 2] = [HandGrip::Rigid, HandGrip::Yielding];

fn pose(numbers: &mut Numbers) -> HandPose {
    HandPose {
        x: numbers.below(8001) as i16 - 4000,
        y: numbers.below(8001) as i16 - 4000,
        height: numbers.below(3001) as i16,
        tilt: numbers.below(1801) as i16,
        heading: numbers.below(3600) as i16,
    }
}

#[test]
fn any_trace_comes_back() {
    let mut numbers = Numbers(1);
    for length in 1..200 {
        let mut samples = vec![pose(&mut numbers)];
        while samples.len() < length {
            let last = samples[samples.len() - 1];
            match numbers.below(3) {
                0 => samples.push(pose(&mut numbers)),
                1 => samples.push(last.towards(pose(&mut numbers))),
                _ => samples.extend([last; 9]),
            }
        }
        let release = match numbers.below(2) {
            0 => None,
            _ => Some(numbers.below(samples.len() as u64 * u64::from(TICKS_PER_SAMPLE)) as u32),
        };
        let trace = Trace::new(samples, release).unwrap();
        for (grip, version) in GRIPS.into_iter().zip([1, 2]) {
            let trace = trace.clone().held_by(grip);
            let bytes = trace.to_bytes();
            assert_eq!(bytes[0], version);
            assert_eq!(Trace::from_bytes(&bytes), Ok(trace.clone()));
            assert_eq!(Trace::from_text(&trace.to_text()), Ok(trace));
        }
    }
}

#[test]
fn a_text_of_version_1_is_still_a_rigid_hand() {
    let text = "AQMhBNAPIA";
    let trace = Trace::from_text(text).unwrap();
    let heights: Vec<i16> = trace.samples().iter().map(|pose| pose.height).collect();
    assert_eq!((heights, trace.release()), (vec![1000, 2000, 3000], Some(32)));
    assert_eq!((trace.grip(), trace.to_text().as_str()), (HandGrip::Rigid, text));
}

#[test]
fn a_typical_turn_is_small() {
    // Ten seconds: in from the side, down, a careful approach with a trembling hand, and away.
    let mut numbers = Numbers(2);
    let aims = [
        (-2000, 1500, 0),
        (-500, 600, 200),
        (-300, 150, 300),
        (-310, 20, 320),
        (-600, 900, 100),
    ];
    let mut samples = vec![HandPose {
        x: -3000,
        height: 2000,
        ..HandPose::default()
    }];
    for (x, height, tilt) in aims {
        for left in (1..=120).rev() {
            let last = samples[samples.len() - 1];
            let way = |from: i16, to: i16| (i32::from(to) - i32::from(from)) / left;
            let mut tremble = || numbers.below(3) as i16 - 1;
            let next = HandPose {
                x: last.x + way(last.x, x) as i16 + tremble(),
                y: last.y + tremble(),
                height: last.height + way(last.height, height) as i16 + tremble(),
                tilt: last.tilt + way(last.tilt, tilt) as i16 + tremble(),
                heading: last.heading,
            };
            samples.push(next.clamped());
        }
    }
    let trace = Trace::new(samples, Some(9000)).unwrap();
    println!(
        "{} bytes, {} characters",
        trace.to_bytes().len(),
        trace.to_text().len()
    );
    assert!(trace.to_bytes().len() < 4096);
}

#[test]
fn a_hand_is_never_faster_than_a_hand() {
    let (near, far) = (
        HandPose::default(),
        HandPose {
            x: i16::MAX,
            y: i16::MIN,
            height: i16::MAX,
            tilt: i16::MIN,
            heading: 3500,
        },
    );
    let next = near.towards(far);
    assert_eq!(
        (next.x, next.y, next.height, next.tilt, next.heading),
        (100, -100, 100, 0, 3540)
    );
}

#[test]
fn bytes_that_are_no_trace_are_refused() {
    let good = Trace::new(vec![HandPose::default(); 30], Some(100))
        .unwrap()
        .to_bytes();
    for cut in 0..good.len() {
        assert!(Trace::from_bytes(&good[..cut]).is_err(), "{cut}");
    }
    let mut longer = good.clone();
    longer.push(0);
    assert_eq!(Trace::from_bytes(&longer), Err(TraceError::Spelling));
    for version in (0..=255).filter(|version| !(1..=2).contains(version)) {
        let mut other = good.clone();
        other[0] = version;
        let error = Trace::from_bytes(&other).unwrap_err();
        assert_eq!(error, TraceError::Version);
        assert!(error.to_string().contains("version 1 nor 2"), "{error}");
    }
    assert_eq!(Trace::from_text("not base64!"), Err(TraceError::Text));
    assert_eq!(Trace::new(vec![], None), Err(TraceError::Length));
    assert_eq!(
        Trace::new(vec![HandPose::default(); MOST_SAMPLES + 1], None),
        Err(TraceError::Length)
    );
    assert_eq!(
        Trace::new(vec![HandPose::default()], Some(17)),
        Err(TraceError::Release)
    );
    let outside = HandPose {
        tilt: -1,
        ..HandPose::default()
    };
    assert_eq!(Trace::new(vec![outside], None), Err(TraceError::Range));
}

#[test]
fn random_bytes_are_refused_or_come_back() {
    let mut numbers = Numbers(3);
    let good = Trace::new((0..40).map(|_| pose(&mut numbers)).collect(), None)
        .unwrap()
        .to_bytes();
    for round in 0..20_000u32 {
        let bytes: Vec<u8> = if round % 2 == 0 {
            let length = numbers.below(64) as usize;
            std::iter::once(1 + (round / 2 % 2) as u8)
                .chain((0..length).map(|_| numbers.below(256) as u8))
                .collect()
        } else {
            let mut bytes = good.clone();
            for _ in 0..=numbers.below(3) {
                let at = numbers.below(bytes.len() as u64) as usize;
                bytes[at] = numbers.below(256) as u8;
            }
            bytes
        };
        if let Ok(trace) = Trace::from_bytes(&bytes) {
            assert_eq!(trace.to_bytes(), bytes);
        }
    }
}
