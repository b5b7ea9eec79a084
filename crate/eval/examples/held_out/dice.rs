//! Numbers that look drawn at random and are the same in every run.

/// A generator (splitmix64).
pub(crate) struct Dice(u64);

impl Dice {
    /// One whose numbers depend on a name and a purpose.
    pub(crate) fn of(name: &str, purpose: &str) -> Self {
        let bytes = name.bytes().chain([0]).chain(purpose.bytes());
        Self(bytes.fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        }))
    }

    /// A number under `bound`, which must not be 0.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }
}
