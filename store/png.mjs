// What the head of a PNG file says of it.

const SIGNATURE = "89504e470d0a1a0a";
/** Colour types with an alpha channel: grey and true colour. */
const WITH_ALPHA = [4, 6];

/** @param {Uint8Array} png */
export function headOf(png) {
  const head = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  if (head.subarray(0, 8).toString("hex") !== SIGNATURE) throw new Error("this is no PNG file");
  return {
    width: head.readUInt32BE(16),
    height: head.readUInt32BE(20),
    hasAlpha: WITH_ALPHA.includes(head.readUInt8(25)),
  };
}
