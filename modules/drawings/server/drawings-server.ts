import * as z from 'zod/mini'
import { choice, date, json, number, ref, text } from '#core/entity/fields.ts'
import { guest } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { isObject } from '#lib/is-object.ts'
import { not, refuse, serve, within, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { numberKey } from '#lib/title-block/values.ts'
import { disciplineOf } from '../disciplines.ts'
import { units } from '../geometry.ts'
import {
  drawingRevisions,
  drawings,
  drawingSheets,
  type Drawing,
  type DrawingRevision,
  type DrawingSheet,
  type SharedSheet,
} from '../entities.ts'
import { editsDrawings } from '../guards.ts'
import { publish, share } from './publish.ts'
import { grantedRevisions, grantedSheets } from './shared.ts'
import { NO_NUMBER } from '../publishing.ts'
import { align, calibrate } from './scale.ts'
import { forAll } from './page-values.ts'
import { useBox } from './teaching.ts'
import { readFields } from '#lib/title-block/read-fields.ts'
import { certaintyOf, type Certainty } from '../reviewing.ts'

const IS_PUBLISHED = 'This revision is published. Change its sheet instead.'
const SET_PUBLISHED = 'This set is published and cannot be deleted.'
const NO_FILE = { file: ['File is required'] }
const NOT_PDF = 'This file type is not allowed.'

/** What is not published is for those who edit drawings; guests see what was shared with them. */
const seenBy = (user: Ctx['user']) => ({
  project_id: within(projects),
  ...(!editsDrawings(user) && { published_at: not(null) }),
  ...(guest(user) && { shared_at: not(null) }),
})

/** What is asked of pages: some of them, and two places on one. */
const ids = json(z.array(z.int())).optional()
const points = json(z.array(z.array(z.number())))

function unlock(set: Drawing, ctx: Ctx, body: unknown): Promise<Drawing> {
  const password = isObject(body) && typeof body.password === 'string' ? body.password.slice(0, 255) : ''
  if (set.state !== 'failed') refuse('This set needs no password.')
  if (!password) refuse('Password is required', { password: ['Password is required'] })
  return again(set, ctx, 'drawing-unlock', { password })
}

async function again(set: Drawing, ctx: Ctx, kind: string, more: object = {}): Promise<Drawing> {
  await ctx.enqueue(kind, { id: set.id, ...more })
  return { ...set, state: 'reading', error: null }
}

export const servedDrawings = serve(drawings, {
  uploads: {
    async receive({ project_id, name, received_on }, ctx) {
      if (!/\.pdf$/i.test(name)) refuse(NOT_PDF, { file: [NOT_PDF] })
      return {
        values: {
          ...(received_on === undefined && { received_on: await todayOf(ctx) }),
          name: name.replace(/\.pdf$/i, ''),
          user_id: ctx.user.id,
          project_id: Number(project_id),
        },
      }
    },
  },
  visible: ({ user }) => seenBy(user),
  may: (verb, { before }) => {
    if (!before) return refuse('Choose a file.', NO_FILE)
    return verb === 'delete' && before.published_at !== null ? SET_PUBLISHED : true
  },
  async afterSave({ id }, before, ctx) {
    if (!before) await ctx.enqueue('drawing-read', { id }, { key: `drawing read ${id}` })
  },
  // Files say that they are superseded only as long as they are.
  async undoing(verb, events, ctx) {
    if (verb !== 'publish') return
    const ids = events.flatMap(({ entity, id, changes }) =>
      entity.name === drawingRevisions.name && 'superseded_by' in changes ? [id] : [],
    )
    return async () => {
      for (const id of ids) await ctx.enqueue('drawing-stamp', { id })
    }
  },
  actions: {
    publish: { asks: { revision_ids: ids }, run: publish },
    unlock: { asks: { password: text() }, run: unlock },
    share,
    unshare: share,
    use_box: useBox,
    for_all: {
      asks: {
        revision: text().optional(),
        dated: date().optional(),
        discipline: text().optional(),
        revision_ids: ids,
      },
      run: forAll,
    },
    retry: (set, ctx) => again(set, ctx, 'drawing-read'),
  },
})

/** What guests read of sheets, from the newest revisions that are shared with them. */
async function sharedOf(sheets: readonly DrawingSheet[], ctx: Ctx): Promise<(SharedSheet | null)[]> {
  const ids = sheets.flatMap(({ shared_revision_id }) => shared_revision_id ?? [])
  const known = new Map(ids.length ? (await ctx.all(drawingRevisions, { id: ids })).map((one) => [one.id, one]) : [])
  return sheets.map(({ shared_revision_id }) => {
    const found = known.get(shared_revision_id ?? 0)
    if (!found) return null
    const { id, drawing_id, title, discipline, revision, dated, published_at, size, preview_state } = found
    return {
      current_revision_id: id,
      drawing_id,
      title: title ?? '',
      discipline,
      revision,
      dated,
      revised_at: published_at,
      bytes: size,
      preview_state,
    }
  })
}

/** Names the newest shared revision of sheets that were shared by a version which did not. */
export async function nameShared({ pick, setDerived }: Pick<Ctx, 'pick' | 'setDerived'>): Promise<void> {
  const unnamed = await pick(drawingSheets, ['id'], { shared_at: not(null), shared_revision_id: null })
  const newest = await pick(
    drawingRevisions,
    ['id', 'drawing_sheet_id'],
    { drawing_sheet_id: unnamed.map(({ id }) => id), shared_at: not(null), published_at: not(null) },
    { latest: { most: 1, of: 'drawing_sheet_id', by: 'published_at' } },
  )
  const named = newest.flatMap(({ id, drawing_sheet_id: sheet }) =>
    sheet === null ? [] : [{ id: sheet, shared_revision_id: id }],
  )
  await setDerived(drawingSheets, named)
}

export const servedSheets = serve(drawingSheets, {
  computed: { shared: sharedOf },
  granted: grantedSheets,
  visible: ({ user }) => ({ project_id: within(projects), ...(guest(user) && { shared_at: not(null) }) }),
  may: (verb) => (verb === 'delete' ? 'Sheets stay as long as their project.' : true),
  derive: ({ number }) => (number === undefined ? {} : { sheet_key: numberKey(number) }),
  validate({ number }): FieldErrors {
    return number === undefined || numberKey(number) ? {} : { number: [NO_NUMBER] }
  },
})

async function retry(page: DrawingRevision, ctx: Ctx): Promise<DrawingRevision> {
  await ctx.enqueue('drawing-page', { id: page.id })
  const set = await ctx.find(drawings, page.drawing_id)
  if (set?.state === 'review') await ctx.save(drawings, { id: set.id, state: 'reading' })
  return page
}

/** Somebody has looked at a value, and takes it as it is (rule drawing-unsure). */
async function take(page: DrawingRevision, _: Ctx, body: unknown): Promise<DrawingRevision> {
  const field = readFields.find((one) => isObject(body) && body.field === one)
  if (!field) refuse('Choose what is right.', { field: ['is invalid'] })
  if (page.published_at !== null) refuse(IS_PUBLISHED)
  return { ...page, certainty: { ...certaintyOf(page), [field]: 'typed' } }
}

export const servedRevisions = serve(drawingRevisions, {
  // Their files are made of their set's; nobody uploads them.
  uploads: true,
  granted: grantedRevisions,
  visible: ({ user }) => seenBy(user),
  may: (verb, { before }) => (before?.published_at && (verb === 'edit' || verb === 'delete') ? IS_PUBLISHED : true),
  derive(draft, before) {
    // Clients send whole records: what differs was typed.
    const typed = readFields.filter((field) => draft[field] !== undefined && draft[field] !== before?.[field])
    const certainty: Certainty = {
      ...(before && certaintyOf(before)),
      ...Object.fromEntries(typed.map((field) => [field, 'typed'])),
    }
    const isChosen = draft.discipline !== undefined && draft.discipline !== before?.discipline
    return {
      ...(typed.length > 0 && { certainty }),
      ...(typed.includes('number') && !isChosen && { discipline: disciplineOf(draft.number ?? '') }),
    }
  },
  validate({ number }, before): FieldErrors {
    // A page that is being read may turn out to have none.
    const isEmptied = before?.state === 'ready' && number !== undefined && !numberKey(number ?? '')
    return isEmptied ? { number: [NO_NUMBER] } : {}
  },
  actions: {
    calibrate: { asks: { points, length: number(), unit: choice(...units) }, run: calibrate },
    align: {
      asks: { revision_id: ref('drawing_revision'), points: points.optional(), onto: points.optional() },
      run: align,
    },
    retry,
    take: { asks: { field: choice(...readFields) }, run: take },
  },
})
