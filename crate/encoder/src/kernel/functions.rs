//! Exponential, GELU and hyperbolic tangent, four at a time.

use crate::lanes::{F32x4, I32x4};

/// Below it an exponential is no normal number of single precision.
const LEAST_EXPONENT: f32 = -87.0;

/// 2^f − 1 over f ∈ [−½, ½], by powers of f from the first: largest relative error of 2^f is 9.1e-8.
#[allow(clippy::approx_constant, reason = "fitted with the others, it is not quite ln 2")]
const POWER_OF_TWO: [f32; 5] = [0.693_147, 0.240_222_42, 0.055_507_336, 0.009_671_514, 0.001_326_472_6];

/// Where the rational function stands in for the normal distribution; beyond, the distribution is 0 or 1 to 6e-8.
const NORMAL_BOUND: f32 = 5.3;

/// Φ(x) − ½ over |x| ≤ 5.3 as x · P(t) / Q(t), t = (x / 5.3)²: a weighted least-squares fit, error of x·Φ(x) 1.2e-8.
const NORMAL_P: [f32; 6] = [0.398_942_1, 0.952_155_5, 3.698_832_8, 3.776_04, 4.027_054, 0.409_016_6];
const NORMAL_Q: [f32; 6] = [1.0, 7.068_316, 22.638_968, 41.945_564, 46.507_26, 21.417_542];

#[inline(always)]
fn polynomial<const N: usize>(coefficients: [f32; N], x: F32x4) -> F32x4 {
    let mut sum = F32x4::splat(coefficients[N - 1]);
    for coefficient in coefficients[..N - 1].iter().rev() {
        sum = sum * x + F32x4::splat(*coefficient);
    }
    sum
}

/// e^x for x ≤ 87; for x < −87 what e^−87 is (1.6e-38). Relative error at most (1 + |x|) · 1.5e-7.
#[inline(always)]
pub(crate) fn exponential(x: F32x4) -> F32x4 {
    let x = x.max(F32x4::splat(LEAST_EXPONENT)).min(F32x4::splat(-LEAST_EXPONENT));
    let t = x * F32x4::splat(std::f32::consts::LOG2_E);
    let whole = t.round();
    let fraction = t - whole.to_f32();
    let mantissa = polynomial(POWER_OF_TWO, fraction) * fraction + F32x4::splat(1.0);
    mantissa * F32x4::from_bits((whole + I32x4::splat(127)).to_exponent())
}

/// GELU in its exact form, x · Φ(x) (Hendrycks & Gimpel 2016): absolute error at most 1e-6, 2e-7 for |x| ≤ 1.
#[inline(always)]
pub(crate) fn gelu(x: F32x4) -> F32x4 {
    let bound = F32x4::splat(NORMAL_BOUND);
    let near = x.max(F32x4::splat(-NORMAL_BOUND)).min(bound);
    let t = near * near * F32x4::splat(1.0 / (NORMAL_BOUND * NORMAL_BOUND));
    x * (F32x4::splat(0.5) + near * polynomial(NORMAL_P, t) / polynomial(NORMAL_Q, t))
}

/// The hyperbolic tangent, error at most 1e-6.
#[inline(always)]
pub(crate) fn tanh(x: F32x4) -> F32x4 {
    let one = F32x4::splat(1.0);
    let squared = exponential(x + x);
    one - (one + one) / (squared + one)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every number from `from` to `to` by steps that no power of two divides, and the largest of `error`.
    fn largest(from: f32, to: f32, error: impl Fn(f32) -> f64) -> f64 {
        let count = 200_003;
        (0..=count).map(|step| error(from + (to - from) * (step as f32 / count as f32))).fold(0.0, f64::max)
    }

    fn one(function: fn(F32x4) -> F32x4, x: f32) -> f64 {
        f64::from(function(F32x4::splat(x)).to_array()[0])
    }

    /// Φ by the series of the error function, or its continued fraction where that loses digits.
    fn normal(x: f64) -> f64 {
        if x.abs() < 3.0 {
            let (mut term, mut sum) = (x, x);
            for n in 1..200 {
                term *= x * x / f64::from(2 * n + 1);
                sum += term;
            }
            0.5 + sum * (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
        } else {
            let x_abs = x.abs();
            let fraction = (1..200).rev().fold(x_abs, |below, n| x_abs + f64::from(n) / below);
            let tail = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() / fraction;
            if x > 0.0 { 1.0 - tail } else { tail }
        }
    }

    #[test]
    fn exponentials_are_close() {
        let error = |x: f32| {
            let exact = f64::from(x).exp();
            (one(exponential, x) - exact).abs() / exact / (1.0 + f64::from(x.abs()))
        };
        assert!(largest(-87.0, 87.0, error) < 1.5e-7, "{}", largest(-87.0, 87.0, error));
        assert_eq!(one(exponential, 0.0), 1.0);
        assert!(one(exponential, f32::NEG_INFINITY) < 2e-38);
    }

    #[test]
    fn gelu_is_close() {
        let error = |x: f32| (one(gelu, x) - f64::from(x) * normal(f64::from(x))).abs();
        assert!(largest(-12.0, 12.0, error) < 1.2e-6, "{}", largest(-12.0, 12.0, error));
        assert!(largest(-1.0, 1.0, error) < 2e-7, "{}", largest(-1.0, 1.0, error));
        assert_eq!(one(gelu, 0.0), 0.0);
        assert_eq!(one(gelu, 1e6), 1e6);
        assert!(one(gelu, -1e6).abs() < 0.1);
    }

    #[test]
    fn tanh_is_close() {
        let error = |x: f32| (one(tanh, x) - f64::from(x).tanh()).abs();
        assert!(largest(-30.0, 30.0, error) < 1e-6, "{}", largest(-30.0, 30.0, error));
        assert_eq!(one(tanh, 1e9), 1.0);
        assert_eq!(one(tanh, -1e9), -1.0);
    }
}
