import { can } from '#core/access/access.ts'
import { defineEntity } from '#core/entity/entity.ts'
import { instant, ref, text } from '#core/entity/fields.ts'
import { defineServer, serve } from '#server/define-server.ts'

const boss = can('edit', 'users')

/** An entity for which the server warns when a heavy crate is saved, packed, deleted or gets an attachment. */
export const crates = defineEntity('crate', {
  endpoint: 'api/crates',
  root: 'api/crates',
  area: 'users',
  access: { view: boss, create: boss, edit: boss, delete: boss },
  sort: 'name',
  fields: {
    name: text().searchable(),
    packed_id: ref('user', { onDelete: 'keep' }).optional().readonly(),
    packed_at: instant().optional().readonly(),
  },
  actions: ['pack'],
  attachable: ['attachment'],
  workflow: {
    states: { empty: { label: 'Empty' }, packed: { label: 'Packed', stamp: 'packed' } },
    steps: { pack: { from: ['empty'], to: 'packed', label: 'Pack', done: 'Crate packed.' } },
  },
})

export const crateModule = {
  id: 'crates',
  exports: { crates },
  server: defineServer({
    serve: [
      serve(crates, {
        may(verb, { before }, ctx) {
          if (verb === 'delete' && before?.name.includes('heavy'))
            ctx.warn('gone', 'It takes a crane to bring it back.')
          return true
        },
        validate(draft, before, ctx) {
          if (!draft.name?.includes('heavy') || draft.name === before?.name) return
          ctx.warn('heavy', 'This crate is heavy.')
          if (draft.name.includes('very')) ctx.warn('crane', 'It needs a crane.')
        },
        mayAttach(_, { name }, ctx) {
          if (name.includes('heavy')) ctx.warn('near', 'Keep your distance.')
          return true
        },
        actions: {
          pack(crate, ctx) {
            if (crate.name.includes('heavy')) ctx.warn('lift', 'Two people have to lift it.')
            return crate
          },
        },
      }),
    ],
  }),
}
