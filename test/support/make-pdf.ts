/** What a small PDF is made of. */
export interface PdfParts {
  /** The lines of each page, from the top; a page without lines has no text, as a scan. */
  readonly pages: readonly (readonly string[])[];
  /** The information dictionary; values are written as they are: `(a text)`. */
  readonly info?: Readonly<Record<string, string>>;
  readonly language?: string;
  /** Says that the file opens with a password, which nobody has. */
  readonly encrypted?: boolean;
}

/** The bytes of a PDF 1.7 with one font, one line of text every 14 points, an empty line twice as far. */
export function makePdf({
  pages,
  info = {},
  language,
  encrypted = false,
}: PdfParts): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_, index) => `${4 + index * 2} 0 R`).join(" ");
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${language ? `/Lang (${language})` : ""} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ...pages.flatMap((lines, index) => {
      const content = contentOf(lines);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + index * 2} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
    `<< ${Object.entries(info)
      .map(([key, value]) => `/${key} ${value}`)
      .join(" ")} >>`,
  ];
  const key = `<${"00".repeat(32)}>`;
  const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O ${key} /U ${key} >> /ID [<00> <00>]`;
  let file = "%PDF-1.7\n";
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${`${place}`.padStart(10, "0")} 00000 n \n`;
  });
  const count = objects.length + 1;
  file += `xref\n0 ${count}\n0000000000 65535 f \n${places.join("")}`;
  const start = file.lastIndexOf("xref\n0");
  file += `trailer\n<< /Size ${count} /Root 1 0 R /Info ${objects.length} 0 R ${encrypted ? encryption : ""} >>\nstartxref\n${start}\n%%EOF\n`;
  return Uint8Array.from(file, (character) => character.charCodeAt(0));
}

function contentOf(lines: readonly string[]): string {
  if (lines.length === 0) return "0 0 m 100 100 l S";
  const shown = lines.map((line) =>
    line === "" ? "T*" : `(${line.replace(/[\\()]/g, (mark) => `\\${mark}`)}) Tj T*`,
  );
  return `BT /F1 12 Tf 14 TL 72 720 Td ${shown.join("\n")} ET`;
}
