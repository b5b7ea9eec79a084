/** Bytes as text: messages between the rooms of the extension hold no others. */

const PIECE = 0x8000;

export function toBase64(bytes: Uint8Array): string {
  let binary = "";
  // All at once would be more arguments than a function takes.
  for (let at = 0; at < bytes.length; at += PIECE)
    binary += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(binary);
}

export function fromBase64(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
