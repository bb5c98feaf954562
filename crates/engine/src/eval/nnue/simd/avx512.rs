//! AVX-512 (foundation, and BW for values of 16 bits): 32 values at once.

use std::arch::x86_64::*;

type Vector = __m512i;
type Narrow = __m256i;
type Sums = __m512i;

super::kernels::kernels!("avx512f,avx512bw");

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add(a: Vector, b: Vector) -> Vector {
    _mm512_add_epi16(a, b)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sub(a: Vector, b: Vector) -> Vector {
    _mm512_sub_epi16(a, b)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn widen(narrow: Narrow) -> Vector {
    _mm512_cvtepi8_epi16(narrow)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn zero_sums() -> Sums {
    _mm512_setzero_si512()
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn add_products(sums: Sums, value: Vector, weight: Vector) -> Sums {
    let one = _mm512_set1_epi16(QA as i16);
    let clamped = _mm512_min_epi16(_mm512_max_epi16(value, _mm512_setzero_si512()), one);
    let products = _mm512_madd_epi16(clamped, _mm512_mullo_epi16(clamped, weight));
    _mm512_add_epi32(sums, products)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn total(sums: Sums) -> i64 {
    let low = _mm512_cvtepi32_epi64(_mm512_castsi512_si256(sums));
    let high = _mm512_cvtepi32_epi64(_mm512_extracti64x4_epi64::<1>(sums));
    _mm512_reduce_add_epi64(_mm512_add_epi64(low, high))
}
