// Adds one number of each of a workgroup's 64 invocations. All of them must call it.
var<workgroup> parts: array<f32, 64>;

fn total(lane: u32, part: f32) -> f32 {
    parts[lane] = part;
    workgroupBarrier();
    for (var count = 32u; count > 0u; count = count / 2u) {
        if lane < count {
            parts[lane] += parts[lane + count];
        }
        workgroupBarrier();
    }
    let sum = parts[0];
    workgroupBarrier();
    return sum;
}
