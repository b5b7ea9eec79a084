// softmax(q · kᵀ · factor) · v within each sequence, nothing padded. A workgroup takes 64 queries of one sequence and one
// head, an invocation one query; keys and values pass through workgroup memory KEYS at a time, and the softmax goes along
// with them (its sum and its results are scaled down whenever a larger score comes; Milakov & Gimelshein 2018).
// Constants: WIDTH, HEAD (numbers of a head in fours), KEYS, FACTOR.
@group(0) @binding(0) var<storage, read> tiles: array<vec4<u32>>;
// For each token its queries, keys and values.
@group(0) @binding(1) var<storage, read> projected: array<vec4<f32>>;
@group(0) @binding(2) var<storage, read_write> context: array<vec4<f32>>;

const FOURS = WIDTH / 4u;

var<workgroup> keys: array<vec4<f32>, KEYS * HEAD>;
var<workgroup> values: array<vec4<f32>, KEYS * HEAD>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let tile = tiles[group.x];
    let start = group.y * HEAD;
    // Invocations beyond the last query repeat it, so that all of them meet at the barriers.
    let query = min(tile.z + lane, tile.y - 1u);
    var asked: array<vec4<f32>, HEAD>;
    var found: array<vec4<f32>, HEAD>;
    for (var d = 0u; d < HEAD; d++) {
        asked[d] = projected[query * 3u * FOURS + start + d] * FACTOR;
    }
    var most = -3.0e38;
    var sum = 0.0;
    for (var first = tile.x; first < tile.y; first += KEYS) {
        let count = min(KEYS, tile.y - first);
        for (var index = lane; index < count * HEAD; index += 64u) {
            let token = (first + index / HEAD) * 3u * FOURS + start + index % HEAD;
            keys[index] = projected[token + FOURS];
            values[index] = projected[token + 2u * FOURS];
        }
        workgroupBarrier();
        for (var key = 0u; key < count; key++) {
            var score = 0.0;
            for (var d = 0u; d < HEAD; d++) {
                score += dot(asked[d], keys[key * HEAD + d]);
            }
            if score > most {
                let shrink = exp(most - score);
                sum *= shrink;
                for (var d = 0u; d < HEAD; d++) {
                    found[d] *= shrink;
                }
                most = score;
            }
            let weight = exp(score - most);
            sum += weight;
            for (var d = 0u; d < HEAD; d++) {
                found[d] += weight * values[key * HEAD + d];
            }
        }
        workgroupBarrier();
    }
    if tile.z + lane < tile.y {
        for (var d = 0u; d < HEAD; d++) {
            context[query * FOURS + start + d] = found[d] / sum;
        }
    }
}
