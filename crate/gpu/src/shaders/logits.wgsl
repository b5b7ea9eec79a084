// The classifier's last layer, one workgroup for each sequence. Constants: INPUTS, OUTPUTS.
@group(0) @binding(0) var<storage, read> dense: array<f32>;
// For each output its weights.
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<storage, read> biases: array<f32>;
@group(0) @binding(3) var<storage, read_write> logits: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    for (var output = 0u; output < OUTPUTS; output++) {
        var part = 0.0;
        for (var input = lane; input < INPUTS; input += 64u) {
            part += dense[group.x * INPUTS + input] * weights[output * INPUTS + input];
        }
        let sum = total(lane, part);
        if lane == 0u {
            logits[group.x * OUTPUTS + output] = sum + biases[output];
        }
    }
}
