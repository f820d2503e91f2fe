import { addDays } from '#lib/days.ts'
import type { Sample } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { numberKey } from '#lib/title-block/values.ts'
import { disciplineOf } from '../disciplines.ts'
import { drawingRevisions, drawings, drawingSheets, markups } from '../entities.ts'
import { boundsOf } from '../geometry.ts'
import { fileName, watermark } from '../server/reading.ts'
import { samplePage, samplePdf, type SampleSheet } from './sheets.ts'

const sheets: readonly SampleSheet[] = [
  { number: 'E0.1', title: ['LEGEND AND NOTES'], drawing: 'notes' },
  { number: 'E2.1', title: ['LEVEL 1', 'POWER PLAN'], drawing: 'power' },
  { number: 'E2.2', title: ['LEVEL 1', 'LIGHTING PLAN'], drawing: 'lighting' },
  { number: 'E3.2', title: ['FEEDER PLAN', 'STAGE'], drawing: 'feeder' },
  { number: 'E4.1', title: ['ONE-LINE DIAGRAM'], drawing: 'one-line' },
  { number: 'E5.1', title: ['PANEL SCHEDULES'], drawing: 'panels' },
  { number: 'A1.1', title: ['SITE PLAN'], drawing: 'site' },
  { number: 'A2.1', title: ['FLOOR PLAN', 'LEVEL 1'], drawing: 'floor' },
]
/** The sheets that a bulletin revised. */
const revised = ['E2.1', 'E3.2']
const sentence = (text: string) => `${text.charAt(0)}${text.slice(1).toLowerCase()}`
const american = (day: string) => `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(2, 4)}`

export const sample: Sample = {
  after: ['projects', 'users'],
  async seed(ctx, { keepFile }) {
    const { save, all, now } = ctx
    const people = await all(users)
    const idOf = (email: string) => people.find((person) => person.email === `${email}@plumbline.test`)?.id ?? 1
    const [manager, foreman] = [idOf('manager'), idOf('foreman')]
    const [project] = await all(projects, { archived_at: null })
    if (!project) return
    const project_id = project.id
    const today = await todayOf(ctx)

    const pageOf = new Map<string, { id: number; sheet: number }>()
    const put = async (name: string, revision: number, chosen: readonly SampleSheet[], days: number) => {
      const received_on = addDays(today, -days)
      const dated = american(received_on)
      const published_at = new Date(Date.parse(now) - days * 86_400_000).toISOString()
      const whole = chosen.map((sheet) => samplePage(sheet, revision, dated))
      const file = await keepFile(`${name}.pdf`, 'application/pdf', samplePdf(...whole))
      const stamps = { published_id: manager, published_at, shared_id: manager, shared_at: published_at }
      const set = await save(drawings, {
        ...file,
        ...stamps,
        project_id,
        name,
        received_on,
        state: 'published',
        pages: chosen.length,
        user_id: manager,
      })
      for (const [at, sheet] of chosen.entries()) {
        const superseded = revision === 1 && revised.includes(sheet.number)
        const page = superseded ? samplePage(sheet, revision, dated, watermark('2')) : whole[at]
        const title = sentence(sheet.title.join(' '))
        const { number } = sheet
        const discipline = disciplineOf(number)
        const own = await keepFile(
          fileName(`${number} rev ${revision}`),
          'application/pdf',
          samplePdf(...(page ? [page] : [])),
        )
        const known = pageOf.get(number)
        const sheet_id =
          known?.sheet ??
          (
            await save(drawingSheets, {
              project_id,
              number,
              sheet_key: numberKey(number),
              title,
              discipline,
              shared_at: published_at,
            })
          ).id
        const { id } = await save(drawingRevisions, {
          ...own,
          drawing_id: set.id,
          project_id,
          drawing_sheet_id: sheet_id,
          page: at + 1,
          number,
          title,
          discipline,
          revision: String(revision),
          dated: received_on,
          state: 'ready',
          kind: 'vector',
          width: 2592,
          height: 1728,
          preview_state: 'waiting',
          user_id: manager,
          published_id: manager,
          published_at,
          shared_at: published_at,
          text: [...sheet.title, number].join('\n'),
          scale: { units_per_pt: 8 / 72, unit: 'ft', by: manager, at: published_at },
          ...(superseded && { superseded_by: '2', superseded_at: now, stamped: '2' }),
        })
        await save(drawingSheets, { id: sheet_id, current_revision_id: id, shared_revision_id: id })
        pageOf.set(number, { id, sheet: sheet_id })
      }
    }
    await put('Permit set', 1, sheets, 107)
    const bulletin = sheets.filter(({ number }) => revised.includes(number))
    await put('Bulletin 3', 2, bulletin, 3)

    const plan = pageOf.get('E2.1')
    if (!plan) return
    const mark = { drawing_sheet_id: plan.sheet, project_id, revision_id: plan.id, user_id: foreman }
    const published = { published_id: foreman, published_at: now }
    const cloud = { x: 0.4, y: 0.43, w: 0.2, h: 0.12 }
    const note = { x: 0.61, y: 0.4, w: 0.14, h: 0.035 }
    const length = {
      points: [
        [0.29, 0.62],
        [0.58, 0.62],
      ] as const,
    }
    const drawn = [
      { type: 'cloud', geometry: cloud },
      { type: 'text', geometry: note, text: 'Drop at column C4' },
      { type: 'measure', geometry: length, color: '#0f766e', measurement: 83.5, unit: 'ft' },
    ] as const
    for (const one of drawn)
      await save(markups, {
        ...mark,
        ...published,
        ...one,
        bbox: [...boundsOf(one.geometry)] as [number, number, number, number],
      })
  },
}
