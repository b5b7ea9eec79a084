// Layer normalisation of one row, spread over 64 invocations. Constants: WIDTH, PARTS, EPSILON.
var<private> row: array<f32, PARTS>;

fn column_of(lane: u32, part: u32) -> u32 {
    return part * 64u + lane;
}

// Mean zero, variance one.
fn normalise(lane: u32) {
    var sum = 0.0;
    for (var part = 0u; part < PARTS; part++) {
        sum += select(0.0, row[part], column_of(lane, part) < WIDTH);
    }
    let mean = total(lane, sum) / f32(WIDTH);
    var squares = 0.0;
    for (var part = 0u; part < PARTS; part++) {
        let difference = select(0.0, row[part] - mean, column_of(lane, part) < WIDTH);
        row[part] = difference;
        squares += difference * difference;
    }
    let factor = 1.0 / sqrt(total(lane, squares) / f32(WIDTH) + EPSILON);
    for (var part = 0u; part < PARTS; part++) {
        row[part] *= factor;
    }
}
