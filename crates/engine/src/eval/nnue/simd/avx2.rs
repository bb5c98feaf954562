//! AVX2: 16 values at once.

use std::arch::x86_64::*;

type Vector = __m256i;
type Narrow = __m128i;
type Sums = __m256i;

super::kernels::kernels!("avx2");

#[inline]
#[target_feature(enable = "avx2")]
fn add(a: Vector, b: Vector) -> Vector {
    _mm256_add_epi16(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
fn sub(a: Vector, b: Vector) -> Vector {
    _mm256_sub_epi16(a, b)
}

#[inline]
#[target_feature(enable = "avx2")]
fn widen(narrow: Narrow) -> Vector {
    _mm256_cvtepi8_epi16(narrow)
}

#[inline]
#[target_feature(enable = "avx2")]
fn zero_sums() -> Sums {
    _mm256_setzero_si256()
}

#[inline]
#[target_feature(enable = "avx2")]
fn add_products(sums: Sums, value: Vector, weight: Vector) -> Sums {
    let one = _mm256_set1_epi16(QA as i16);
    let clamped = _mm256_min_epi16(_mm256_max_epi16(value, _mm256_setzero_si256()), one);
    let products = _mm256_madd_epi16(clamped, _mm256_mullo_epi16(clamped, weight));
    _mm256_add_epi32(sums, products)
}

#[inline]
#[target_feature(enable = "avx2")]
fn total(sums: Sums) -> i64 {
    let low = _mm256_cvtepi32_epi64(_mm256_castsi256_si128(sums));
    let high = _mm256_cvtepi32_epi64(_mm256_extracti128_si256::<1>(sums));
    let wide = _mm256_add_epi64(low, high);
    let half = _mm_add_epi64(_mm256_castsi256_si128(wide), _mm256_extracti128_si256::<1>(wide));
    _mm_cvtsi128_si64(half) + _mm_extract_epi64::<1>(half)
}
