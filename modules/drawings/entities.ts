import * as z from 'zod/mini'
import { area, guest, nobody, staff, type Id } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, instant, json, longText, number, ref, related, text } from '#core/entity/fields.ts'
import { fileFields } from '#core/entity/files.ts'
import { filter } from '#core/query/filters.ts'
import { within } from '#core/query/where.ts'
import { MOST_SET_BYTES } from '#lib/file-size.ts'
import { alignments } from './alignment.ts'
import { disciplines } from './disciplines.ts'
import { box, runs, scale } from './geometry.ts'
import { editsDrawings } from './guards.ts'
import { boxes, certainty, likely, taught } from './reviewing.ts'

export { markups, type Markup } from './markups.ts'

declare module '#core/entity/totals.ts' {
  interface Counted {
    'drawing.waiting': number
    'drawing.unpublished': number
  }
}

const editing = { create: nobody, edit: editsDrawings, delete: editsDrawings }

/** A set of drawings as it was received: a PDF, whose pages become revisions of sheets (rule drawing-set). */
export const drawings = defineEntity('drawing', {
  endpoint: 'api/projects/{project_id}/drawings',
  root: 'api/drawings',
  area: area(
    'drawings',
    {
      project_manager: ['view', 'create', 'edit', 'delete', 'markup', 'publish_markup'],
      office_staff: ['view', 'create', 'edit', 'markup', 'publish_markup'],
      foreman: ['view', 'markup', 'publish_markup'],
      employee: ['view', 'markup'],
      customer: ['view'],
      contact: ['view', 'markup'],
    },
    { own: true },
  ),
  sort: '-id',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    ...fileFields(MOST_SET_BYTES),
    name: text().searchable().label('Set name'),
    received_on: date().optional().label('Dated'),
    state: choice('reading', 'review', 'published', 'failed').default('reading').readonly(),
    /** Why it cannot be read. */
    error: text().optional().readonly(),
    /** Where the sheets' numbers are, once somebody showed it on one page. */
    number_box: json(box).optional().readonly(),
    /** Where somebody showed that values stand, by the size of the pages; later sets that are laid out so are read by it. */
    taught: json(taught).optional().readonly().readableBy(nobody),
  },
  computed: { user_name: related('user_id', 'name') },
  actions: ['publish', 'unlock', 'use_box', 'for_all'],
  undo: { unlock: false },
  effects: { retry: () => ({ error: null }) },
  workflow: {
    states: {
      reading: { label: 'Being read', is: { state: 'reading' } },
      failed: { label: 'Not read', tone: 'attention', is: { state: 'failed' } },
      review: { label: 'To check', is: { state: 'review' } },
      published: { label: 'Published', tone: 'done', is: { state: 'published' }, stamp: 'published' },
    },
    marks: { shared: { label: 'Shared with guests', stamp: 'shared' } },
    steps: {
      retry: {
        from: ['failed'],
        to: 'reading',
        taken: ['review', 'published'],
        label: 'Try again',
        icon: 'rotate-cw',
        done: 'Reading again.',
      },
      share: {
        marks: 'shared',
        label: 'Share with guests',
        icon: 'share',
        done: 'Guests of this project see these sheets.',
        undo: 'unshare',
      },
      unshare: {
        clears: 'shared',
        label: 'Stop sharing',
        icon: 'share',
        done: 'Guests do not see these sheets any more.',
        undo: 'share',
      },
    },
  },
  whileActive: 'project_id',
  offline: 'project',
  online: true,
  display: {
    noun: 'drawing set',
    icon: 'layers',
    href: ({ id, project_id }) => `/projects/${project_id}/drawings/sets/${id}`,
  },
})
export type Drawing = RecordOf<typeof drawings>

/** What a sheet says of its current revision, or for guests of the newest that is shared with them. */
const sharedSheet = z.object({
  current_revision_id: z.number(),
  drawing_id: z.number(),
  title: z.string(),
  discipline: z.enum(disciplines),
  revision: z.nullable(z.string()),
  dated: z.nullable(z.string()),
  revised_at: z.nullable(z.string()),
  bytes: z.nullable(z.number()),
  preview_state: z.nullable(z.string()),
})
export type SharedSheet = z.infer<typeof sharedSheet>

/**
 * A sheet of a project, by its number; its revisions are its history. Publishing makes them. Guests read `shared` in place
 * of what a newer revision says that is not shared with them.
 */
export const drawingSheets = defineEntity('drawing_sheet', {
  endpoint: 'api/projects/{project_id}/drawing_sheets',
  root: 'api/drawing_sheets',
  area: 'drawings',
  access: editing,
  sort: 'number',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    number: text().searchable().label('Sheet number'),
    sheet_key: text()
      .optional()
      .unique('This sheet number is already in use.', ['project_id'])
      .readonly()
      .readableBy(nobody),
    title: text().default('').searchable().readableBy(staff, 'shared'),
    discipline: choice(...disciplines)
      .default('other')
      .readableBy(staff, 'shared'),
    current_revision_id: ref('drawing_revision', { onDelete: 'keep' })
      .optional()
      .readonly()
      .readableBy(staff, 'shared'),
    /** The newest of its revisions that is shared with guests. */
    shared_revision_id: ref('drawing_revision', { onDelete: 'keep' }).optional().readonly().readableBy(staff),
    sort: number({ decimals: 0 }).default(0),
    /** When the first of its revisions was shared with guests. */
    shared_at: instant().optional().readonly(),
  },
  computed: {
    /** The set that its current revision came with. */
    drawing_id: related<Id | null>('current_revision_id', 'drawing_id').readableBy(staff, 'shared'),
    revision: related<string | null>('current_revision_id', 'revision').readableBy(staff, 'shared'),
    dated: related<string | null>('current_revision_id', 'dated').readableBy(staff, 'shared'),
    revised_at: related<string | null>('current_revision_id', 'published_at').readableBy(staff, 'shared'),
    /** How large its file is. */
    bytes: related<number | null>('current_revision_id', 'size').readableBy(staff, 'shared'),
    /** Whether there is a picture of it yet. */
    preview_state: related<string | null>('current_revision_id', 'preview_state').readableBy(staff, 'shared'),
    shared: json(z.nullable(sharedSheet)).readableBy(guest),
  },
  filters: {
    drawing_id: filter(ref('drawing'), (id, { user }) => {
      const isGuest = (user.customer_id ?? user.contact_type_id ?? null) !== null
      const read = isGuest ? 'shared_revision_id' : 'current_revision_id'
      return { [read]: within(drawingRevisions, { drawing_id: id }) }
    }),
  },
  whileActive: 'project_id',
  offline: 'project',
  display: {
    noun: 'sheet',
    icon: 'map',
    findable: true,
    title: ({ number, title }) => `${number} ${title}`.trim(),
    href: ({ id, project_id }) => `/projects/${project_id}/drawings/${id}`,
  },
})
export type DrawingSheet = RecordOf<typeof drawingSheets>

/** A page of a set: under review while it has no sheet, afterwards a revision of one. */
export const drawingRevisions = defineEntity('drawing_revision', {
  endpoint: 'api/drawings/{drawing_id}/revisions',
  root: ['api/drawing_revisions', 'api/drawing_sheets/{drawing_sheet_id}/revisions'],
  table: 'drawing_revisions',
  area: 'drawings',
  access: editing,
  sort: 'page',
  fields: {
    drawing_id: ref('drawing', { onDelete: 'cascade' }),
    project_id: ref('project', { onDelete: 'cascade' }).readonly(),
    drawing_sheet_id: ref('drawing_sheet', { onDelete: 'keep' }).optional().readonly(),
    page: number({ decimals: 0, min: 1 }).readonly(),
    ...fileFields(MOST_SET_BYTES),
    path: text().optional().readonly().readableBy(nobody),
    number: text().optional().searchable().label('Sheet number'),
    title: text().optional().searchable(),
    discipline: choice(...disciplines).default('other'),
    revision: text().optional(),
    dated: date().optional(),
    /** In points as displayed: turned, cropped, and in the page's own unit. */
    width: number({ min: 0 }).optional().readonly(),
    height: number({ min: 0 }).optional().readonly(),
    kind: choice('vector', 'raster').optional().readonly(),
    state: choice('reading', 'ready', 'failed').default('reading').readonly(),
    /**
     * How far the words of its picture are read, where its text has no number: nobody wrote them, and what they say is to be
     * looked at. Without it, all that was read is the page's own text.
     */
    recognition: choice('waiting', 'read', 'failed').optional().readonly().readableBy(editsDrawings),
    /** Why the page cannot be read. */
    error: text().optional().readonly(),
    text: longText().optional().searchable().sent('alone').readonly(),
    /** The texts near the title block, to read another box of it, also while it is being drawn. */
    runs: json(runs).optional().sent('alone').readonly().readableBy(editsDrawings),
    /** Where the number was found; `boxes` has the others too. */
    number_box: json(box).optional().readonly(),
    boxes: json(boxes).optional().readonly().readableBy(editsDrawings),
    /** Which values are unsure, given to all pages, or typed (rule drawing-unsure). */
    certainty: json(certainty).optional().readonly().readableBy(editsDrawings),
    likely: json(likely).optional().readonly().readableBy(editsDrawings),
    /** What the page looks like and says, to know a sheet that comes again unchanged. */
    content: text().optional().readonly().readableBy(editsDrawings),
    scale: json(scale).optional().readonly(),
    /** How other revisions, of this sheet or of others, lie on this one. */
    alignments: json(alignments).optional().readonly(),
    /** The revision that is named across the file's page, once this one is superseded. */
    stamped: text().optional().readonly(),
    /** The latest revision of its sheet. */
    superseded_by: text().optional().readonly(),
  },
  actions: ['calibrate', 'align', 'take'],
  effects: { retry: () => ({ error: null }) },
  // Pages are published, superseded and shared with their sets.
  workflow: {
    states: {
      reading: { label: 'Being read', is: { state: 'reading' } },
      failed: { label: 'Not read', tone: 'attention', is: { state: 'failed' } },
      ready: { label: 'Ready', is: { state: 'ready' } },
      published: { label: 'Published', tone: 'done', stamp: 'published' },
      superseded: { label: 'Superseded', tone: 'attention', stamp: 'superseded' },
    },
    marks: { shared: { label: 'Shared with guests', stamp: 'shared' } },
    steps: {
      retry: {
        from: ['failed'],
        to: 'reading',
        taken: ['ready', 'published', 'superseded'],
        label: 'Read again',
        icon: 'rotate-cw',
        button: true,
        done: 'Reading again.',
      },
    },
  },
  whileActive: 'project_id',
  offline: 'project',
  online: true,
  totals: {
    'drawing.waiting': { of: 'drawing_id', where: { state: 'reading' }, labels: ['page to read', 'pages to read'] },
    'drawing.unpublished': {
      of: 'drawing_id',
      where: { published_at: null },
      labels: ['page to publish', 'pages to publish'],
    },
  },
  display: {
    noun: 'revision',
    icon: 'map',
    title: ({ number, revision, page }) => (number === null ? `Page ${page}` : `${number} rev ${revision ?? '–'}`),
    href: ({ id, project_id, drawing_sheet_id }) =>
      drawing_sheet_id === null ? null : `/projects/${project_id}/drawings/${drawing_sheet_id}?revision=${id}`,
  },
})
export type DrawingRevision = RecordOf<typeof drawingRevisions>
