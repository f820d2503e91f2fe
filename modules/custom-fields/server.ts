import { guest } from '#core/access/access.ts'
import { defineServer, refuse, serve } from '#server/define-server.ts'
import { customFieldOptions, customFields, type CustomField } from './entities.ts'
import { problemsWithValues } from './guards.ts'

const LOCKED = 'The type cannot change once values exist.'
const IN_USE = 'This is in use and cannot be deleted.'

/** The lines of all entities that have custom values. */
const VALUES = 'custom_field_values'

/** The scope of each entity that has custom values. */
const scopes: Record<string, CustomField['for']> = {
  customer: 'customer',
  project: 'projects',
  user: 'users',
  rfi: 'rfis',
}

export default defineServer({
  lines: {
    async custom_field_values({ entity, lines, before }, { cached }) {
      const scope = scopes[entity.name]
      const fields = (await cached(customFields)).filter((field) => field.for === scope)
      return problemsWithValues(lines, before, fields, lines.length ? await cached(customFieldOptions) : [])
    },
  },
  serve: [
    // Guests cannot read custom values, so they do not need the fields either.
    serve(customFields, {
      visible: ({ user }) => !guest(user),
      async validate(draft, before, { exists }) {
        if (!before || draft.type === undefined || draft.type === before.type) return undefined
        const isUsed = await exists(VALUES, { custom_field_id: before.id })
        return isUsed ? { type: [LOCKED] } : undefined
      },
    }),
    serve(customFieldOptions, {
      visible: ({ user }) => !guest(user),
      async may(verb, { before }, { exists }): Promise<true> {
        if (verb !== 'delete' || !before) return true
        const { id, custom_field_id } = before
        if (await exists(VALUES, { custom_field_id, value: id })) refuse(IN_USE)
        return true
      },
    }),
  ],
})
