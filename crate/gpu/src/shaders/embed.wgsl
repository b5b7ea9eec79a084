// norm(word + type + position), one workgroup for each token. Constants: WIDTH, PARTS, EPSILON, PACKED.
@group(0) @binding(0) var<storage, read> tokens: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> words: array<u32>;
@group(0) @binding(2) var<storage, read> word_scales: array<f32>;
@group(0) @binding(3) var<storage, read> types: array<f32>;
@group(0) @binding(4) var<storage, read> positions: array<f32>;
@group(0) @binding(5) var<storage, read> norm: array<vec2<f32>>;
@group(0) @binding(6) var<storage, read_write> hidden: array<f32>;

fn word(index: u32, column: u32) -> f32 {
    let place = index * WIDTH + column;
    if PACKED {
        let four = bitcast<i32>(words[place / 4u]);
        return f32(extractBits(four, place % 4u * 8u, 8u)) * word_scales[index];
    }
    return bitcast<f32>(words[place]);
}

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let token = tokens[group.x];
    for (var part = 0u; part < PARTS; part++) {
        let column = column_of(lane, part);
        if column < WIDTH {
            row[part] = word(token.x, column) + types[token.y * WIDTH + column] + positions[token.z * WIDTH + column];
        }
    }
    normalise(lane);
    for (var part = 0u; part < PARTS; part++) {
        let column = column_of(lane, part);
        if column < WIDTH {
            hidden[group.x * WIDTH + column] = row[part] * norm[column].x + norm[column].y;
        }
    }
}
