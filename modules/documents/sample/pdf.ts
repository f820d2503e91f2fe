/** A line of a page: text, or a row of a table. */
export interface Line {
  readonly text?: string
  readonly cells?: readonly string[]
  readonly size?: number
  readonly bold?: boolean
}

const [WIDTH, HEIGHT, MARGIN] = [612, 792, 54]

/** Text as a PDF string in the standard encoding of its fonts. */
const literal = (text: string) =>
  `(${text
    .replaceAll('·', '\\267')
    .replace(/[^\x20-\x7e]/g, '?')
    .replace(/(?<!\\)[()]|\\(?!267)/g, '\\$&')})`

/** The drawing of a page: lines from top to bottom, tables with a rule under each row. */
function contentOf(lines: readonly Line[]): string {
  let y = HEIGHT - MARGIN
  return lines
    .map(({ text = '', cells, size = 10, bold = false }) => {
      y -= size * 1.6
      const font = `/${bold ? 'B' : 'F'} ${cells ? 8 : size} Tf`
      if (!cells) return `BT ${font} ${MARGIN} ${y.toFixed(1)} Td ${literal(text)} Tj ET`
      const column = (WIDTH - 2 * MARGIN) / cells.length
      const row = cells.map(
        (cell, at) => `BT ${font} ${(MARGIN + at * column).toFixed(1)} ${y.toFixed(1)} Td ${literal(cell)} Tj ET`,
      )
      return [...row, `0.4 w ${MARGIN} ${(y - 4).toFixed(1)} m ${WIDTH - MARGIN} ${(y - 4).toFixed(1)} l S`].join('\n')
    })
    .join('\n')
}

/** A PDF of plain pages in Letter format, with fonts that every reader has. */
export function plainPdf(pages: readonly (readonly Line[])[]): Uint8Array {
  const kids = pages.map((_, at) => `${5 + at * 2} 0 R`).join(' ')
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << /Font << /F 3 0 R /B 4 0 R >> >> >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((lines, at) => {
      const content = contentOf(lines)
      return [
        `<< /Type /Page /Parent 2 0 R /Contents ${6 + at * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = body.length
    body += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  body += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`
  return new TextEncoder().encode(body)
}
