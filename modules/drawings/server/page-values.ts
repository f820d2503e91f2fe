import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { disciplineOf, disciplines, type Discipline } from '../disciplines.ts'
import { drawingRevisions, type Drawing, type DrawingRevision } from '../entities.ts'
import type { Reading } from '#lib/title-block/read.ts'
import { readFields, type ReadField } from '#lib/title-block/read-fields.ts'
import { certaintyOf, isOpen, type Boxes, type Certainty } from '../reviewing.ts'

type Values = Pick<
  DrawingRevision,
  'number' | 'title' | 'revision' | 'dated' | 'discipline' | 'number_box' | 'boxes' | 'certainty' | 'likely'
>

const entriesOf = <T>(fields: readonly ReadField[], of: (field: ReadField) => T | undefined) =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const value = of(field)
      return value === undefined ? [] : [[field, value]]
    }),
  )

/** What a page is given of what was read of it. A page without a date is dated as its set is, which is to be looked at. */
export function valuesOf(reading: Reading, received_on: string | null): Values {
  const { number, title, revision, dated } = reading
  const boxes: Boxes = entriesOf(readFields, (field) => reading[field].box ?? undefined)
  const certainty: Certainty = entriesOf(readFields, (field) => (reading[field].sure ? undefined : ('unsure' as const)))
  return {
    number: number.value?.slice(0, 40) ?? null,
    title: title.value,
    revision: revision.value,
    dated: dated.value ?? received_on,
    discipline: disciplineOf(number.value ?? ''),
    number_box: number.box,
    boxes,
    certainty,
    likely: entriesOf(readFields, (field) => (reading[field].likely.length ? [...reading[field].likely] : undefined)),
  }
}

/** The same for some of the fields: a page keeps what it has in the others, and where nothing was read. */
export function someValuesOf(
  reading: Reading,
  fields: readonly ReadField[],
  before: DrawingRevision,
  received_on: string | null = null,
): Partial<Values> {
  const all = valuesOf(reading, received_on)
  const merged = <T extends object>(known: T | null, read: T | null) => {
    const isOwn = ([field]: [string, unknown]) => (fields as readonly string[]).includes(field)
    return Object.fromEntries([
      ...Object.entries(known ?? {}).filter((entry) => !isOwn(entry)),
      ...Object.entries(read ?? {}).filter(isOwn),
    ])
  }
  const found = fields.filter((field) => all[field] !== null)
  return {
    ...Object.fromEntries(found.map((field) => [field, all[field]])),
    ...(found.includes('number') && { number_box: all.number_box, discipline: all.discipline }),
    boxes: merged(before.boxes, all.boxes),
    certainty: merged(certaintyOf(before), all.certainty),
    likely: merged(before.likely, all.likely),
  }
}

const DAY = /^\d{4}-\d{2}-\d{2}$/
const MOST_LETTERS = 20

type Given = Partial<Pick<DrawingRevision, 'revision' | 'dated' | 'discipline'>>

function givenIn(sent: Readonly<Record<string, unknown>>): Given {
  const { revision, dated, discipline } = sent
  const isDiscipline = (value: unknown): value is Discipline => (disciplines as readonly unknown[]).includes(value)
  if (dated !== undefined && !(typeof dated === 'string' && DAY.test(dated) && !Number.isNaN(Date.parse(dated))))
    refuse('Date is invalid.', { dated: ['is invalid'] })
  if (discipline !== undefined && !isDiscipline(discipline))
    refuse('Discipline is invalid.', { discipline: ['is invalid'] })
  if (revision !== undefined && !(typeof revision === 'string' && revision.trim() && revision.length <= MOST_LETTERS))
    refuse('Revision is invalid.', { revision: ['is invalid'] })
  return {
    ...(typeof revision === 'string' && { revision: revision.trim() }),
    ...(typeof dated === 'string' && { dated }),
    ...(isDiscipline(discipline) && { discipline }),
  }
}

/**
 * Gives all pages under review one revision, date or discipline: not those where a person typed another one
 * (rule drawing-for-all). Of pages that are named, each gets it.
 */
export async function forAll(set: Drawing, ctx: Ctx, body: unknown): Promise<Drawing> {
  const sent = isObject(body) ? body : {}
  const given = givenIn(sent)
  if (!Object.keys(given).length) refuse('Enter a revision, a date or a discipline.')
  const named = Array.isArray(sent.revision_ids) ? new Set(sent.revision_ids.map(readId)) : null
  const pages = await ctx.all(drawingRevisions, { drawing_id: set.id, published_at: null, state: 'ready' })
  for (const page of pages) {
    if (named && !named.has(page.id)) continue
    const fields = (['revision', 'dated'] as const).filter(
      (field) => given[field] !== undefined && (named !== null || isOpen(page, field)),
    )
    const how = named ? ('typed' as const) : ('all' as const)
    const certainty: Certainty = { ...certaintyOf(page), ...Object.fromEntries(fields.map((field) => [field, how])) }
    const values = Object.fromEntries(fields.map((field) => [field, given[field]]))
    const { discipline = page.discipline } = given
    if (fields.length || discipline !== page.discipline)
      await ctx.save(drawingRevisions, { id: page.id, ...values, discipline, certainty })
  }
  return { ...set, ...(named === null && given.dated !== undefined && { received_on: given.dated }) }
}
