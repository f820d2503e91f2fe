/** A page as PDF operators, and what else its dictionary says (`/Rotate 90`). */
export interface VectorPage {
  readonly width: number
  readonly height: number
  readonly content: string
  readonly entries?: string
  /** Words across the page, as an annotation of its own. */
  readonly stamp?: string
}

/** A PDF of drawn pages, with fonts that every reader has: F is regular and B bold. */
export function vectorPdf(pages: readonly VectorPage[], catalog = ''): Uint8Array<ArrayBuffer> {
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`
  const stamped = pages.filter(({ stamp }) => stamp !== undefined)
  /** The annotation of a page and its appearance come after all pages. */
  const stampOf = (page: VectorPage) => 5 + pages.length * 2 + stamped.indexOf(page) * 2
  const kids = pages.map((_, at) => `${5 + at * 2} 0 R`).join(' ')
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    font('Helvetica'),
    font('Helvetica-Bold'),
    ...pages.flatMap((page, at) => {
      const { width, height, content, entries = '', stamp } = page
      const annotations = stamp === undefined ? '' : `/Annots [${stampOf(page)} 0 R]`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${6 + at * 2} 0 R /Resources << /Font << /F 3 0 R /B 4 0 R >> >> ${annotations} ${entries} >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
    ...stamped.flatMap((page) => {
      const { width, height, stamp = '' } = page
      const box = `[0 0 ${width} ${height}]`
      const size = width / (stamp.length * 0.7)
      const drawn = `q 0.78 0.38 0.36 rg 0.94 0.34 -0.34 0.94 ${Math.round(width * 0.16)} ${Math.round(height * 0.24)} cm ${words(stamp, 0, 0, size, true)} Q`
      return [
        `<< /Type /Annot /Subtype /Stamp /Rect ${box} /F 4 /AP << /N ${stampOf(page) + 1} 0 R >> >>`,
        `<< /Type /XObject /Subtype /Form /BBox ${box} /Resources << /Font << /B 4 0 R >> >> /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ]
    }),
  ]
  let body = '%PDF-1.6\n'
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

/** Text as a PDF string in the standard encoding of its fonts. */
export const literal = (text: string): string =>
  `(${text
    .replace(/[()\\]/g, '\\$&')
    .replaceAll('–', '\\226')
    .replace(/[^\x20-\x7e]/g, '?')})`

/** Words at a place: points from the lower left corner. */
export const words = (text: string, x: number, y: number, size: number, bold = false): string =>
  `BT /${bold ? 'B' : 'F'} ${size} Tf ${x.toFixed(1)} ${y.toFixed(1)} Td ${literal(text)} Tj ET`
