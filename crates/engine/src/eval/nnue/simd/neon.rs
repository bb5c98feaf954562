//! NEON, which every 64-bit ARM processor has: 8 values at once.

use std::arch::aarch64::*;

type Vector = int16x8_t;
type Narrow = u64;
type Sums = int32x4_t;

super::kernels::kernels!("neon");

#[inline]
#[target_feature(enable = "neon")]
fn add(a: Vector, b: Vector) -> Vector {
    vaddq_s16(a, b)
}

#[inline]
#[target_feature(enable = "neon")]
fn sub(a: Vector, b: Vector) -> Vector {
    vsubq_s16(a, b)
}

#[inline]
#[target_feature(enable = "neon")]
fn widen(narrow: Narrow) -> Vector {
    vmovl_s8(vcreate_s8(narrow))
}

#[inline]
#[target_feature(enable = "neon")]
fn zero_sums() -> Sums {
    vdupq_n_s32(0)
}

#[inline]
#[target_feature(enable = "neon")]
fn add_products(sums: Sums, value: Vector, weight: Vector) -> Sums {
    let clamped = vminq_s16(vmaxq_s16(value, vdupq_n_s16(0)), vdupq_n_s16(QA as i16));
    let weighted = vmulq_s16(clamped, weight);
    let sums = vmlal_s16(sums, vget_low_s16(clamped), vget_low_s16(weighted));
    vmlal_high_s16(sums, clamped, weighted)
}

#[inline]
#[target_feature(enable = "neon")]
fn total(sums: Sums) -> i64 {
    vaddlvq_s32(sums)
}
