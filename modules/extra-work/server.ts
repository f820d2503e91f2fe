import { guest } from '#core/access/access.ts'
import { defineServer, within } from '#server/define-server.ts'
import { handoverParts } from '../handover/slots.ts'
import { projects } from '../projects/entities.ts'
import { serveItems } from '../work-items/serve.ts'
import { workItems } from '../work-items/slots.ts'
import { tellsOf } from '../work-items/tell.ts'
import { extraWork, type ExtraWork } from './entities.ts'
import { handedTickets } from './server/handed.ts'

export default defineServer({
  serve: serveItems(extraWork, {
    // Staff see the tickets of the projects they see, guests those that are shared with them.
    visible: ({ user }) => ({ project_id: within(projects), ...(guest(user) && { shared: true }) }),
  }),
  fills: [workItems(extraWork), handoverParts(handedTickets)],
  subscribe: tellsOf<typeof extraWork, ExtraWork>(extraWork, {
    tells: {
      sign: 'got a signature for',
      refuse: {
        did: 'noted the refusal of',
        to: ({ user_id, assigned_id }) => [user_id, assigned_id],
        note: ({ refused_reason }) => refused_reason,
      },
    },
  }),
})
