import { nobody, signedIn, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { anyRef, instant, lines, longText, ref, related, text } from '#core/entity/fields.ts'

/** Who has looked at something, in one table for all that is looked at. */
export const views = () => lines({ user_id: ref('user', { onDelete: 'keep' }) }, { shared: 'views' }).readonly()

/** How much of a message stands for it, in characters. */
const SHORT = 80

/**
 * Something said about a record that takes messages (rule message). Who sees that record sees
 * what is said about it; what was said is not said otherwise later.
 */
export const messages = defineEntity('message', {
  endpoint: 'api/{messageable_type}/{messageable_id}/messages',
  root: 'api/messages',
  area: 'projects',
  // What someone may do here the record it is about says: who answers, who decides, who takes back.
  access: {
    view: signedIn,
    create: signedIn,
    edit: nobody,
    delete: signedIn,
    make_official: staff,
    make_unofficial: staff,
  },
  sort: 'created_at',
  fields: {
    messageable_type: text(),
    messageable_id: anyRef('messageable_type'),
    content: longText(),
    user_id: ref('user', { onDelete: 'keep' }).readonly(),
    views: views(),
    /** The answer that counts; at most one in a conversation. */
    official_at: instant().optional().readonly(),
  },
  computed: { user_name: related('user_id', 'name') },
  actions: ['make_official', 'make_unofficial'],
  attachable: ['attachment'],
  display: {
    icon: 'message-square-text',
    title: ({ content }) => (content.length > SHORT ? `${content.slice(0, SHORT - 1)}…` : content),
    subtitle: ({ user_name }) => user_name,
  },
})
export type Message = RecordOf<typeof messages>
