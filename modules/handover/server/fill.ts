import { dayIn } from '#lib/days.ts'
import type { Ctx, JobTools, Put } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { zoneOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import type { Choice, Handover } from '../entities.ts'
import { handoverParts, type HandoverPart } from '../slots.ts'
import { csvPieces, NoSight, lookAs, type Counted, type Making } from './contents.ts'
import { coverOf, coverPdf, writeIndex } from './cover.ts'
import { ownParts } from './own-parts.ts'
import { writeKind } from './records.ts'

/** What is chosen beside kinds of records: what goes with each of them. */
export const besides: readonly { readonly key: string; readonly label: string; readonly order: number }[] = [
  { key: 'messages', label: 'Messages', order: 900 },
  { key: 'history', label: 'History', order: 910 },
]

/** All kinds of records, in their order. */
export const partsOf = (ctx: Pick<Ctx, 'filled'>): HandoverPart[] =>
  [...ownParts, ...ctx.filled(handoverParts)].sort((a, b) => a.order - b.order)

/** What can be chosen: each key once. */
export function choicesIn(ctx: Pick<Ctx, 'filled'>): Choice[] {
  // Of kinds that are chosen together, the first gives the name.
  const all = Map.groupBy([...partsOf(ctx), ...besides], ({ key }) => key)
  return [...all].flatMap(([key, [first]]) => (first ? { key, label: first.label } : []))
}

/** Tells others how far it is. @throws Gone when it was deleted */
export type Report = (done: number, total: number) => Promise<void>

/** Milliseconds between two reports of progress, so that a large package does not save thousands of them. */
const TOLD_MS = 1000

/** Writes the package of a job, with what whoever asked for it may see. */
export async function fill(handover: Handover, put: Put, tools: JobTools, report: Report): Promise<void> {
  const { project_id, user_id, parts } = handover
  const look = lookAs(user_id, tools)
  const { zone, company, now, kinds } = await tools.inTransaction(async (ctx) => {
    const [settings] = await ctx.cached(companySettings)
    return { zone: await zoneOf(ctx), company: settings?.name || ctx.companyName, now: ctx.now, kinds: partsOf(ctx) }
  })
  const isChosen = (key: string) => parts?.includes(key) ?? true
  const counted: Counted[] = []
  for (const part of kinds.filter(({ key }) => isChosen(key))) {
    const ids = await look(async (ctx, reader) =>
      reader.ids(part.entity, (await part.where?.(project_id, ctx)) ?? { project_id }),
    )
    if (ids.length) counted.push({ part, ids })
  }
  const [job] = await look((_, reader) => reader.tell(projects, [project_id], { zone, history: false }))
  if (!job) throw new NoSight('You do not see this job any more.')
  const total = counted.reduce((sum, { ids }) => sum + ids.length, 0)
  await report(0, total)
  let [done, told] = [0, performance.now()]
  const making: Making = {
    handover,
    project: job.record,
    letterhead: { company, logo: await tools.logo() },
    zone,
    tools,
    look,
    read: (task) => look(task),
    isChosen,
    put,
    async write(folders, name, content) {
      const path = await put({ folders, name, modified: now, content })
      if (path === null) throw new Error(`The text ${name} was not written.`)
      return path
    },
    async step() {
      done++
      if (performance.now() - told < TOLD_MS) return
      told = performance.now()
      await report(done, total)
    },
    placed: new Map(),
    said: [],
    changed: [],
    scripts: [],
  }
  const written = []
  for (const one of counted) written.push(await writeKind(making, one))
  await writeTables(making)
  const cover = coverOf(making, written, dayIn(zone, new Date(now)))
  await making.write([], 'Cover.pdf', await coverPdf(cover))
  // Loaded with the first package: most days of a server make none.
  const [{ viewerScript: script }, { viewerStyle: style }] = await Promise.all([
    import('./viewer-script.ts'),
    import('./viewer-style.ts'),
  ])
  await writeIndex(making, cover, { script, style })
}

/** The tables over all kinds: what was said, and what was changed. */
async function writeTables({ said, changed, write }: Making): Promise<void> {
  const messages = ['List', 'Record', 'At', 'Who', 'Message', 'Official answer', 'Files']
  const history = ['List', 'Record', 'At', 'Who', 'Did', 'Field', 'Before', 'After']
  if (said.length) await write([], 'Messages.csv', csvPieces([messages, ...said]))
  if (changed.length) await write([], 'History.csv', csvPieces([history, ...changed]))
}
