//! The code below a page: who answers with it has seen the image.

use super::grey::Grey;

/// Rows of the band below the page.
pub(crate) const BAND: usize = 60;
/// Pixels to a dot of a digit.
const DOT: usize = 5;
/// Rows of the line between the page and the band.
const LINE: usize = 3;
/// Columns and rows of a digit, in dots.
const SIZE: (usize, usize) = (5, 7);

/// The digits from 0 to 9: a row of five dots a number, the leftmost dot first.
const DIGITS: [[u8; 7]; 10] = [
    [0b01110, 0b10001, 0b10001, 0b10001, 0b10001, 0b10001, 0b01110],
    [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
    [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
    [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
    [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
    [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
    [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
    [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
    [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
    [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
];

/// Adds the band with the code: a line, and the digits in the middle.
pub(crate) fn print_below(image: &mut Grey, code: &str) {
    let width = image.width;
    let top = image.pixels.len() / width.max(1);
    image.pixels.resize((top + BAND) * width, 255);
    let mut blacken = |x: usize, y: usize| {
        if let Some(pixel) = (x < width).then(|| image.pixels.get_mut((top + y) * width + x)).flatten() {
            *pixel = 0;
        }
    };
    (0..LINE).for_each(|y| (0..width).for_each(|x| blacken(x, y)));
    let step = (SIZE.0 + 1) * DOT;
    let left = width.saturating_sub(step * code.len()) / 2;
    let above = LINE + (BAND - LINE - SIZE.1 * DOT) / 2;
    for (place, digit) in code.chars().filter_map(|c| c.to_digit(10)).enumerate() {
        let Some(rows) = DIGITS.get(digit as usize) else { continue };
        for y in 0..SIZE.1 * DOT {
            for x in 0..SIZE.0 * DOT {
                let row = rows.get(y / DOT).copied().unwrap_or_default();
                if (row >> (SIZE.0 - 1 - x / DOT)) & 1 == 1 {
                    blacken(left + place * step + x, above + y);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_stands_below_the_page_and_nowhere_on_it() {
        let mut image = Grey { width: 240, pixels: vec![200; 240 * 300] };
        print_below(&mut image, "402917");
        assert_eq!(image.pixels.len(), 240 * (300 + BAND));
        let (page, band) = image.pixels.split_at(240 * 300);
        assert!(page.iter().all(|pixel| *pixel == 200));
        let black = band.iter().filter(|pixel| **pixel == 0).count();
        let dots: u32 = [4, 0, 2, 9, 1, 7].iter().flat_map(|digit| DIGITS[*digit]).map(u8::count_ones).sum();
        assert_eq!(black, LINE * 240 + dots as usize * DOT * DOT);
    }
}
