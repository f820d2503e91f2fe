import { guest } from '#core/access/access.ts'
import { defineServer, into, within } from '#server/define-server.ts'
import { projects } from '../projects/entities.ts'
import { numberOf } from '../work-items/entities.ts'
import { serveItems } from '../work-items/serve.ts'
import { workItems } from '../work-items/slots.ts'
import { letterOf, tellsOf } from '../work-items/tell.ts'
import { extraWork, type ExtraWork } from './entities.ts'

const tells = tellsOf<typeof extraWork, ExtraWork>(extraWork, {
  name: (ticket) => `extra work ticket ${numberOf(ticket)}`,
  isOver: ({ billed_at }) => billed_at !== null,
  letter: (ticket, did, ctx) => letterOf(extraWork, ticket, did, ctx),
  steps: {
    sign: {
      did: 'got a signature for',
      people: ({ user_id, assigned_id }) => [user_id, assigned_id],
      kind: 'answers',
      still: ({ signed_at }) => signed_at !== null,
    },
    refuse: {
      did: 'noted the refusal of',
      people: ({ user_id, assigned_id }) => [user_id, assigned_id],
      kind: 'with_you',
      still: ({ refused_at }) => refused_at !== null,
      note: ({ refused_reason }) => refused_reason,
    },
  },
})

export default defineServer({
  serve: serveItems(extraWork, {
    // Staff see the tickets of the projects they see, guests those that are shared with them.
    visible: ({ user }) => ({ project_id: within(projects), ...(guest(user) && { shared: true }) }),
  }),
  fills: [into(workItems, extraWork)],
  subscribe: tells,
  sample: () => import('./sample/sample.ts'),
})
