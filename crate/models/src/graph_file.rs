//! A graph as its file came.

use std::collections::VecDeque;

use bytes::{Buf, Bytes};

/// A model's graph, in pieces. Reading gives each piece back once it is read, so that a tab never holds the file and the prepared weights
/// at once.
#[derive(Clone, Debug, Default)]
pub struct GraphFile {
    pieces: VecDeque<Bytes>,
    remaining: usize,
}

impl GraphFile {
    /// Adds what comes next.
    pub fn push(&mut self, piece: impl Into<Bytes>) {
        let piece = piece.into();
        // A buffer has no empty chunk before its end.
        if !piece.is_empty() {
            self.remaining += piece.len();
            self.pieces.push_back(piece);
        }
    }

    /// What has not been read, piece by piece.
    pub fn pieces(&self) -> impl Iterator<Item = &[u8]> {
        self.pieces.iter().map(|piece| &**piece)
    }
}

impl<B: Into<Bytes>> From<B> for GraphFile {
    fn from(whole: B) -> Self {
        let mut file = Self::default();
        file.push(whole);
        file
    }
}

impl Buf for GraphFile {
    fn remaining(&self) -> usize {
        self.remaining
    }

    fn chunk(&self) -> &[u8] {
        self.pieces.front().map_or(&[], |piece| piece)
    }

    fn advance(&mut self, count: usize) {
        self.remaining = self.remaining.saturating_sub(count);
        let mut left = count;
        while let Some(piece) = self.pieces.front_mut() {
            if left < piece.len() {
                piece.advance(left);
                return;
            }
            left -= piece.len();
            self.pieces.pop_front();
        }
    }

    fn copy_to_bytes(&mut self, length: usize) -> Bytes {
        match self.pieces.front_mut() {
            // Of a file that is one piece nothing is copied.
            Some(piece) if length <= piece.len() => {
                let copy = piece.split_to(length);
                self.remaining -= length;
                if piece.is_empty() {
                    self.pieces.pop_front();
                }
                copy
            }
            _ => {
                let mut copy = Vec::with_capacity(length.min(self.remaining));
                while copy.len() < length && self.has_remaining() {
                    let taken = self.chunk().len().min(length - copy.len());
                    copy.extend_from_slice(&self.chunk()[..taken]);
                    self.advance(taken);
                }
                copy.into()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn pieces_are_read_as_the_whole_is(
            pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..20), 0..10),
            lengths in prop::collection::vec(0_usize..30, 0..20),
        ) {
            let mut whole = Bytes::from(pieces.concat());
            let mut file = GraphFile::default();
            pieces.into_iter().for_each(|piece| file.push(piece));
            for length in lengths {
                let length = length.min(whole.len());
                prop_assert_eq!(file.remaining(), whole.remaining());
                if length % 2 == 0 {
                    prop_assert_eq!(file.copy_to_bytes(length), whole.copy_to_bytes(length));
                } else {
                    file.advance(length);
                    whole.advance(length);
                }
            }
            prop_assert_eq!(file.pieces().flatten().copied().collect::<Vec<u8>>(), whole.to_vec());
        }
    }
}
