import * as z from 'zod/mini'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import type { Id } from '#core/access/access.ts'
import { formatSize } from '#lib/file-size.ts'
import { refuse, type Ctx, type JobKind, type JobTools } from '#server/define-server.ts'
import { tell } from '../../notifications/tell.ts'
import { projects } from '../../projects/entities.ts'
import { handovers, type Handover } from '../entities.ts'
import { Gone, NoSight } from './contents.ts'
import { besides, fill, partsOf } from './fill.ts'

const JOB = 'handover'
const payload = z.object({ id: z.int() })
/** How many wait or are made at a time in a company; one is made after the other. */
const MOST = 6
/** One that has told nothing for so long is no longer made: its process is gone. In ms. */
const SILENT = 60_000
const AGAIN = 10_000
const FAILED = 'Something went wrong on the server. Try again, and ask who runs it if that does not help.'

/** The states in which one is still to be made. */
const pending: Handover['state'][] = ['waiting', 'making']

/** @throws Refusal while the user has one under way, or too many others have */
async function demandTurn(user_id: Id, ctx: Ctx): Promise<void> {
  await ctx.alone('handovers')
  const waiting = await ctx.pick(handovers, ['id', 'user_id'], { state: pending })
  if (waiting.some((one) => one.user_id === user_id))
    refuse('A package of yours is being made. Ask for another one when it is ready.')
  if (waiting.length >= MOST) refuse('Others’ packages are being made. Try again when one of them is ready.')
}

export async function validateHandover(
  { parts, title }: DraftOf<typeof handovers>,
  before: Handover | null,
  ctx: Ctx,
): Promise<FieldErrors> {
  if (before) return {}
  const known = new Set([...partsOf(ctx), ...besides].map(({ key }) => key))
  if (parts && !(parts.length && parts.every((key) => known.has(key)))) return { parts: ['Choose what goes into it.'] }
  if (title) await demandTurn(ctx.user.id, ctx)
  return {}
}

export const deriveHandover = async (
  { project_id }: DraftOf<typeof handovers>,
  before: Handover | null,
  ctx: Ctx,
): Promise<Partial<Handover>> => {
  const project = before || !project_id ? null : await ctx.find(projects, project_id)
  return project ? { name: `${project.number} ${project.name}.zip`, user_id: ctx.user.id } : {}
}

/** Has it made. */
export const enqueueHandover = ({ id }: Handover, ctx: Ctx, at?: string): Promise<void> =>
  ctx.enqueue(JOB, { id }, { key: `${JOB} ${id} ${at ?? ctx.now}`, ...(at && { at }) })

export async function retryHandover(handover: Handover, ctx: Ctx): Promise<Handover> {
  await demandTurn(ctx.user.id, ctx)
  await enqueueHandover(handover, ctx)
  return handover
}

/** Takes it up, unless it is gone, done, or another one is being made, after which it is tried again. */
async function begin(id: Id, ctx: Ctx): Promise<Handover | null> {
  await ctx.alone('handovers')
  const handover = await ctx.find(handovers, id)
  if (!handover || !pending.includes(handover.state)) return null
  const others = await ctx.all(handovers, { state: 'making' })
  const isBusy = ({ id: other, updated_at }: Handover) =>
    other !== id && Date.parse(ctx.now) - Date.parse(updated_at) < SILENT
  if (others.some(isBusy)) {
    await enqueueHandover(handover, ctx, new Date(Date.parse(ctx.now) + AGAIN).toISOString())
    return null
  }
  return ctx.save(handovers, { id, state: 'making', done: 0, total: null })
}

async function report(id: Id, done: number, total: number, ctx: Ctx): Promise<void> {
  const handover = await ctx.find(handovers, id)
  if (handover?.state !== 'making') throw new Gone('The package was deleted.')
  await ctx.announce(handovers, id, () => ctx.setDerived(handovers, [{ id, done, total, updated_at: ctx.now }]))
}

/** Tells whoever asked how it ended. */
async function tellEnd(handover: Handover, note: string, ctx: Ctx): Promise<void> {
  const { id, project_id, user_id, state, title } = handover
  const text = state === 'ready' ? `${title} is ready to download` : `${title} could not be made`
  const event = { user_id: null, at: ctx.now, keyFor: (person: Id) => `${JOB} ${id} ${ctx.now} ${person}` }
  await tell(
    event,
    { entity: handovers, record: handover, project_id, people: [user_id], kind: 'documents', text, note },
    ctx,
  )
}

async function ready(id: Id, file: Pick<Handover, 'path' | 'size' | 'sha256'>, ctx: Ctx): Promise<void> {
  const before = await ctx.find(handovers, id)
  if (!before) throw new Gone('The package was deleted.')
  const { total } = before
  const made = { ...file, state: 'ready', made_at: ctx.now, done: total ?? 0, error: null } as const
  await tellEnd(await ctx.save(handovers, { id, ...made }), formatSize(file.size ?? 0), ctx)
}

async function failed(id: Id, error: string, ctx: Ctx): Promise<void> {
  const before = await ctx.find(handovers, id)
  if (before) await tellEnd(await ctx.save(handovers, { id, state: 'failed', error: error.slice(0, 250) }), error, ctx)
}

async function run(given: unknown, tools: JobTools): Promise<void> {
  const { id } = z.parse(payload, given)
  const { inTransaction } = tools
  const handover = await inTransaction((ctx) => begin(id, ctx))
  if (!handover) return
  const { user_id, name } = handover
  try {
    await tools.archive(
      { entity: handovers, id, user_id, name: name ?? '' },
      (put) => fill(handover, put, tools, (done, total) => inTransaction((ctx) => report(id, done, total, ctx))),
      (ctx, file) => ready(id, file, ctx),
    )
  } catch (error) {
    if (error instanceof Gone) return
    tools.log(`A package of a job could not be made: ${error instanceof Error ? error.message : String(error)}`)
    // Another attempt would most often end the same; whoever asked decides. What went wrong inside is the operator's to know.
    await inTransaction((ctx) => failed(id, error instanceof NoSight ? error.message : FAILED, ctx))
  }
}

export const handoverJobs: Record<string, JobKind> = { [JOB]: { lane: 'heavy', apart: true, run } }
