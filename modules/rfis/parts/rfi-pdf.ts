import { PDFDocument, StandardFonts, rgb, type PDFFont, type PDFPage } from 'pdf-lib'
import type { Api } from '#core/resource/resource.ts'
import { formatDay } from '#lib/days.ts'
import { messages } from '../../messages/entities.ts'
import { numberOf, rfis, type Rfi } from '../entities.ts'
import { costLabels, scheduleLabel } from './labels.ts'

/** US Letter and its margin, in points. */
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 54]
const ink = rgb(0.08, 0.11, 0.13)
const muted = rgb(0.35, 0.4, 0.45)

/** Replaces characters that the standard fonts lack with question marks, since drawing them would throw. */
function toEncodable(font: PDFFont, text: string): string {
  const known = new Set(font.getCharacterSet())
  return [...text.normalize('NFC')]
    .map((sign) => (sign === '\n' || known.has(sign.codePointAt(0) ?? 0) ? sign : sign === '\t' ? ' ' : '?'))
    .join('')
}

/** Wraps a text to lines of `width` points. Words longer than a line are broken. */
function linesOf(text: string, font: PDFFont, size: number, width: number): string[] {
  const fits = (part: string) => font.widthOfTextAtSize(part, size) <= width
  return text.split('\n').flatMap((paragraph) => {
    const lines: string[] = []
    let line = ''
    for (let word of paragraph.split(' ')) {
      while (!fits(word)) {
        let cut = word.length - 1
        while (cut > 1 && !fits(word.slice(0, cut))) cut--
        if (line) lines.push(line)
        lines.push(word.slice(0, cut))
        line = ''
        word = word.slice(cut)
      }
      const next = line ? `${line} ${word}` : word
      if (fits(next)) line = next
      else {
        lines.push(line)
        line = word
      }
    }
    return [...lines, line]
  })
}

interface Reply {
  user_name: string
  created_at: string
  content: string
  official_at: string | null
}

/** Creates a PDF of an RFI and its thread. */
export async function rfiPdf(rfi: Rfi, thread: readonly Reply[]): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  const [plain, bold] = await Promise.all([
    file.embedFont(StandardFonts.Helvetica),
    file.embedFont(StandardFonts.HelveticaBold),
  ])
  const { title, subtitle, noun } = rfis.display
  file.setTitle(title(rfi))
  let page: PDFPage = file.addPage([WIDTH, HEIGHT])
  let y = HEIGHT - MARGIN
  function write(text: string, { size = 11, font = plain, color = ink, gap = 4 } = {}) {
    for (const line of linesOf(toEncodable(font, text), font, size, WIDTH - 2 * MARGIN)) {
      if (y - size < MARGIN) {
        page = file.addPage([WIDTH, HEIGHT])
        y = HEIGHT - MARGIN
      }
      y -= size
      page.drawText(line, { x: MARGIN, y, size, font, color })
      y -= size * 0.35
    }
    y -= gap
  }
  const fact = (label: string, value: string | null) =>
    value && write(`${label}: ${value}`, { size: 10, color: muted, gap: 1 })
  write(`${noun} ${numberOf(rfi)}`, { size: 11, font: bold, color: muted })
  write(rfi.title, { size: 18, font: bold, gap: 2 })
  write(subtitle(rfi), { color: muted, gap: 10 })
  fact('Asked by', rfi.user_name)
  fact('Assigned to', rfi.assigned_name)
  fact('Sent', rfi.sent_at && formatDay(rfi.sent_at.slice(0, 10)))
  fact('Due', rfi.due_date && formatDay(rfi.due_date))
  fact('Resolved', rfi.resolved_at && formatDay(rfi.resolved_at.slice(0, 10)))
  fact('Cost impact', costLabels[rfi.cost_impact])
  fact('Schedule impact', scheduleLabel(rfi.schedule_impact_days))
  y -= 10
  write('Question', { font: bold })
  write(rfi.question, { gap: 14 })
  for (const { user_name, created_at, content, official_at } of thread) {
    write(`${user_name}, ${formatDay(created_at.slice(0, 10))}${official_at ? ' (official answer)' : ''}`, {
      font: bold,
    })
    write(content, { gap: 14 })
  }
  return file.save()
}

/** Fetches the thread and downloads the PDF. */
export async function rfiFile(rfi: Rfi, api: Api): Promise<void> {
  const answer = await api(messages, { messageable_type: 'rfis', messageable_id: rfi.id }).fetchAll()
  if (!answer.ok) throw new Error(answer.message || 'The thread could not be loaded.')
  const bytes = await rfiPdf(rfi, answer.data)
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${rfis.display.noun} ${numberOf(rfi)}.pdf`
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
