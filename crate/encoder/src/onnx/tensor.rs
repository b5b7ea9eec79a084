//! Constant tensors and their numbers.

use std::cell::RefCell;

use bytes::Bytes;

use crate::error::ModelError;

use super::proto;

/// ONNX's numbers for element types.
const FLOAT: i32 = 1;
const INT8: i32 = 3;
const INT64: i32 = 7;

/// A constant with its shape, whose numbers are as many as the shape says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tensor<'a> {
    tensor: &'a proto::Tensor,
    /// Its bytes, if they are kept apart so that they can be given back.
    data: Option<&'a RefCell<Bytes>>,
}

impl<'a> Tensor<'a> {
    pub(super) fn new(tensor: &'a proto::Tensor, data: Option<&'a RefCell<Bytes>>) -> Self {
        Self { tensor, data }
    }

    fn data(self) -> Bytes {
        self.data.map_or_else(|| self.tensor.raw_data.clone(), |data| data.borrow().clone())
    }

    /// Its two dimensions.
    pub(super) fn matrix(self) -> Result<(usize, usize), ModelError> {
        match self.tensor.dims[..] {
            [rows, columns] => Ok((size(rows)?, size(columns)?)),
            _ => Err(self.wrong("is no matrix")),
        }
    }

    pub(super) fn floats(self) -> Result<Vec<f32>, ModelError> {
        self.of_type(FLOAT, "single-precision numbers")?;
        let data = self.data();
        if data.is_empty() {
            return self.counted(self.tensor.float_data.clone());
        }
        let (fours, rest) = data.as_chunks::<4>();
        self.whole(rest)?;
        self.counted(fours.iter().map(|four| f32::from_le_bytes(*four)).collect())
    }

    pub(super) fn longs(self) -> Result<Vec<i64>, ModelError> {
        self.of_type(INT64, "64-bit integers")?;
        let data = self.data();
        if data.is_empty() {
            return self.counted(self.tensor.int64_data.clone());
        }
        let (eights, rest) = data.as_chunks::<8>();
        self.whole(rest)?;
        self.counted(eights.iter().map(|eight| i64::from_le_bytes(*eight)).collect())
    }

    pub(super) fn bytes(self) -> Result<Vec<i8>, ModelError> {
        self.signed(self.data())
    }

    /// The same for a constant that is read only once: where nobody else holds its bytes, they are not copied.
    pub(super) fn into_bytes(self) -> Result<Vec<i8>, ModelError> {
        self.signed(self.data.map_or_else(|| self.data(), RefCell::take))
    }

    fn signed(self, data: Bytes) -> Result<Vec<i8>, ModelError> {
        self.of_type(INT8, "bytes with signs")?;
        self.counted(Vec::from(data).into_iter().map(u8::cast_signed).collect())
    }

    /// The only number, if it is one.
    pub(super) fn number(self) -> Option<f32> {
        match self.floats().ok()?[..] {
            [number] => Some(number),
            _ => None,
        }
    }

    fn of_type(self, expected: i32, what: &str) -> Result<(), ModelError> {
        if self.tensor.data_type != expected || self.tensor.data_location != 0 {
            return Err(self.wrong(&format!("does not hold {what}")));
        }
        Ok(())
    }

    fn whole(self, rest: &[u8]) -> Result<(), ModelError> {
        if rest.is_empty() { Ok(()) } else { Err(self.wrong("ends within a number")) }
    }

    fn counted<T>(self, numbers: Vec<T>) -> Result<Vec<T>, ModelError> {
        let count = self.tensor.dims.iter().try_fold(1_usize, |count, dimension| {
            size(*dimension)?.checked_mul(count).ok_or_else(|| self.wrong("is too large"))
        })?;
        if count != numbers.len() {
            return Err(
                self.wrong(&format!("has {} numbers where its shape asks for {count}", numbers.len()))
            );
        }
        Ok(numbers)
    }

    fn wrong(self, what: &str) -> ModelError {
        ModelError::Unrecognised(format!("the constant {} {what}", self.tensor.name))
    }
}

fn size(dimension: i64) -> Result<usize, ModelError> {
    usize::try_from(dimension).map_err(|_| ModelError::Weights(format!("a dimension of {dimension}")))
}
