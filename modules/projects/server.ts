import { sql } from 'kysely'
import { can, staff } from '#core/access/access.ts'
import { defineServer, serve, some, type Ctx } from '#server/define-server.ts'
import { projects } from './entities.ts'
import { numberAfter } from './next-number.ts'

/** The number after the newest project's, skipping numbers in use. Deleted projects keep theirs. */
async function nextNumber({ query, now }: Ctx): Promise<string> {
  const [last] = await query(sql<{ number: string }>`select number from projects order by id desc limit 1`)
  let next = numberAfter(last?.number ?? null, Number(now.slice(0, 4)))
  while ((await query(sql`select 1 from projects where number_key = ${next.toLowerCase()} limit 1`)).length)
    next = numberAfter(next, Number(now.slice(0, 4)))
  return next
}

export default defineServer({
  serve: [
    serve(projects, {
      // Staff see every project, a customer's guests that customer's, contacts those whose team they are on.
      visible: ({ user }) => {
        if (user.customer_id !== null) return { customer_id: user.customer_id }
        if (user.contact_type_id !== null) return { project_users: some({ user_id: user.id }) }
        return true
      },
      // Staff may add photos and change their own; other people's require edit permission on projects.
      mayAttach({ verb, before }, _, { user }) {
        return can('edit', 'projects')(user) || (staff(user) && (verb === 'create' || before?.user_id === user.id))
      },
      queries: { next_number: nextNumber },
    }),
  ],
  sample: () => import('./sample.ts'),
})
