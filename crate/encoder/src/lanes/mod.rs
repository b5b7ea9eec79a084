//! Four or eight numbers at a time: the few vector operations that the kernels need.
//!
//! Every version gives the same bits: sums of integers are exact, floating-point operations are IEEE 754's, one rounding
//! each, in the same order. Hence no fused multiply-add, which not every reader's machine has.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
#[path = "wasm.rs"]
mod machine;
#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[path = "portable.rs"]
mod machine;

pub(crate) use machine::{F32x4, I16x8, I32x4};

/// 1.5 · 2²³: a number of magnitude below 2²² that is added to it is rounded to the nearest integer, ties to even, which
/// then stands in the low bits.
const ROUNDER: f32 = 12_582_912.0;

impl F32x4 {
    /// The four sums added as (0 + 1) + (2 + 3).
    #[inline(always)]
    pub(crate) fn sum(self) -> f32 {
        let [a, b, c, d] = self.to_array();
        (a + b) + (c + d)
    }

    /// The largest of the four; not defined if one is not a number.
    #[inline(always)]
    pub(crate) fn largest(self) -> f32 {
        let [a, b, c, d] = self.to_array();
        a.max(b).max(c.max(d))
    }

    /// Rounded to integers, ties to even; magnitudes must be below 2²².
    #[inline(always)]
    pub(crate) fn round(self) -> I32x4 {
        (self + Self::splat(ROUNDER)).to_bits() - I32x4::splat(ROUNDER.to_bits() as i32)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pack(shorts: [i16; 8]) -> [i32; 4] {
        let pair = |index: usize| {
            let [a, b] = shorts[2 * index].to_le_bytes();
            let [c, d] = shorts[2 * index + 1].to_le_bytes();
            i32::from_le_bytes([a, b, c, d])
        };
        std::array::from_fn(pair)
    }

    fn naive_dot(a: [i16; 8], b: [i16; 8]) -> [i32; 4] {
        std::array::from_fn(|lane| {
            let product = |index: usize| i32::from(a[index]) * i32::from(b[index]);
            product(2 * lane).wrapping_add(product(2 * lane + 1))
        })
    }

    proptest! {
        #[test]
        fn products_of_pairs_are_exact(a in any::<[i16; 8]>(), b in any::<[i16; 8]>()) {
            prop_assert_eq!(I16x8::new(pack(a)).dot(I16x8::new(pack(b))).to_array(), naive_dot(a, b));
            let [c, d] = [a[0], a[1]];
            let pair = I16x8::splat(pack(a)[0]);
            prop_assert_eq!(pair.dot(I16x8::new(pack(b))).to_array(), naive_dot([c, d, c, d, c, d, c, d], b));
        }

        #[test]
        fn shorts_are_taken_apart_and_put_together(a in any::<[i16; 8]>(), b in any::<[i16; 8]>(), bytes in any::<[i8; 16]>()) {
            prop_assert_eq!(I16x8::new(pack(a)).to_array(), pack(a));
            let zipped: Vec<i16> = a.iter().zip(&b).flat_map(|(a, b)| [*a, *b]).collect();
            let [low, high] = I16x8::new(pack(a)).zip(I16x8::new(pack(b)));
            prop_assert_eq!(low.to_array(), pack(zipped[..8].try_into().unwrap()));
            prop_assert_eq!(high.to_array(), pack(zipped[8..].try_into().unwrap()));
            let wide: Vec<i16> = bytes.iter().map(|byte| i16::from(*byte)).collect();
            let [low, high] = I16x8::widen(bytes);
            prop_assert_eq!(low.to_array(), pack(wide[..8].try_into().unwrap()));
            prop_assert_eq!(high.to_array(), pack(wide[8..].try_into().unwrap()));
        }

        #[test]
        fn rounding_is_to_the_nearest_even(values in prop::array::uniform4(-4_000_000.0_f32..4_000_000.0)) {
            let expected = values.map(|value| value.round_ties_even() as i32);
            prop_assert_eq!(F32x4::new(values).round().to_array(), expected);
        }

        #[test]
        fn arithmetic_is_that_of_single_numbers(
            a in prop::array::uniform4(-1e6_f32..1e6),
            b in prop::array::uniform4(0.001_f32..1e6),
        ) {
            let (x, y) = (F32x4::new(a), F32x4::new(b));
            let each = |f: fn(f32, f32) -> f32| -> [f32; 4] { std::array::from_fn(|lane| f(a[lane], b[lane])) };
            prop_assert_eq!((x + y).to_array(), each(|a, b| a + b));
            prop_assert_eq!((x - y).to_array(), each(|a, b| a - b));
            prop_assert_eq!((x * y).to_array(), each(|a, b| a * b));
            prop_assert_eq!((x / y).to_array(), each(|a, b| a / b));
            prop_assert_eq!(x.max(y).to_array(), each(f32::max));
            prop_assert_eq!(x.min(y).to_array(), each(f32::min));
            prop_assert_eq!(x.abs().to_array(), a.map(f32::abs));
            prop_assert_eq!(x.sum(), (a[0] + a[1]) + (a[2] + a[3]));
            prop_assert_eq!(x.largest(), a.into_iter().fold(f32::NEG_INFINITY, f32::max));
        }

        #[test]
        fn whole_numbers_convert(values in prop::array::uniform4(any::<i32>()), other in prop::array::uniform4(any::<i32>())) {
            let (x, y) = (I32x4::new(values), I32x4::new(other));
            prop_assert_eq!(x.to_f32().to_array(), values.map(|value| value as f32));
            prop_assert_eq!(F32x4::from_bits(x).to_bits().to_array(), values);
            prop_assert_eq!((x + y).to_array(), std::array::from_fn(|lane| values[lane].wrapping_add(other[lane])));
            prop_assert_eq!((x - y).to_array(), std::array::from_fn(|lane| values[lane].wrapping_sub(other[lane])));
            prop_assert_eq!(x.to_exponent().to_array(), values.map(|value| value.wrapping_shl(23)));
            let narrow: Vec<i16> = values.iter().chain(&other)
                .map(|value| (*value).clamp(-32768, 32767) as i16).collect();
            prop_assert_eq!(x.narrow(y).to_array(), pack(narrow.try_into().unwrap()));
        }
    }
}
