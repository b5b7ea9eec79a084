//! The device: asking for it, what it refuses, and its loss.

use std::pin::Pin;
use std::sync::{Arc, OnceLock};

use futures_channel::oneshot;
use wgpu::{
    Buffer, BufferDescriptor, BufferUsages, Device, DeviceDescriptor, DeviceType, ErrorFilter, Instance,
    Limits, MapMode, PowerPreference, Queue, RequestAdapterOptions,
};

use crate::error::GpuError;

/// Which adapters will do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adapters {
    /// Graphics processors.
    Hardware,
    /// Those that imitate one, too: for tests.
    Any,
}

/// A graphics device. Clones are the same one.
#[derive(Clone)]
pub struct Gpu {
    pub(crate) device: Device,
    pub(crate) queue: Queue,
    name: Arc<str>,
    /// What went wrong outside a run, first of all the loss of the device. Nothing works afterwards.
    fault: Arc<OnceLock<GpuError>>,
}

/// Whether the device refused what it was given.
pub(crate) type Refusal = Pin<Box<dyn Future<Output = Result<(), GpuError>>>>;

impl Gpu {
    /// Asks the browser for a device with the limits that every device has.
    ///
    /// # Errors
    /// [`GpuError`] if there is none that will do.
    pub async fn open(adapters: Adapters) -> Result<Self, GpuError> {
        let options = RequestAdapterOptions {
            power_preference: PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = Instance::default().request_adapter(&options).await;
        let adapter = adapter.map_err(|error| GpuError::NoAdapter(error.to_string()))?;
        let info = adapter.get_info();
        let name = if info.name.is_empty() { "an adapter without a name".to_owned() } else { info.name };
        if info.device_type == DeviceType::Cpu && adapters == Adapters::Hardware {
            return Err(GpuError::Software(name));
        }
        let asked = DeviceDescriptor {
            label: Some("citelight"),
            required_limits: Limits::defaults(),
            ..Default::default()
        };
        let given = adapter.request_device(&asked).await;
        let (device, queue) = given.map_err(|error| GpuError::NoDevice(error.to_string()))?;
        let fault: Arc<OnceLock<GpuError>> = Arc::default();
        let lost = Arc::clone(&fault);
        // Only the first fault is kept: what comes after a loss is its consequence.
        device.set_device_lost_callback(move |reason, message| {
            let _ = lost.set(GpuError::Lost(format!("{message} ({reason:?})")));
        });
        let refused = Arc::clone(&fault);
        device.on_uncaptured_error(Arc::new(move |error| {
            let _ = refused.set(error.into());
        }));
        Ok(Self { device, queue, name: name.into(), fault })
    }

    /// What the browser tells of the adapter.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Gives the device back. Runs fail from now on.
    pub fn destroy(&self) {
        self.device.destroy();
    }

    /// Fails if the device is gone.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        self.fault.get().map_or(Ok(()), |fault| Err(fault.clone()))
    }

    /// Does something with the device and gives what came of it, and, later, whether the device refused.
    pub(crate) fn watch<T>(&self, work: impl FnOnce() -> T) -> (T, Refusal) {
        let internal = self.device.push_error_scope(ErrorFilter::Internal);
        let memory = self.device.push_error_scope(ErrorFilter::OutOfMemory);
        let validation = self.device.push_error_scope(ErrorFilter::Validation);
        let result = work();
        // The last one pushed is the first one popped.
        let scopes = [validation.pop(), memory.pop(), internal.pop()];
        let refusal = async move {
            let mut first = Ok(());
            for scope in scopes {
                if let (Some(error), Ok(())) = (scope.await, &first) {
                    first = Err(error.into());
                }
            }
            first
        };
        (result, Box::pin(refusal))
    }

    /// A buffer of so many bytes that kernels read and write.
    pub(crate) fn room(&self, label: &'static str, bytes: usize) -> Result<Buffer, GpuError> {
        self.buffer(label, bytes, BufferUsages::STORAGE | BufferUsages::COPY_SRC | BufferUsages::COPY_DST)
    }

    /// A buffer that kernels read, with its content.
    pub(crate) fn content(&self, label: &'static str, bytes: &[u8]) -> Result<Buffer, GpuError> {
        let buffer = self.buffer(label, bytes.len(), BufferUsages::STORAGE | BufferUsages::COPY_DST)?;
        self.queue.write_buffer(&buffer, 0, bytes);
        Ok(buffer)
    }

    /// A buffer of at least four bytes, which is the least that can be bound.
    pub(crate) fn buffer(
        &self,
        label: &'static str,
        bytes: usize,
        usage: BufferUsages,
    ) -> Result<Buffer, GpuError> {
        let most = Limits::defaults().max_storage_buffer_binding_size as usize;
        if bytes > most {
            return Err(GpuError::TooLarge { what: label, needed: bytes, most });
        }
        let size = bytes.next_multiple_of(4).max(16) as u64;
        let descriptor = BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false };
        Ok(self.device.create_buffer(&descriptor))
    }

    /// Waits for the numbers of a buffer that is made for reading.
    pub(crate) async fn read(&self, buffer: &Buffer, numbers: usize) -> Result<Vec<f32>, GpuError> {
        if numbers == 0 {
            return Ok(Vec::new());
        }
        let (send, receive) = oneshot::channel();
        let slice = buffer.slice(..numbers as u64 * 4);
        slice.map_async(MapMode::Read, move |result| {
            // Nobody waits any more if the run was given up.
            let _ = send.send(result.is_ok());
        });
        let bytes = match receive.await {
            Ok(true) => slice.get_mapped_range().ok(),
            _ => None,
        };
        // Refused commands were told before; all that is left to fail here is the device.
        let unread = || GpuError::Lost("its results could not be read back".to_owned());
        let Some(bytes) = bytes else { return Err(self.check().err().unwrap_or_else(unread)) };
        let values = bytes.as_chunks::<4>().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect();
        drop(bytes);
        buffer.unmap();
        Ok(values)
    }
}

impl From<wgpu::Error> for GpuError {
    fn from(error: wgpu::Error) -> Self {
        match error {
            wgpu::Error::OutOfMemory { source } => Self::OutOfMemory(source.to_string()),
            wgpu::Error::Validation { description, .. } => Self::Validation(description),
            wgpu::Error::Internal { description, .. } => Self::Internal(description),
        }
    }
}
