import { can } from '#core/access/access.ts'
import { defineServer, serve } from '#server/define-server.ts'
import { crews } from './entities.ts'

const approves = can('approve', 'timecards')

export default defineServer({
  serve: [
    serve(crews, {
      visible: () => true,
      // A crew belongs to the person who saved it, and those who approve time keep all of them in order.
      may: (_, { before }, { user }) => !before || before.user_id === user.id || approves(user),
      derive: (_, before, { user }) => (before ? {} : { user_id: user.id }),
    }),
  ],
  sample: () => import('./sample.ts'),
})
