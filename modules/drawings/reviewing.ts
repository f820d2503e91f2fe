import * as z from 'zod/mini'
import { readFields, type ReadField } from '#lib/title-block/read-fields.ts'
import { box } from './geometry.ts'

const ofFields = <T extends z.ZodMiniType>(of: T) =>
  z.strictObject({ number: z.optional(of), title: z.optional(of), revision: z.optional(of), dated: z.optional(of) })

/** Where the values of a title block stand. */
export const boxes = ofFields(box)
export type Boxes = z.infer<typeof boxes>

/**
 * How a page got its values: `unsure` ones are to be looked at, `all` were given to all pages, and what was `typed` or
 * looked at is a person's. What is not named was read and is sure.
 */
export const certainty = ofFields(z.enum(['unsure', 'all', 'typed']))
export type Certainty = z.infer<typeof certainty>

/** What a value may be, the likeliest first. */
export const likely = ofFields(z.array(z.string()))

/** Where values stand on the pages of one size, and texts by which the pages of another set show that they are laid out so. */
export const taught = z.array(
  z.strictObject({
    width: z.number(),
    height: z.number(),
    boxes,
    anchors: z.array(z.strictObject({ text: z.string(), x: z.number(), y: z.number() })),
  }),
)
export type Taught = z.infer<typeof taught>

interface Certain {
  readonly certainty: Certainty | null
  readonly revision: string | null
}

/** The values of a page that somebody is to look at; a new sheet needs no revision. */
export function unsureOf({ certainty: known, revision }: Certain, isNew: boolean): ReadField[] {
  return readFields.filter(
    (field) => known?.[field] === 'unsure' && !(field === 'revision' && revision === null && isNew),
  )
}

type Page = { readonly certainty: Certainty | null } & Readonly<Partial<Record<ReadField, string | null | undefined>>>

/** How a page got its values. Before that was noted, each may have been typed. */
export const certaintyOf = (page: Page): Certainty =>
  page.certainty ??
  Object.fromEntries(readFields.flatMap((field) => ((page[field] ?? null) === null ? [] : [[field, 'typed' as const]])))

/** Whether a value may be replaced by what is read or given to all: not if a person typed it. */
export const isOpen = (page: Page, field: ReadField): boolean => certaintyOf(page)[field] !== 'typed'
