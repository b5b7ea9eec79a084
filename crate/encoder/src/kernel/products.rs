//! The innermost loop: sums of products of short integers.

use crate::lanes::{I16x8, I32x4};

/// Rows that run together. Four rows by eight columns are eight sums: with more of them the browser's compiler runs out
/// of registers, and speed halves.
pub(crate) const TOGETHER: usize = 4;

/// Two short integers of each of eight columns.
pub(crate) type Pairs = [[i32; 4]; 2];

/// Four rows out of one slice.
#[inline(always)]
pub(crate) fn split(rows: &[i32]) -> [&[i32]; TOGETHER] {
    let (upper, lower) = rows.split_at(rows.len() / 2);
    let (first, second) = upper.split_at(upper.len() / 2);
    let (third, fourth) = lower.split_at(lower.len() / 2);
    [first, second, third, fourth]
}

/// Sums of products of four rows with eight columns.
#[inline(always)]
pub(crate) fn four_by_eight(rows: [&[i32]; TOGETHER], columns: &[Pairs]) -> [[I32x4; 2]; TOGETHER] {
    #[cfg(target_arch = "x86_64")]
    if std::is_x86_feature_detected!("avx2") {
        // SAFETY: this processor has just said that it has AVX2.
        #[allow(
            unsafe_code,
            reason = "three times faster than what the compiler makes of the portable version"
        )]
        return unsafe { wide(rows, columns) };
    }
    portable(rows, columns)
}

#[inline(always)]
fn portable(rows: [&[i32]; TOGETHER], columns: &[Pairs]) -> [[I32x4; 2]; TOGETHER] {
    let mut sums = [[I32x4::splat(0); 2]; TOGETHER];
    let [first, second, third, fourth] = rows;
    let rows = first.iter().zip(second).zip(third).zip(fourth);
    for (columns, (((first, second), third), fourth)) in columns.iter().zip(rows) {
        let columns = [I16x8::new(columns[0]), I16x8::new(columns[1])];
        for (sums, pair) in sums.iter_mut().zip([*first, *second, *third, *fourth]) {
            let pair = I16x8::splat(pair);
            sums[0] = sums[0] + columns[0].dot(pair);
            sums[1] = sums[1] + columns[1].dot(pair);
        }
    }
    sums
}

/// The same with eight columns in one register.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn wide(rows: [&[i32]; TOGETHER], columns: &[Pairs]) -> [[I32x4; 2]; TOGETHER] {
    use core::arch::x86_64::{
        __m256i, _mm256_add_epi32, _mm256_extract_epi32, _mm256_madd_epi16, _mm256_set1_epi32,
        _mm256_setr_epi32, _mm256_setzero_si256,
    };
    let mut sums = [_mm256_setzero_si256(); TOGETHER];
    let [first, second, third, fourth] = rows;
    let rows = first.iter().zip(second).zip(third).zip(fourth);
    for ([[a, b, c, d], [e, f, g, h]], (((first, second), third), fourth)) in columns.iter().zip(rows) {
        let columns = _mm256_setr_epi32(*a, *b, *c, *d, *e, *f, *g, *h);
        for (sum, pair) in sums.iter_mut().zip([*first, *second, *third, *fourth]) {
            *sum = _mm256_add_epi32(*sum, _mm256_madd_epi16(columns, _mm256_set1_epi32(pair)));
        }
    }
    let low = |sum: __m256i| {
        I32x4::new([
            _mm256_extract_epi32::<0>(sum),
            _mm256_extract_epi32::<1>(sum),
            _mm256_extract_epi32::<2>(sum),
            _mm256_extract_epi32::<3>(sum),
        ])
    };
    let high = |sum: __m256i| {
        I32x4::new([
            _mm256_extract_epi32::<4>(sum),
            _mm256_extract_epi32::<5>(sum),
            _mm256_extract_epi32::<6>(sum),
            _mm256_extract_epi32::<7>(sum),
        ])
    };
    sums.map(|sum| [low(sum), high(sum)])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn halves(pair: i32) -> [i32; 2] {
        [i32::from(pair as i16), i32::from((pair >> 16) as i16)]
    }

    proptest! {
        #[test]
        fn every_version_sums_products(
            rows in prop::collection::vec(prop::array::uniform4(any::<i32>()), 0..40),
            columns in prop::collection::vec(any::<Pairs>(), 40),
        ) {
            let columns = &columns[..rows.len()];
            let row = |index: usize| rows.iter().map(|four| four[index]).collect::<Vec<i32>>();
            let all = [row(0), row(1), row(2), row(3)].concat();
            let expected: Vec<i32> = (0..4 * 8).map(|place| {
                let products = row(place / 8).into_iter().zip(columns).map(|(pair, columns)| {
                    let column = columns[place % 8 / 4][place % 4];
                    let ([a, b], [c, d]) = (halves(pair), halves(column));
                    (a * c).wrapping_add(b * d)
                });
                products.fold(0, i32::wrapping_add)
            }).collect();
            let flat = |sums: [[I32x4; 2]; 4]| -> Vec<i32> {
                sums.iter().flatten().flat_map(|four| four.to_array()).collect()
            };
            prop_assert_eq!(flat(four_by_eight(split(&all), columns)), expected.clone());
            prop_assert_eq!(flat(portable(split(&all), columns)), expected);
        }
    }
}
