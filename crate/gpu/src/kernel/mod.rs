//! Kernels: their source, what they read and write, and how many workgroups they take.

use wgpu::{
    BindGroup, BindGroupDescriptor, BindGroupEntry, Buffer, ComputePass, ComputePipeline,
    ComputePipelineDescriptor, ShaderModuleDescriptor, ShaderSource,
};

use crate::device::Gpu;
use crate::plan::number;

mod shaders;

#[cfg(test)]
mod tests;

pub(crate) use shaders::{Activation, Count, attention, embed, linear, logits, pair, residual};

/// A compiled kernel.
#[derive(Clone)]
pub(crate) struct Kernel {
    label: &'static str,
    pipeline: ComputePipeline,
    grid: Grid,
}

/// Workgroups of a kernel.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Grid {
    /// One for each of what is counted.
    Each(Count),
    /// So many for each workgroup of queries.
    Queries(usize),
    /// So many columns of 64, for each 64 of what is counted.
    Tiles(usize, Count),
}

/// What a submission holds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) tokens: usize,
    pub(crate) sequences: usize,
    /// Workgroups of queries.
    pub(crate) queries: usize,
}

impl Counts {
    fn of(self, count: Count) -> usize {
        match count {
            Count::Tokens => self.tokens,
            Count::Sequences => self.sequences,
        }
    }

    /// As kernels read them.
    pub(crate) fn numbers(self) -> [u32; 4] {
        [number(self.tokens), number(self.sequences), 0, 0]
    }
}

/// A kernel with its buffers.
pub(crate) struct Step {
    kernel: Kernel,
    buffers: BindGroup,
}

/// A constant of a kernel.
pub(crate) enum Constant {
    Whole(usize),
    Float(f32),
    Flag(bool),
}

impl Kernel {
    /// Compiles sources after constants.
    pub(crate) fn new(
        gpu: &Gpu,
        label: &'static str,
        grid: Grid,
        sources: &[&str],
        constants: &[(&str, Constant)],
    ) -> Self {
        let line = |(name, value): &(&str, Constant)| match value {
            Constant::Whole(value) => format!("const {name} = {value}u;\n"),
            Constant::Float(value) => format!("const {name}: f32 = {value:e};\n"),
            Constant::Flag(value) => format!("const {name} = {value};\n"),
        };
        let source: String = constants.iter().map(line).collect::<String>() + &sources.concat();
        let module = ShaderModuleDescriptor { label: Some(label), source: ShaderSource::Wgsl(source.into()) };
        let module = gpu.device.create_shader_module(module);
        let pipeline = gpu.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: Some(label),
            layout: None,
            module: &module,
            entry_point: Some("main"),
            compilation_options: Default::default(),
            cache: None,
        });
        Self { label, pipeline, grid }
    }

    /// The kernel with the buffers that it names, in the order of its bindings.
    pub(crate) fn on(&self, gpu: &Gpu, buffers: &[&Buffer]) -> Step {
        let entries: Vec<BindGroupEntry<'_>> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let buffers = gpu.device.create_bind_group(&BindGroupDescriptor {
            label: Some(self.label),
            layout: &self.pipeline.get_bind_group_layout(0),
            entries: &entries,
        });
        Step { kernel: self.clone(), buffers }
    }
}

impl Step {
    /// Puts the kernel into a pass.
    pub(crate) fn put(&self, pass: &mut ComputePass<'_>, counts: Counts) {
        let (columns, rows) = match self.kernel.grid {
            Grid::Each(count) => (counts.of(count), 1),
            Grid::Queries(each) => (counts.queries, each),
            Grid::Tiles(columns, count) => (columns, counts.of(count).div_ceil(64)),
        };
        pass.set_pipeline(&self.kernel.pipeline);
        pass.set_bind_group(0, &self.buffers, &[]);
        pass.dispatch_workgroups(number(columns), number(rows), 1);
    }
}
