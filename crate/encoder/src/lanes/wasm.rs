//! WebAssembly's 128 bits.

use core::arch::wasm32 as w;

use std::ops::{Add, Div, Mul, Sub};

/// Four numbers of single precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F32x4(w::v128);

/// Four whole numbers; sums wrap around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct I32x4(w::v128);

/// Eight short whole numbers, or four pairs of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct I16x8(w::v128);

impl F32x4 {
    #[inline(always)]
    pub(crate) fn splat(value: f32) -> Self {
        Self(w::f32x4_splat(value))
    }

    #[inline(always)]
    pub(crate) fn new([a, b, c, d]: [f32; 4]) -> Self {
        Self(w::f32x4(a, b, c, d))
    }

    #[inline(always)]
    pub(crate) fn to_array(self) -> [f32; 4] {
        let v = self.0;
        [
            w::f32x4_extract_lane::<0>(v),
            w::f32x4_extract_lane::<1>(v),
            w::f32x4_extract_lane::<2>(v),
            w::f32x4_extract_lane::<3>(v),
        ]
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        Self(w::f32x4_abs(self.0))
    }

    /// The larger ones; this one's where they cannot be compared.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self(w::f32x4_pmax(self.0, other.0))
    }

    /// The smaller ones; this one's where they cannot be compared.
    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Self(w::f32x4_pmin(self.0, other.0))
    }

    #[inline(always)]
    pub(crate) fn to_bits(self) -> I32x4 {
        I32x4(self.0)
    }

    #[inline(always)]
    pub(crate) fn from_bits(bits: I32x4) -> Self {
        Self(bits.0)
    }
}

impl I32x4 {
    #[inline(always)]
    pub(crate) fn splat(value: i32) -> Self {
        Self(w::i32x4_splat(value))
    }

    #[cfg(test)]
    #[inline(always)]
    pub(crate) fn new([a, b, c, d]: [i32; 4]) -> Self {
        Self(w::i32x4(a, b, c, d))
    }

    #[inline(always)]
    pub(crate) fn to_array(self) -> [i32; 4] {
        let v = self.0;
        [
            w::i32x4_extract_lane::<0>(v),
            w::i32x4_extract_lane::<1>(v),
            w::i32x4_extract_lane::<2>(v),
            w::i32x4_extract_lane::<3>(v),
        ]
    }

    #[inline(always)]
    pub(crate) fn to_f32(self) -> F32x4 {
        F32x4(w::f32x4_convert_i32x4(self.0))
    }

    /// Shifted to where a number of single precision has its exponent.
    #[inline(always)]
    pub(crate) fn to_exponent(self) -> Self {
        Self(w::i32x4_shl(self.0, 23))
    }

    /// These four and then the higher four, as short numbers; what is too large becomes the largest.
    #[inline(always)]
    pub(crate) fn narrow(self, high: Self) -> I16x8 {
        I16x8(w::i16x8_narrow_i32x4(self.0, high.0))
    }
}

impl I16x8 {
    /// Four pairs; the first of each stands in the low half.
    #[inline(always)]
    pub(crate) fn new([a, b, c, d]: [i32; 4]) -> Self {
        Self(w::i32x4(a, b, c, d))
    }

    /// The same pair four times.
    #[inline(always)]
    pub(crate) fn splat(pair: i32) -> Self {
        Self(w::i32x4_splat(pair))
    }

    /// Sixteen bytes with their signs.
    #[inline(always)]
    pub(crate) fn widen(bytes: [i8; 16]) -> [Self; 2] {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = bytes;
        let bytes = w::i8x16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
        [Self(w::i16x8_extend_low_i8x16(bytes)), Self(w::i16x8_extend_high_i8x16(bytes))]
    }

    /// The four pairs.
    #[inline(always)]
    pub(crate) fn to_array(self) -> [i32; 4] {
        I32x4(self.0).to_array()
    }

    /// Pairs of one number of each, in their order.
    #[inline(always)]
    pub(crate) fn zip(self, other: Self) -> [Self; 2] {
        let (a, b) = (self.0, other.0);
        let low = w::i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b);
        let high = w::i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b);
        [Self(low), Self(high)]
    }

    /// Products of neighbours, added in pairs. Only if all four numbers of a lane are the smallest short does it wrap.
    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> I32x4 {
        I32x4(w::i32x4_dot_i16x8(self.0, other.0))
    }
}

impl Add for F32x4 {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(w::f32x4_add(self.0, other.0))
    }
}

impl Sub for F32x4 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(w::f32x4_sub(self.0, other.0))
    }
}

impl Mul for F32x4 {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(w::f32x4_mul(self.0, other.0))
    }
}

impl Div for F32x4 {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(w::f32x4_div(self.0, other.0))
    }
}

impl Add for I32x4 {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(w::i32x4_add(self.0, other.0))
    }
}

impl Sub for I32x4 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(w::i32x4_sub(self.0, other.0))
    }
}
