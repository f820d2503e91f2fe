import { encode } from 'uqr'
import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { letterheadOf } from '#blocks/pdf/letterhead.ts'
import type { Services } from '#blocks/services/services.tsx'
import { formatDay } from '#lib/days.ts'
import { createPaper } from '#lib/pdf/paper.ts'
import type { ShareLink } from '../entities.ts'

/** The side of the code on paper in points, and that of one of its squares: as much as the width of a drawn line. */
const [SIDE, SQUARE] = [400, 1.5]

/** A code that phones scan, as lines of an SVG path. */
function codeOf(text: string): { path: string; box: { width: number; height: number } } {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) =>
    row.flatMap((on, x) => (on ? `M${x * SQUARE} ${(y + 0.5) * SQUARE}h${SQUARE}` : [])),
  )
  return { path: path.join(''), box: { width: size * SQUARE, height: size * SQUARE } }
}

/** Downloads a page to hang up in the trailer, by which phones open the current drawings of the job (rule share-link). */
export async function savePoster(
  { plain, until, project_number, project_name }: ShareLink,
  services: Pick<Services, 'settings'>,
): Promise<void> {
  const letterhead = await letterheadOf(services)
  const job = `${project_number} ${project_name}`
  const paper = await createPaper(`${job}: current drawings`, letterhead)
  const code = codeOf(plain ?? '')
  paper.letterhead()
  paper.write(job, { size: 26, bold: true, gap: 4 })
  paper.write('Current drawings of this job', { size: 20, gap: 10 })
  paper.stroke(code.path, code.box, SIDE)
  paper.space(10)
  paper.write('Scan it with the camera of a phone. No account is needed, and it always shows what is current.', {
    size: 14,
  })
  paper.write(plain ?? '', { size: 11, quiet: true, gap: 4 })
  paper.write(`Opens until ${formatDay(until)}.`, { size: 11, quiet: true })
  download(pdfBlob(await paper.finish(letterhead.company)), `${project_number} drawings poster.pdf`)
}
