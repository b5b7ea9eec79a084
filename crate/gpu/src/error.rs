//! Why there is no device, and why a run failed.

use citelight_encoder::RunError;

/// Why a model does not run on the graphics processor. Whoever asked goes on with the processor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GpuError {
    /// The browser offers no adapter.
    #[error("WebGPU is not to be had: {0}; the model runs on the processor instead")]
    NoAdapter(String),
    /// The adapter only imitates a graphics processor.
    #[error("WebGPU runs on the processor here ({0}); the model's own code for it is faster")]
    Software(String),
    /// The adapter gave no device.
    #[error("the adapter gave no device: {0}; the model runs on the processor instead")]
    NoDevice(String),
    /// The model is larger than what every device takes.
    #[error("{what} of the model takes {needed} where devices take {most}; run it on the processor")]
    TooLarge {
        /// Which part.
        what: &'static str,
        /// What it needs.
        needed: usize,
        /// What devices take by default.
        most: usize,
    },
    /// The model has a shape that the kernels do not know.
    #[error("the kernels do not know {0}; run the model on the processor")]
    Unsupported(String),
    /// The device is gone: its driver was restarted, the machine slept, the browser took it.
    #[error("the graphics device was lost: {0}; go on with the processor")]
    Lost(String),
    /// The device has not enough memory.
    #[error("the graphics device is out of memory: {0}; go on with the processor")]
    OutOfMemory(String),
    /// The device refused the commands.
    #[error(
        "the graphics device refused the commands: {0}; go on with the processor, and report this defect"
    )]
    Validation(String),
    /// The driver failed.
    #[error("the graphics driver failed: {0}; go on with the processor")]
    Internal(String),
    /// The sequences are not what the model takes: no processor would run them.
    #[error(transparent)]
    Sequences(#[from] RunError),
}
