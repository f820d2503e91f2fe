import { can, nobody, only } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, instant, number, ref, related, text } from '#core/entity/fields.ts'

/**
 * What happened to accounts: who signed in and who could not, how people sign in, what they may do, and what was taken out of
 * the company (rule security-events). The server notes it; it is its own history.
 */
export const securityEvents = defineEntity('security_event', {
  endpoint: 'api/security_events',
  area: 'users',
  access: { ...only(nobody), view: can('edit', 'users') },
  sort: '-at',
  indexed: [['user_id', 'at'], ['together']],
  fields: {
    /** Whose account it is; nobody's where there is no such account. */
    user_id: ref('user', { onDelete: 'keep' }).optional().readonly().label('Person'),
    at: instant().readonly().label('When'),
    kind: choice('sign_in', 'refused', 'way_to_sign_in', 'rights', 'export').readonly().label('Kind'),
    /** Such as "signed in by a passkey". */
    event: text().readonly().label('What happened').searchable(),
    /** The name of the thing that was made, changed or exported, and who did it. */
    detail: text().optional().readonly().searchable(),
    address: text().optional().readonly().label('Network address').searchable(),
    browser: text().optional().readonly(),
    /** How often it happened within an hour. */
    times: number({ decimals: 0, min: 1 }).default(1).readonly(),
    /** What is one row within an hour. */
    together: text().optional().readonly().readableBy(nobody),
  },
  computed: { user_name: related('user_id', 'name').searchable() },
  undo: false,
  online: true,
  offline: false,
  display: { noun: 'security event', icon: 'fingerprint', title: ({ event }) => event },
})
export type SecurityEvent = RecordOf<typeof securityEvents>
