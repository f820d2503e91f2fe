import { createHash } from 'node:crypto'
import type { Pdfium } from '../../lib/pdf/pdfium.ts'

/** Page objects by kind: FPDF_PAGEOBJ_PATH, FPDF_PAGEOBJ_FORM. */
const [PATH, FORM] = [2, 5]
/** How many objects of a page are looked at, and how deep forms lie within forms. */
const [MOST, DEEPEST] = [200_000, 3]

/**
 * The SHA-256 of what is drawn on a page: where each object lies, of what kind it is and how many parts it has, and the
 * page's text. A drawing that comes again in another file has the same, and one whose line moved has another.
 */
export function contentOf({ engine, withRoom }: Pdfium, page: number, text: string): string {
  const hash = createHash('sha256').update(text)
  let left = MOST
  function add(object: number, depth: number, at: number): void {
    left -= 1
    const kind = engine.FPDFPageObj_GetType(object)
    engine.FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12)
    const place = [0, 4, 8, 12].map((by) => Math.round(engine.pdfium.getValue(at + by, 'float') * 10))
    const parts = kind === PATH ? engine.FPDFPath_CountSegments(object) : 0
    hash.update(`${kind} ${place.join(' ')} ${parts};`)
    const inside = kind === FORM && depth < DEEPEST ? engine.FPDFFormObj_CountObjects(object) : 0
    for (let nth = 0; nth < inside && left > 0; nth++) add(engine.FPDFFormObj_GetObject(object, nth), depth + 1, at)
  }
  return withRoom(16, (at) => {
    const count = engine.FPDFPage_CountObjects(page)
    for (let nth = 0; nth < count && left > 0; nth++) add(engine.FPDFPage_GetObject(page, nth), 0, at)
    return hash.digest('hex')
  })
}
