//! A small encoder: its numbers, and the ONNX file that the project's exporter would make of them.

pub(super) const WIDTH: usize = 16;
pub(super) const WIDE: usize = 20;
pub(super) const HEAD: usize = 8;
pub(super) const LAYERS: usize = 2;
pub(super) const VOCABULARY: usize = 11;
pub(super) const POSITIONS: usize = 9;

/// int8 weights with a scale for each output, and biases.
pub(super) struct Dense {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    pub(super) weights: Vec<i8>,
    pub(super) scales: Vec<f32>,
    pub(super) biases: Vec<f32>,
}

/// Scale and shift.
pub(super) type Norm = (Vec<f32>, Vec<f32>);

pub(super) struct Layer {
    pub(super) query: Dense,
    pub(super) key: Dense,
    pub(super) value: Dense,
    pub(super) projected: Dense,
    pub(super) norm1: Norm,
    pub(super) f: Dense,
    pub(super) o: Dense,
    pub(super) norm2: Norm,
}

pub(super) struct Small {
    pub(super) words: (Vec<i8>, Vec<f32>),
    pub(super) positions: (Vec<i8>, Vec<f32>),
    pub(super) types: Vec<f32>,
    pub(super) norm: Norm,
    pub(super) layers: Vec<Layer>,
    pub(super) head: Option<(Dense, Vec<f32>, Vec<f32>)>,
}

struct Draws(u64);

impl Draws {
    fn next(&mut self) -> i32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as i32
    }

    fn floats(&mut self, count: usize, size: f32) -> Vec<f32> {
        (0..count).map(|_| self.next() as f32 / i32::MAX as f32 * size).collect()
    }

    fn bytes(&mut self, count: usize) -> Vec<i8> {
        (0..count).map(|_| self.next() as i8).collect()
    }

    fn scales(&mut self, count: usize, size: f32) -> Vec<f32> {
        self.floats(count, size / 128.0).into_iter().map(|scale| scale.abs() + size / 256.0).collect()
    }

    fn dense(&mut self, inputs: usize, outputs: usize) -> Dense {
        let size = 1.5 / (inputs as f32).sqrt();
        Dense {
            inputs,
            outputs,
            weights: self.bytes(inputs * outputs),
            scales: self.scales(outputs, size),
            biases: self.floats(outputs, 0.5),
        }
    }

    fn norm(&mut self) -> Norm {
        (self.floats(WIDTH, 0.5).into_iter().map(|scale| 1.0 + scale).collect(), self.floats(WIDTH, 0.5))
    }

    fn layer(&mut self) -> Layer {
        Layer {
            query: self.dense(WIDTH, WIDTH),
            key: self.dense(WIDTH, WIDTH),
            value: self.dense(WIDTH, WIDTH),
            projected: self.dense(WIDTH, WIDTH),
            norm1: self.norm(),
            f: self.dense(WIDTH, WIDE),
            o: self.dense(WIDE, WIDTH),
            norm2: self.norm(),
        }
    }
}

impl Small {
    pub(super) fn new(seed: u64, classifies: bool) -> Self {
        let mut draws = Draws(seed | 1);
        Self {
            words: (draws.bytes(VOCABULARY * WIDTH), draws.scales(VOCABULARY, 1.0)),
            positions: (draws.bytes(POSITIONS * WIDTH), draws.scales(WIDTH, 0.5)),
            types: draws.floats(2 * WIDTH, 0.5),
            norm: draws.norm(),
            layers: (0..LAYERS).map(|_| draws.layer()).collect(),
            head: classifies
                .then(|| (draws.dense(4 * WIDTH, WIDTH), draws.floats(WIDTH * 3, 0.5), draws.floats(3, 0.5))),
        }
    }
}

/// The ONNX file.
pub(super) mod builder {
    use super::super::proto::{Attribute, Graph, Model, Node, Tensor, Value};
    use super::{Dense, HEAD, LAYERS, Norm, POSITIONS, Small, VOCABULARY, WIDTH};

    fn dims(dimensions: &[usize]) -> Vec<i64> {
        dimensions.iter().map(|dimension| i64::try_from(*dimension).unwrap()).collect()
    }

    pub(in super::super) fn floats(name: &str, shape: &[usize], numbers: &[f32]) -> Tensor {
        let raw: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        Tensor {
            dims: dims(shape),
            data_type: 1,
            name: name.to_owned(),
            raw_data: raw.into(),
            ..Tensor::default()
        }
    }

    pub(in super::super) fn bytes(name: &str, shape: &[usize], numbers: &[i8]) -> Tensor {
        let raw: Vec<u8> = numbers.iter().map(|number| number.cast_unsigned()).collect();
        Tensor {
            dims: dims(shape),
            data_type: 3,
            name: name.to_owned(),
            raw_data: raw.into(),
            ..Tensor::default()
        }
    }

    pub(in super::super) fn longs(name: &str, numbers: &[i64]) -> Tensor {
        let raw: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let dims = dims(&[numbers.len()]);
        Tensor { dims, data_type: 7, name: name.to_owned(), raw_data: raw.into(), ..Tensor::default() }
    }

    fn ints(name: &str, ints: &[i64]) -> Attribute {
        Attribute { name: name.to_owned(), ints: ints.to_vec(), ..Attribute::default() }
    }

    fn int(name: &str, i: i64) -> Attribute {
        Attribute { name: name.to_owned(), i, ..Attribute::default() }
    }

    #[derive(Default)]
    struct Building {
        graph: Graph,
    }

    impl Building {
        fn node(&mut self, kind: &str, inputs: &[&str], output: &str, attribute: Vec<Attribute>) {
            let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
            self.graph.node.push(Node {
                input: names(inputs),
                output: names(&[output]),
                op_type: kind.to_owned(),
                attribute,
                domain: String::new(),
            });
        }

        fn constant(&mut self, tensor: Tensor) {
            self.graph.initializer.push(tensor);
        }

        fn stored(&mut self, name: &str, shape: [usize; 2], numbers: (&[i8], &[f32]), axis: i64) {
            let (values, scales, zeros) =
                (format!("{name}.q"), format!("{name}.scale"), format!("{name}.zero"));
            self.constant(bytes(&values, &shape, numbers.0));
            self.constant(floats(&scales, &[numbers.1.len()], numbers.1));
            self.constant(bytes(&zeros, &[numbers.1.len()], &vec![0; numbers.1.len()]));
            self.node("DequantizeLinear", &[&values, &scales, &zeros], name, vec![int("axis", axis)]);
        }

        fn dense(&mut self, input: &str, dense: &Dense, output: &str) {
            let (weights, biases, product) =
                (format!("{output}.w"), format!("{output}.b"), format!("{output}.mm"));
            self.stored(&weights, [dense.inputs, dense.outputs], (&dense.weights, &dense.scales), 1);
            self.constant(floats(&biases, &[dense.outputs], &dense.biases));
            self.node("MatMul", &[input, &weights], &product, vec![]);
            self.node("Add", &[&product, &biases], output, vec![]);
        }

        fn norm(&mut self, input: &str, norm: &Norm, output: &str) {
            let (scale, shift) = (format!("{output}.scale"), format!("{output}.shift"));
            self.constant(floats(&scale, &[WIDTH], &norm.0));
            self.constant(floats(&shift, &[WIDTH], &norm.1));
            let epsilon = Attribute { name: "epsilon".to_owned(), f: 1e-12, ..Attribute::default() };
            self.node("LayerNormalization", &[input, &scale, &shift], output, vec![int("axis", -1), epsilon]);
        }

        fn embeddings(&mut self, small: &Small) {
            for (name, number) in [("one", 1), ("two", 2), ("zero", 0), ("seq", 1), ("last", -1)] {
                self.constant(longs(name, &[number]));
            }
            self.constant(longs("axes", &[1, 2]));
            let heads = i64::try_from(WIDTH / HEAD).unwrap();
            self.constant(longs("split", &[0, 0, heads, i64::try_from(HEAD).unwrap()]));
            self.constant(longs("join", &[0, 0, i64::try_from(WIDTH).unwrap()]));
            let numbers = [("1.0", 1.0), ("-1e4", -1e4), ("scale", (HEAD as f32).sqrt())];
            for (name, number) in
                numbers.into_iter().chain([("sqrt2", 2.0_f32.sqrt()), ("half", 0.5), ("least", 1.0)])
            {
                self.constant(floats(name, &[1], &[number]));
            }
            self.stored("words", [VOCABULARY, WIDTH], (&small.words.0, &small.words.1), 0);
            self.stored("positions", [POSITIONS, WIDTH], (&small.positions.0, &small.positions.1), 1);
            self.constant(floats("types", &[2, WIDTH], &small.types));
            self.node("Shape", &["input_ids"], "shape", vec![]);
            self.node("Slice", &["shape", "one", "two", "zero"], "length", vec![]);
            self.node("Slice", &["positions", "zero", "length", "zero"], "position", vec![]);
            self.node("Gather", &["words", "input_ids"], "word", vec![]);
            self.node("Gather", &["types", "token_type_ids"], "type", vec![]);
            self.node("Add", &["word", "type"], "word+type", vec![]);
            self.node("Add", &["word+type", "position"], "embedded", vec![]);
            self.norm("embedded", &small.norm, "h0");
            self.node("Cast", &["attention_mask"], "mask.f", vec![int("to", 1)]);
            self.node("Unsqueeze", &["mask.f", "axes"], "mask.4d", vec![]);
            self.node("Sub", &["1.0", "mask.4d"], "mask.inv", vec![]);
            self.node("Mul", &["mask.inv", "-1e4"], "mask", vec![]);
        }

        fn layer(&mut self, index: usize, layer: &super::Layer) {
            let name = |what: &str| format!("l{index}.{what}");
            let input = format!("h{index}");
            let parts = [
                ("query", &layer.query, [0, 2, 1, 3]),
                ("key", &layer.key, [0, 2, 3, 1]),
                ("value", &layer.value, [0, 2, 1, 3]),
            ];
            for (what, dense, axes) in parts {
                self.dense(&input, dense, &name(what));
                self.node("Reshape", &[&name(what), "split"], &name(&format!("{what}.r")), vec![]);
                let transposed = name(&format!("{what}.t"));
                self.node(
                    "Transpose",
                    &[&name(&format!("{what}.r"))],
                    &transposed,
                    vec![ints("perm", &axes)],
                );
            }
            self.node("MatMul", &[&name("query.t"), &name("key.t")], &name("qk"), vec![]);
            self.node("Div", &[&name("qk"), "scale"], &name("scaled"), vec![]);
            self.node("Add", &[&name("scaled"), "mask"], &name("masked"), vec![]);
            self.node("Softmax", &[&name("masked")], &name("attention"), vec![int("axis", -1)]);
            self.node("MatMul", &[&name("attention"), &name("value.t")], &name("context"), vec![]);
            self.node(
                "Transpose",
                &[&name("context")],
                &name("context.t"),
                vec![ints("perm", &[0, 2, 1, 3])],
            );
            self.node("Reshape", &[&name("context.t"), "join"], &name("joined"), vec![]);
            self.dense(&name("joined"), &layer.projected, &name("projected"));
            self.node("Add", &[&name("projected"), &input], &name("residual1"), vec![]);
            self.norm(&name("residual1"), &layer.norm1, &name("y"));
            self.dense(&name("y"), &layer.f, &name("f"));
            self.node("Div", &[&name("f"), "sqrt2"], &name("f.d"), vec![]);
            self.node("Erf", &[&name("f.d")], &name("f.e"), vec![]);
            self.node("Add", &[&name("f.e"), "1.0"], &name("f.a"), vec![]);
            self.node("Mul", &[&name("f"), &name("f.a")], &name("gelu.m"), vec![]);
            self.node("Mul", &[&name("gelu.m"), "half"], &name("gelu"), vec![]);
            self.dense(&name("gelu"), &layer.o, &name("o"));
            self.node("Add", &[&name("o"), &name("y")], &name("residual2"), vec![]);
            self.norm(&name("residual2"), &layer.norm2, &format!("h{}", index + 1));
        }

        fn head(&mut self, dense: &Dense, weights: &[f32], biases: &[f32]) {
            let hidden = format!("h{LAYERS}");
            self.node("Cast", &["token_type_ids"], "types.f", vec![int("to", 1)]);
            self.node("Mul", &["types.f", "mask.f"], "second", vec![]);
            self.node("Sub", &["mask.f", "second"], "first", vec![]);
            for (what, of) in [("u", "first"), ("v", "second")] {
                let name = |part: &str| format!("{what}.{part}");
                self.node("Unsqueeze", &[of, "last"], &name("w"), vec![]);
                self.node("Mul", &[&hidden, &name("w")], &name("hw"), vec![]);
                self.node("ReduceSum", &[&name("hw"), "seq"], &name("sum"), vec![int("keepdims", 0)]);
                self.node("ReduceSum", &[of, "seq"], &name("n"), vec![int("keepdims", 1)]);
                self.node("Max", &[&name("n"), "least"], &name("count"), vec![]);
                self.node("Div", &[&name("sum"), &name("count")], what, vec![]);
            }
            self.node("Sub", &["u", "v"], "u-v", vec![]);
            self.node("Abs", &["u-v"], "|u-v|", vec![]);
            self.node("Mul", &["u", "v"], "u*v", vec![]);
            self.node("Concat", &["u", "v", "|u-v|", "u*v"], "features", vec![int("axis", 1)]);
            self.dense("features", dense, "dense");
            self.node("Tanh", &["dense"], "hidden", vec![]);
            self.constant(floats("classifier.w", &[WIDTH, 3], weights));
            self.constant(floats("classifier.b", &[3], biases));
            self.node("MatMul", &["hidden", "classifier.w"], "logits.mm", vec![]);
            self.node("Add", &["logits.mm", "classifier.b"], "logits", vec![]);
        }
    }

    pub(in super::super) fn model(small: &Small) -> Model {
        let mut building = Building::default();
        building.embeddings(small);
        for (index, layer) in small.layers.iter().enumerate() {
            building.layer(index, layer);
        }
        let mut output = format!("h{LAYERS}");
        if let Some((dense, weights, biases)) = &small.head {
            building.head(dense, weights, biases);
            output = "logits".to_owned();
        }
        let value = |name: &str| Value { name: name.to_owned() };
        building.graph.input = ["input_ids", "attention_mask", "token_type_ids"].map(value).to_vec();
        building.graph.output = vec![value(&output)];
        Model { graph: Some(building.graph) }
    }
}
