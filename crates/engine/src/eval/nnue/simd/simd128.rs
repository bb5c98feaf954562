//! The vectors of WebAssembly, where the module is compiled with them: 8 values at once.

use std::arch::wasm32::*;

type Vector = v128;
type Narrow = u64;
type Sums = v128;

super::kernels::kernels!("simd128");

#[inline]
#[target_feature(enable = "simd128")]
fn add(a: Vector, b: Vector) -> Vector {
    i16x8_add(a, b)
}

#[inline]
#[target_feature(enable = "simd128")]
fn sub(a: Vector, b: Vector) -> Vector {
    i16x8_sub(a, b)
}

#[inline]
#[target_feature(enable = "simd128")]
fn widen(narrow: Narrow) -> Vector {
    i16x8_extend_low_i8x16(u64x2(narrow, 0))
}

#[inline]
#[target_feature(enable = "simd128")]
fn zero_sums() -> Sums {
    i32x4_splat(0)
}

#[inline]
#[target_feature(enable = "simd128")]
fn add_products(sums: Sums, value: Vector, weight: Vector) -> Sums {
    let clamped = i16x8_min(i16x8_max(value, i16x8_splat(0)), i16x8_splat(QA as i16));
    i32x4_add(sums, i32x4_dot_i16x8(clamped, i16x8_mul(clamped, weight)))
}

#[inline]
#[target_feature(enable = "simd128")]
fn total(sums: Sums) -> i64 {
    let wide = i64x2_add(i64x2_extend_low_i32x4(sums), i64x2_extend_high_i32x4(sums));
    i64x2_extract_lane::<0>(wide) + i64x2_extract_lane::<1>(wide)
}
