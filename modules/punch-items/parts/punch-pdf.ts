import type { Letterhead } from '#lib/pdf/letterhead.ts'
import { createPaper } from '#lib/pdf/paper.ts'
import type { Api } from '#core/resource/resource.ts'
import { formatWeekday } from '#lib/days.ts'
import { resizeImage } from '#lib/resize-image.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { previewUrl } from '../../attachments/entities.ts'
import type { Project } from '../../projects/entities.ts'
import { numberOf } from '../../work-items/entities.ts'
import { type PunchItem } from '../entities.ts'
import { isRejected } from './labels.ts'

/** The longest side of a printed picture, in pixels, and its height on paper, in points. */
const [PRINTED, HEIGHT] = [320, 84]

async function pictureOf(api: Pick<Api, 'urlOf'>, id: number | null): Promise<Uint8Array[]> {
  if (id === null) return []
  const response = await fetch(api.urlOf(previewUrl({ id }, 320)), { credentials: 'include' })
  if (!response.ok) throw new Error('A photo could not be loaded.')
  const small = await resizeImage(new File([await response.blob()], 'photo.jpg'), PRINTED)
  return [new Uint8Array(await small.arrayBuffer())]
}

/**
 * A PDF of punch items, those of each person on pages of their own, with small pictures.
 * @throws when a picture cannot be loaded
 */
export async function punchPdf(
  api: Pick<Api, 'urlOf'>,
  {
    project,
    letterhead,
    items,
  }: { project: Pick<Project, 'number' | 'name'>; letterhead: Letterhead; items: readonly PunchItem[] },
): Promise<Uint8Array> {
  const title = `${project.number} ${project.name}: punch items`
  const paper = await createPaper(title, letterhead)
  const people = [...Map.groupBy(items, ({ assigned_name }) => assigned_name ?? 'Nobody yet')]
  for (const [name, own] of people.toSorted(([a], [b]) => a.localeCompare(b))) {
    paper.turn()
    paper.letterhead()
    paper.write(name, { size: 18, bold: true, gap: 2 })
    paper.write(`${title}, ${own.length} open`, { quiet: true, gap: 12 })
    for (const item of own) {
      paper.write(`${numberOf(item)}  ${item.title}`, { size: 12, bold: true, gap: 1 })
      const facts = [
        item.location,
        item.trade,
        choiceLabel(item.priority),
        item.due_date && `Due ${formatWeekday(item.due_date)}`,
      ]
      paper.write(facts.filter(Boolean).join(' · '), { size: 10, quiet: true, gap: 3 })
      if (item.description) paper.write(item.description, { size: 10, gap: 3 })
      if (isRejected(item)) paper.write(`Rejected: ${item.rejected_reason}`, { size: 10, gap: 3 })
      const { before, after } = item.photo_ids
      const photos = (await Promise.all([pictureOf(api, before), pictureOf(api, after)])).flat()
      if (photos.length) paper.photos(photos, HEIGHT)
      paper.space(10)
    }
  }
  return paper.finish(title)
}
