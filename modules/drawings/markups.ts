import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, color, embed, json, number, ref, related, text } from '#core/entity/fields.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { boundsOf, fits, geometry, markTypes, place } from './geometry.ts'
import { marksDrawings, mayRemoveMark, publishesMarkup } from './guards.ts'

/** Something drawn on a sheet (rule markup): its author's alone until it is published. */
export const markups = defineEntity('markup', {
  endpoint: 'api/drawing_sheets/{drawing_sheet_id}/markups',
  root: 'api/markups',
  area: 'drawings',
  access: {
    create: marksDrawings,
    edit: marksDrawings,
    delete: marksDrawings,
    publish: publishesMarkup,
  },
  sort: 'id',
  indexed: [['linked_id']],
  fields: {
    drawing_sheet_id: ref('drawing_sheet', { onDelete: 'cascade' }),
    project_id: ref('project', { onDelete: 'cascade' }).optional().readonly(),
    revision_id: ref('drawing_revision', { onDelete: 'cascade' }),
    user_id: ref('user', { onDelete: 'keep' }).readonly(),
    type: choice(...markTypes),
    geometry: json(geometry),
    bbox: json(place).optional().readonly(),
    color: color().default('#d92d20'),
    /** In thousandths of the page's width. */
    width: number({ min: 0.1, max: 100 }).default(2),
    text: text().optional().searchable(),
    measurement: number({ decimals: 4, min: 0 }).optional(),
    unit: text().optional(),
    /** A file or another record that it points to, by the name of its kind: `punch_item`. A pin puts the record where it is. */
    linked_type: text().optional(),
    linked_id: number({ decimals: 0, min: 1 }).optional(),
  },
  computed: {
    user_name: related('user_id', 'name').searchable(),
    sheet_number: related('drawing_sheet_id', 'number').searchable(),
    revision: related<string | null>('revision_id', 'revision'),
    photos: embed('attachment', { image: true }),
  },
  attachable: ['attachment'],
  whileActive: 'project_id',
  offline: 'project',
  workflow: {
    states: { own: { label: 'Only you see it' }, published: { label: 'Published', stamp: 'published' } },
    steps: {
      // It is not undone, since others have seen it.
      publish: {
        to: 'published',
        label: 'Publish',
        icon: 'send',
        done: 'Markup published.',
        primary: true,
        batch: { past: 'published' },
      },
    },
  },
  rules: {
    may: (verb, { before }, { user }) =>
      !before || (verb === 'delete' ? mayRemoveMark(before, user) : before.user_id === user.id),
    derive: ({ geometry: shape }, before) => ({
      ...(before && { drawing_sheet_id: before.drawing_sheet_id }),
      ...(shape && { bbox: [...boundsOf(shape)] as [number, number, number, number] }),
    }),
    validate(draft, before): FieldErrors {
      const { type, geometry: shape, unit } = { ...before, ...draft }
      return type && shape && !fits(type, shape, unit) ? { geometry: ['Geometry must be on the sheet'] } : {}
    },
    // Its author alone adds photos to a mark, and removes them.
    mayAttach: (_, mark, { user }) => mark.user_id === user.id,
  },
  display: {
    icon: 'pencil',
    title: ({ type, text }) => text ?? `${type.charAt(0).toUpperCase()}${type.slice(1)}`,
    href: ({ id, project_id, drawing_sheet_id }) => `/projects/${project_id}/drawings/${drawing_sheet_id}?markup=${id}`,
  },
})
export type Markup = RecordOf<typeof markups>
