import * as z from 'zod/mini'
import { can, only, signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, flag, json, ref, related, text } from '#core/entity/fields.ts'

const chosen = z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(500)))
const columns = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(100))

const SHARING = 'Only who may edit the records of this list changes views that everybody has.'

/** What someone has chosen of a list, under a name: a tab above that list, for oneself or for everybody (rule saved-view). */
export const listViews = defineEntity('list_view', {
  endpoint: 'api/list_views',
  area: 'users',
  access: only(signedIn),
  sort: 'name',
  fields: {
    user_id: ref('user', { onDelete: 'cascade' }).readonly(),
    /** The area and the table of the records that are listed: a view in another area than its table's is in no list. */
    area: text(),
    list: text(),
    name: text().unique('You have a view of this name already.', ['user_id', 'area', 'list']),
    shared: flag().default(false).label('For everybody'),
    sort_column: text(),
    sort_direction: choice('asc', 'desc').default('asc'),
    filters: json(chosen).default({}),
    /** The columns that are left out. */
    hidden: json(columns).default([]),
    /** The columns that were moved, from left to right; empty for any order. */
    column_order: json(columns).default([]),
  },
  computed: { user_name: related('user_id', 'name') },
  rules: {
    may(_, { before, draft }, { user }) {
      if (before && before.user_id !== user.id && !before.shared) return false
      const isShared = before?.shared || (draft.shared ?? before?.shared)
      const areas = [before?.area, draft.area].filter((area) => area !== undefined)
      return !isShared || areas.every((area) => can('edit', area)(user)) || SHARING
    },
  },
  display: { noun: 'view', icon: 'list-filter' },
})
export type ListView = RecordOf<typeof listViews>
