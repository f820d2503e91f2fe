import * as z from 'zod/mini'
import { nobody, signedIn, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { ref, json, lines, longText, related, text } from '#core/entity/fields.ts'

/** A field for the users who have viewed a record. All entities share one table. */
export const views = () => lines({ user_id: ref('user', { onDelete: 'keep' }) }, { shared: 'views' }).readonly()

/** The maximum length of a message's title, in characters. */
const SHORT = 80

/**
 * A message about a record whose entity accepts messages (rule message). It is visible to everyone who sees that record.
 * Its text cannot be changed later.
 */
export const messages = defineEntity('message', {
  endpoint: 'api/{messageable_type}/{messageable_id}/messages',
  root: 'api/messages',
  area: 'projects',
  // These guards are wide; the parent record's `mayAttach` decides who may answer, mark as official and delete.
  access: {
    view: signedIn,
    create: signedIn,
    edit: nobody,
    delete: signedIn,
    make_official: staff,
    make_unofficial: staff,
  },
  sort: 'created_at',
  specified: {
    fields: ['content', 'user_id', 'messageable_id', 'views', 'user_name', 'user'],
    at: ['api/rfis/{messageable_id}/messages', 'api/messages'],
  },
  fields: {
    messageable_type: text(),
    messageable_id: ref({ typedBy: 'messageable_type' }),
    content: longText().searchable(),
    user_id: ref('user', { onDelete: 'keep' }).readonly(),
    views: views(),
  },
  computed: {
    user_name: related('user_id', 'name'),
    /** The author, as the specification has it. */
    user: json(z.object({ id: z.number(), name: z.string() })),
  },
  workflow: {
    states: { sent: { label: 'Sent' } },
    // At most one in a conversation.
    marks: { official: { label: 'Official answer', tone: 'done', stamp: 'official' } },
    steps: {
      make_official: {
        marks: 'official',
        label: 'Official answer',
        icon: 'check',
        done: 'This is the official answer.',
        undo: 'make_unofficial',
      },
      make_unofficial: {
        clears: 'official',
        label: 'Not the official answer',
        icon: 'check',
        done: 'No longer the official answer.',
        undo: 'make_official',
      },
    },
  },
  attachable: ['attachment'],
  offline: 'project',
  // Only a message's author may attach files to it.
  rules: { mayAttach: (_, message, { user }) => message.user_id === user.id },
  display: {
    icon: 'message-square-text',
    findable: true,
    title: ({ content }) => (content.length > SHORT ? `${content.slice(0, SHORT - 1)}…` : content),
    subtitle: ({ user_name }) => user_name,
  },
})
export type Message = RecordOf<typeof messages>
