//! Memory that runs share.

use crate::kernel::attention::Room;
use crate::kernel::multiply::Rounded;
use crate::kernel::products::Pairs;

/// Room that runs need; kept between them, it is not asked for again.
#[derive(Debug, Default)]
pub struct Scratch {
    pub(super) hidden: Vec<f32>,
    pub(super) rounded: Rounded,
    pub(super) projected: Vec<f32>,
    pub(super) context: Vec<f32>,
    pub(super) wide: Vec<f32>,
    pub(super) panel: Vec<Pairs>,
    pub(super) room: Room,
    pub(super) features: Vec<f32>,
    pub(super) logits: Vec<f32>,
    pub(super) ends: Vec<usize>,
}
