// y = activation(x · W + b). A workgroup computes 64 rows by 64 outputs, 16 inputs at a time out of workgroup memory
// (8 KiB); an invocation four rows by four outputs, so that each number read from there is used four times.
// Constants: INPUTS (a multiple of four), OUTPUTS, COUNT (which of the run's counts is that of the rows), ACTIVATION
// (0 none, 1 GELU, 2 hyperbolic tangent).
@group(0) @binding(0) var<uniform> counts: vec4<u32>;
@group(0) @binding(1) var<storage, read> x: array<vec4<f32>>;
// For each four inputs a row with one word for each output.
@group(0) @binding(2) var<storage, read> weights: array<u32>;
// Scale and bias of each output.
@group(0) @binding(3) var<storage, read> scales: array<vec2<f32>>;
@group(0) @binding(4) var<storage, read_write> y: array<f32>;

const QUADS = INPUTS / 4u;

var<workgroup> x_tile: array<vec4<f32>, 256>;
var<workgroup> weight_tile: array<vec4<f32>, 256>;

// Φ(x) − ½ over |x| ≤ 5.3 as x · P(t) / Q(t), t = (x / 5.3)²: the same as on the processor, error of x·Φ(x) at most 1e-6.
fn gelu(x: f32) -> f32 {
    let near = clamp(x, -5.3, 5.3);
    let t = near * near * (1.0 / 28.09);
    let p = ((((0.4090166 * t + 4.027054) * t + 3.77604) * t + 3.6988328) * t + 0.9521555) * t + 0.3989421;
    let q = ((((21.417542 * t + 46.50726) * t + 41.945564) * t + 22.638968) * t + 7.068316) * t + 1.0;
    return x * (0.5 + near * p / q);
}

fn activate(x: f32) -> f32 {
    switch ACTIVATION {
        case 1u: { return gelu(x); }
        // Beyond ten it is one to the last bit; some drivers overflow there.
        case 2u: { return tanh(clamp(x, -10.0, 10.0)); }
        default: { return x; }
    }
}

fn four_products(r: vec4<f32>, a: vec4<f32>, b: vec4<f32>, c: vec4<f32>, d: vec4<f32>) -> vec4<f32> {
    return vec4<f32>(dot(r, a), dot(r, b), dot(r, c), dot(r, d));
}

fn put(row: u32, output: u32, sum: f32) {
    if output < OUTPUTS {
        y[row * OUTPUTS + output] = activate(sum * scales[output].x + scales[output].y);
    }
}

fn put_row(rows: u32, row: u32, output: u32, four: vec4<f32>) {
    if row < rows {
        put(row, output, four.x);
        put(row, output + 16u, four.y);
        put(row, output + 32u, four.z);
        put(row, output + 48u, four.w);
    }
}

@compute @workgroup_size(16, 16)
fn main(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_id) place: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {
    let rows = counts[COUNT];
    let first_output = group.x * 64u;
    let first_row = group.y * 64u;
    // One for each row of this invocation: four variables, because drivers keep arrays out of registers.
    var first_sum = vec4<f32>();
    var second_sum = vec4<f32>();
    var third_sum = vec4<f32>();
    var fourth_sum = vec4<f32>();
    for (var first = 0u; first < QUADS; first += 4u) {
        // Four inputs of one row, four weights of one output.
        let quad = first + lane / 64u;
        let row = first_row + lane % 64u;
        let output = first_output + lane % 64u;
        var inputs = vec4<f32>();
        if row < rows && quad < QUADS {
            inputs = x[row * QUADS + quad];
        }
        var four = vec4<f32>();
        if output < OUTPUTS && quad < QUADS {
            let word = bitcast<i32>(weights[quad * OUTPUTS + output]);
            four = vec4<f32>(vec4<i32>(
                extractBits(word, 0u, 8u), extractBits(word, 8u, 8u), extractBits(word, 16u, 8u), word >> 24u,
            ));
        }
        x_tile[lane] = inputs;
        weight_tile[lane] = four;
        workgroupBarrier();
        for (var step = 0u; step < 256u; step += 64u) {
            let a = weight_tile[step + place.x];
            let b = weight_tile[step + place.x + 16u];
            let c = weight_tile[step + place.x + 32u];
            let d = weight_tile[step + place.x + 48u];
            first_sum += four_products(x_tile[step + place.y], a, b, c, d);
            second_sum += four_products(x_tile[step + place.y + 16u], a, b, c, d);
            third_sum += four_products(x_tile[step + place.y + 32u], a, b, c, d);
            fourth_sum += four_products(x_tile[step + place.y + 48u], a, b, c, d);
        }
        workgroupBarrier();
    }
    put_row(rows, first_row + place.y, first_output + place.x, first_sum);
    put_row(rows, first_row + place.y + 16u, first_output + place.x, second_sum);
    put_row(rows, first_row + place.y + 32u, first_output + place.x, third_sum);
    put_row(rows, first_row + place.y + 48u, first_output + place.x, fourth_sum);
}
