//! Arrays, for the compiler to make the best of.

use std::ops::{Add, Div, Mul, Sub};

/// Four numbers of single precision.
#[derive(Clone, Copy, Debug)]
pub(crate) struct F32x4([f32; 4]);

/// Four whole numbers; sums wrap around.
#[derive(Clone, Copy, Debug)]
pub(crate) struct I32x4([i32; 4]);

/// Eight short whole numbers, or four pairs of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct I16x8([i16; 8]);

impl F32x4 {
    #[inline(always)]
    pub(crate) fn splat(value: f32) -> Self {
        Self([value; 4])
    }

    #[inline(always)]
    pub(crate) fn new([a, b, c, d]: [f32; 4]) -> Self {
        Self([a, b, c, d])
    }

    #[inline(always)]
    pub(crate) fn to_array(self) -> [f32; 4] {
        self.0
    }

    #[inline(always)]
    pub(crate) fn abs(self) -> Self {
        Self(self.0.map(f32::abs))
    }

    /// The larger ones; this one's where they cannot be compared.
    #[inline(always)]
    pub(crate) fn max(self, other: Self) -> Self {
        Self(std::array::from_fn(
            |lane| if self.0[lane] < other.0[lane] { other.0[lane] } else { self.0[lane] },
        ))
    }

    /// The smaller ones; this one's where they cannot be compared.
    #[inline(always)]
    pub(crate) fn min(self, other: Self) -> Self {
        Self(std::array::from_fn(
            |lane| if other.0[lane] < self.0[lane] { other.0[lane] } else { self.0[lane] },
        ))
    }

    #[inline(always)]
    pub(crate) fn to_bits(self) -> I32x4 {
        I32x4(self.0.map(|value| value.to_bits() as i32))
    }

    #[inline(always)]
    pub(crate) fn from_bits(bits: I32x4) -> Self {
        Self(bits.0.map(|value| f32::from_bits(value as u32)))
    }
}

impl I32x4 {
    #[inline(always)]
    pub(crate) fn splat(value: i32) -> Self {
        Self([value; 4])
    }

    #[cfg(any(test, target_arch = "x86_64"))]
    #[inline(always)]
    pub(crate) fn new([a, b, c, d]: [i32; 4]) -> Self {
        Self([a, b, c, d])
    }

    #[inline(always)]
    pub(crate) fn to_array(self) -> [i32; 4] {
        self.0
    }

    #[inline(always)]
    pub(crate) fn to_f32(self) -> F32x4 {
        F32x4(self.0.map(|value| value as f32))
    }

    /// Shifted to where a number of single precision has its exponent.
    #[inline(always)]
    pub(crate) fn to_exponent(self) -> Self {
        Self(self.0.map(|value| value << 23))
    }

    /// These four and then the higher four, as short numbers; what is too large becomes the largest.
    #[inline(always)]
    pub(crate) fn narrow(self, high: Self) -> I16x8 {
        let short = |value: i32| value.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16;
        let ([a, b, c, d], [e, f, g, h]) = (self.0.map(short), high.0.map(short));
        I16x8([a, b, c, d, e, f, g, h])
    }
}

impl I16x8 {
    /// Four pairs; the first of each stands in the low half.
    #[inline(always)]
    pub(crate) fn new([a, b, c, d]: [i32; 4]) -> Self {
        let halves = |pair: i32| [pair as i16, (pair >> 16) as i16];
        let ([a, b], [c, d], [e, f], [g, h]) = (halves(a), halves(b), halves(c), halves(d));
        Self([a, b, c, d, e, f, g, h])
    }

    /// The same pair four times.
    #[inline(always)]
    pub(crate) fn splat(pair: i32) -> Self {
        let (even, odd) = (pair as i16, (pair >> 16) as i16);
        Self([even, odd, even, odd, even, odd, even, odd])
    }

    /// Sixteen bytes with their signs.
    #[inline(always)]
    pub(crate) fn widen(bytes: [i8; 16]) -> [Self; 2] {
        let short = |from: usize| Self(std::array::from_fn(|lane| i16::from(bytes[from + lane])));
        [short(0), short(8)]
    }

    /// The four pairs.
    #[inline(always)]
    pub(crate) fn to_array(self) -> [i32; 4] {
        let pair =
            |index: usize| i32::from(self.0[2 * index]) & 0xffff | i32::from(self.0[2 * index + 1]) << 16;
        std::array::from_fn(pair)
    }

    /// Pairs of one number of each, in their order.
    #[inline(always)]
    pub(crate) fn zip(self, other: Self) -> [Self; 2] {
        let [a, b, c, d, e, f, g, h] = self.0;
        let [i, j, k, l, m, n, o, p] = other.0;
        [Self([a, i, b, j, c, k, d, l]), Self([e, m, f, n, g, o, h, p])]
    }

    /// Products of neighbours, added in pairs. Only if all four numbers of a lane are the smallest short does it wrap.
    #[inline(always)]
    pub(crate) fn dot(self, other: Self) -> I32x4 {
        let product = |index: usize| i32::from(self.0[index]) * i32::from(other.0[index]);
        I32x4(std::array::from_fn(|lane| product(2 * lane).wrapping_add(product(2 * lane + 1))))
    }
}

impl Add for F32x4 {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] + other.0[lane]))
    }
}

impl Sub for F32x4 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] - other.0[lane]))
    }
}

impl Mul for F32x4 {
    type Output = Self;

    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] * other.0[lane]))
    }
}

impl Div for F32x4 {
    type Output = Self;

    #[inline(always)]
    fn div(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane] / other.0[lane]))
    }
}

impl Add for I32x4 {
    type Output = Self;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }
}

impl Sub for I32x4 {
    type Output = Self;

    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|lane| self.0[lane].wrapping_sub(other.0[lane])))
    }
}
