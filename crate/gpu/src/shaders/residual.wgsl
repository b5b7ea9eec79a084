// hidden = norm(hidden + change), one workgroup for each token. Constants: WIDTH, PARTS, EPSILON.
@group(0) @binding(0) var<storage, read> change: array<f32>;
@group(0) @binding(1) var<storage, read> norm: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read_write> hidden: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let first = group.x * WIDTH;
    for (var part = 0u; part < PARTS; part++) {
        let column = column_of(lane, part);
        if column < WIDTH {
            row[part] = hidden[first + column] + change[first + column];
        }
    }
    normalise(lane);
    for (var part = 0u; part < PARTS; part++) {
        let column = column_of(lane, part);
        if column < WIDTH {
            hidden[first + column] = row[part] * norm[column].x + norm[column].y;
        }
    }
}
