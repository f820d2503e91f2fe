import { defineServer, namedBy, not, same, serve, some, withDeleted, type Ctx } from '#server/define-server.ts'
import { todayOf } from '../company/guards.ts'
import { isContact, users } from '../users/entities.ts'
import { teammates } from '../users/slots.ts'
import { JOB_HUES, projects } from './entities.ts'
import { numberAfter } from './next-number.ts'
import { addSample, forgetSample, removeSample, SAMPLE_NUMBER, sampleOf } from './server/sample-project.ts'

/** The number after the newest project's, skipping numbers in use. Deleted projects keep theirs. */
async function nextNumber(ctx: Ctx): Promise<string> {
  const year = Number((await todayOf(ctx)).slice(0, 4))
  const others = { number: not(SAMPLE_NUMBER), ...withDeleted }
  const [last] = await ctx.pick(projects, ['number'], others, { latest: { most: 1, by: 'id' } })
  let next = numberAfter(last?.number ?? null, year)
  while (await ctx.exists(projects, { number: same(next), ...withDeleted })) next = numberAfter(next, year)
  return next
}

/** The hue that the fewest active projects have, those that this transaction has made among them: many may be imported at once. */
async function nextHue({ groups, once }: Ctx): Promise<number> {
  const counts = await once('hues of projects', async () => {
    const used = await groups(projects, { by: ['color'], where: { archived_at: null, color: not(null) } })
    return new Map(used.map(({ color, count }) => [color, count]))
  })
  const hues = Array.from({ length: JOB_HUES }, (_, at) => at + 1)
  const [hue = 1] = hues.toSorted((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0) || a - b)
  counts.set(hue, (counts.get(hue) ?? 0) + 1)
  return hue
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
      // Hues are counted for all projects of a request.
      together: true,
      derive: async ({ color }, before, ctx) => (before || color ? {} : { color: await nextHue(ctx) }),
      async validate({ guest_contact_id: id }, before, { find }) {
        const person = id && id !== before?.guest_contact_id ? await find(users, id) : null
        if (person && (isContact(person) || !person.active))
          return { guest_contact_id: ['Choose somebody of the team.'] }
        return undefined
      },
      queries: { next_number: nextNumber, sample: sampleOf },
      collectionActions: { add_sample: addSample, remove_sample: removeSample },
      afterDelete: forgetSample,
      computed: {
        customer: (all) => all.map(({ customer_id, customer_name }) => ({ id: customer_id, name: customer_name })),
        async guest_contact(rows, { all }) {
          const ids = rows.flatMap(({ guest_contact_id }) => guest_contact_id ?? [])
          const people = ids.length ? await all(users, { id: ids, active: true }) : []
          const known = new Map(people.map(({ id, name, phone_number }) => [id, { name, phone_number }]))
          return rows.map(({ guest_contact_id }) => known.get(guest_contact_id ?? 0) ?? null)
        },
      },
    }),
  ],
  fills: [teammates(namedBy(projects, 'project_users', 'user_id'))],
  // Projects from before there were hues.
  async start({ pick, setDerived }) {
    const plain = await pick(projects, ['id'], { color: null, ...withDeleted })
    await setDerived(
      projects,
      plain.map(({ id }) => ({ id, color: 1 + ((id - 1) % JOB_HUES) })),
    )
  },
})
