import * as z from 'zod/mini'
import { can, nobody, only, signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { date, instant, json, ref, related, text } from '#core/entity/fields.ts'
import { ABILITY } from '#lib/abilities.ts'

const MOST_ABILITIES = 100
const abilities = z
  .array(z.string().check(z.regex(ABILITY, 'must be like read, write or rfis:read')))
  .check(z.minLength(1, 'must name at least one thing'), z.maxLength(MOST_ABILITIES))

/** What scripts and other programs use instead of a password, for a person or an integration (rule access-token). */
export const accessTokens = defineEntity('access_token', {
  endpoint: 'api/access_tokens',
  table: 'personal_access_tokens',
  area: 'users',
  access: { ...only(signedIn), add_integration: can('create', 'users') },
  sort: 'name',
  fields: {
    name: text(),
    /** Whose rights it has, as far as its abilities go. */
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    abilities: json(abilities).default(['read']),
    /** The last day on which it works. */
    expires_on: date(),
    /** When that day is over for the company. */
    ends_at: instant().readonly(),
    last_used_at: instant().optional().readonly(),
    /** The hash of its secret. */
    token: text().unique('This token is taken.').readonly().readableBy(nobody),
  },
  computed: {
    user_name: related('user_id', 'name'),
    integration: related<boolean>('user_id', 'integration').readableBy(can('edit', 'users')),
    /** The token itself, in the answer to the request that makes it alone. */
    plain: text().optional().sent('once'),
  },
  collectionActions: ['add_integration'],
  undo: false,
  online: true,
  offline: false,
  display: { icon: 'key-round' },
})
export type AccessToken = RecordOf<typeof accessTokens>
