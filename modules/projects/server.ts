import { sql } from 'kysely'
import { defineServer, serve, some, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../company/guards.ts'
import { JOB_HUES, projects } from './entities.ts'
import { numberAfter } from './next-number.ts'

/** The number after the newest project's, skipping numbers in use. Deleted projects keep theirs. */
async function nextNumber(ctx: Ctx): Promise<string> {
  const { query } = ctx
  const year = Number((await todayOf(ctx)).slice(0, 4))
  const [last] = await query(sql<{ number: string }>`select number from projects order by id desc limit 1`)
  let next = numberAfter(last?.number ?? null, year)
  while ((await query(sql`select 1 from projects where number_key = ${next.toLowerCase()} limit 1`)).length)
    next = numberAfter(next, year)
  return next
}

/** The hue that the fewest active projects have. */
async function nextHue({ query }: Ctx): Promise<number> {
  const rows = await query(
    sql<{
      color: unknown
      n: unknown
    }>`select color, count(*) as n from projects where archived_at is null and deleted_at is null and color is not null group by color`,
  )
  const counts = new Map(rows.map(({ color, n }) => [Number(color), Number(n)]))
  const hues = Array.from({ length: JOB_HUES }, (_, at) => at + 1)
  return hues.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || a - b)[0] ?? 1
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
      derive: async ({ color }, before, ctx) => (before || color ? {} : { color: await nextHue(ctx) }),
      queries: { next_number: nextNumber },
      computed: {
        customer: (all) => all.map(({ customer_id, customer_name }) => ({ id: customer_id, name: customer_name })),
      },
    }),
  ],
  // Projects from before there were hues.
  start: async ({ query }) =>
    void (await query(sql`update projects set color = 1 + (id - 1) % ${sql.lit(JOB_HUES)} where color is null`)),
  sample: () => import('./sample.ts'),
})
