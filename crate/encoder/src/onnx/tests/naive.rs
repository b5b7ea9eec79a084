//! The small encoder in double precision, as its formulas read.

use super::small::{Dense, HEAD, Norm, Small, WIDTH};

fn dense(x: &[f64], dense: &Dense) -> Vec<f64> {
    let output = |output: usize| {
        let weight = |input: usize| {
            f64::from(dense.weights[input * dense.outputs + output]) * f64::from(dense.scales[output])
        };
        let sum: f64 = x.iter().enumerate().map(|(input, value)| value * weight(input)).sum();
        sum + f64::from(dense.biases[output])
    };
    (0..dense.outputs).map(output).collect()
}

fn norm(x: &[f64], (scale, shift): &Norm) -> Vec<f64> {
    let count = x.len() as f64;
    let mean = x.iter().sum::<f64>() / count;
    let deviation = (x.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count + 1e-12).sqrt();
    let one = |(value, (scale, shift)): (&f64, (&f32, &f32))| {
        (value - mean) / deviation * f64::from(*scale) + f64::from(*shift)
    };
    x.iter().zip(scale.iter().zip(shift)).map(one).collect()
}

fn sum(a: &[f64], b: &[f64]) -> Vec<f64> {
    a.iter().zip(b).map(|(a, b)| a + b).collect()
}

/// x · Φ(x), Φ by Simpson's rule on the density.
fn gelu(x: f64) -> f64 {
    let steps = 400;
    let width = x / f64::from(steps);
    let density = |t: f64| (-t * t / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let weight = |step: i32| match step {
        _ if step == 0 || step == steps => 1.0,
        _ if step % 2 == 1 => 4.0,
        _ => 2.0,
    };
    let area: f64 = (0..=steps).map(|step| weight(step) * density(f64::from(step) * width)).sum();
    x * (0.5 + area * width / 3.0)
}

fn attention(queries: &[Vec<f64>], keys: &[Vec<f64>], values: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let context = |query: &Vec<f64>| -> Vec<f64> {
        (0..WIDTH)
            .map(|column| {
                let head = column / HEAD * HEAD..column / HEAD * HEAD + HEAD;
                let score = |key: &Vec<f64>| {
                    let products = query[head.clone()].iter().zip(&key[head.clone()]).map(|(q, k)| q * k);
                    (products.sum::<f64>() / (HEAD as f64).sqrt()).exp()
                };
                let weights: Vec<f64> = keys.iter().map(score).collect();
                let weighted = weights.iter().zip(values).map(|(weight, value)| weight * value[column]);
                weighted.sum::<f64>() / weights.iter().sum::<f64>()
            })
            .collect()
    };
    queries.iter().map(context).collect()
}

/// What the model gives for one sequence.
pub(super) fn run(small: &Small, ids: &[i64], types: &[i64]) -> Vec<f64> {
    let embed = |(position, (id, kind)): (usize, (&i64, &i64))| {
        let (id, kind) = (usize::try_from(*id).unwrap(), usize::try_from(*kind).unwrap());
        let column = |column: usize| {
            f64::from(small.words.0[id * WIDTH + column]) * f64::from(small.words.1[id])
                + f64::from(small.positions.0[position * WIDTH + column])
                    * f64::from(small.positions.1[column])
                + f64::from(small.types[kind * WIDTH + column])
        };
        norm(&(0..WIDTH).map(column).collect::<Vec<f64>>(), &small.norm)
    };
    let mut hidden: Vec<Vec<f64>> = ids.iter().zip(types).enumerate().map(embed).collect();
    for layer in &small.layers {
        let all = |weights: &Dense| hidden.iter().map(|row| dense(row, weights)).collect::<Vec<_>>();
        let contexts = attention(&all(&layer.query), &all(&layer.key), &all(&layer.value));
        hidden = hidden
            .iter()
            .zip(&contexts)
            .map(|(row, context)| {
                let y = norm(&sum(&dense(context, &layer.projected), row), &layer.norm1);
                let wide: Vec<f64> = dense(&y, &layer.f).into_iter().map(gelu).collect();
                norm(&sum(&dense(&wide, &layer.o), &y), &layer.norm2)
            })
            .collect();
    }
    match &small.head {
        Some((weights, classifier, biases)) => classify(&hidden, types, weights, classifier, biases),
        None => hidden.concat(),
    }
}

fn classify(
    hidden: &[Vec<f64>],
    types: &[i64],
    weights: &Dense,
    classifier: &[f32],
    biases: &[f32],
) -> Vec<f64> {
    let mean = |kind: i64| -> Vec<f64> {
        let rows: Vec<&Vec<f64>> =
            hidden.iter().zip(types).filter(|(_, found)| **found == kind).map(|(row, _)| row).collect();
        let count = rows.len().max(1) as f64;
        (0..WIDTH).map(|column| rows.iter().map(|row| row[column]).sum::<f64>() / count).collect()
    };
    let (u, v) = (mean(0), mean(1));
    let both = |f: fn(f64, f64) -> f64| u.iter().zip(&v).map(|(u, v)| f(*u, *v)).collect::<Vec<f64>>();
    let features = [u.clone(), v.clone(), both(|u, v| (u - v).abs()), both(|u, v| u * v)].concat();
    let active: Vec<f64> = dense(&features, weights).into_iter().map(f64::tanh).collect();
    let logit = |output: usize| {
        let products =
            active.iter().enumerate().map(|(input, value)| value * f64::from(classifier[input * 3 + output]));
        products.sum::<f64>() + f64::from(biases[output])
    };
    (0..3).map(logit).collect()
}
