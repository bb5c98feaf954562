//! SSE4.1: 8 values at once.

use std::arch::x86_64::*;

type Vector = __m128i;
type Narrow = i64;
type Sums = __m128i;

super::kernels::kernels!("sse4.1");

#[inline]
#[target_feature(enable = "sse4.1")]
fn add(a: Vector, b: Vector) -> Vector {
    _mm_add_epi16(a, b)
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn sub(a: Vector, b: Vector) -> Vector {
    _mm_sub_epi16(a, b)
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn widen(narrow: Narrow) -> Vector {
    _mm_cvtepi8_epi16(_mm_cvtsi64_si128(narrow))
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn zero_sums() -> Sums {
    _mm_setzero_si128()
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn add_products(sums: Sums, value: Vector, weight: Vector) -> Sums {
    let one = _mm_set1_epi16(QA as i16);
    let clamped = _mm_min_epi16(_mm_max_epi16(value, _mm_setzero_si128()), one);
    let products = _mm_madd_epi16(clamped, _mm_mullo_epi16(clamped, weight));
    _mm_add_epi32(sums, products)
}

#[inline]
#[target_feature(enable = "sse4.1")]
fn total(sums: Sums) -> i64 {
    let low = _mm_cvtepi32_epi64(sums);
    let high = _mm_cvtepi32_epi64(_mm_unpackhi_epi64(sums, sums));
    let wide = _mm_add_epi64(low, high);
    _mm_cvtsi128_si64(wide) + _mm_extract_epi64::<1>(wide)
}
