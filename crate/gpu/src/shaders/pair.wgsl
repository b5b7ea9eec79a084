// u, v, |u − v|, u · v of each sequence: u is the mean over its first text, v over its second. One workgroup for each
// sequence. Constants: WIDTH.
@group(0) @binding(0) var<storage, read> sequences: array<vec4<u32>>;
@group(0) @binding(1) var<storage, read> tokens: array<vec4<u32>>;
@group(0) @binding(2) var<storage, read> hidden: array<f32>;
@group(0) @binding(3) var<storage, read_write> features: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let sequence = sequences[group.x];
    for (var column = lane; column < WIDTH; column += 64u) {
        var sums = vec2<f32>();
        var counts = vec2<f32>();
        for (var token = sequence.x; token < sequence.y; token++) {
            let text = select(vec2<f32>(1.0, 0.0), vec2<f32>(0.0, 1.0), tokens[token].y != 0u);
            sums += hidden[token * WIDTH + column] * text;
            counts += text;
        }
        let means = sums / max(counts, vec2<f32>(1.0));
        let first = group.x * 4u * WIDTH + column;
        features[first] = means.x;
        features[first + WIDTH] = means.y;
        features[first + 2u * WIDTH] = abs(means.x - means.y);
        features[first + 3u * WIDTH] = means.x * means.y;
    }
}
