import { anyOf, defineServer, namedBy, serve } from '#server/define-server.ts'
import { projects } from '../projects/entities.ts'
import { users } from './entities.ts'

export default defineServer({
  serve: [
    serve(users, {
      // Guests see themselves and the teams of the projects they see.
      visible: ({ user }) =>
        user.customer_id === null && user.contact_type_id === null
          ? true
          : anyOf<{ id: number }>({ id: user.id }, { id: namedBy(projects, 'project_users', 'user_id') }),
    }),
  ],
  sample: () => import('./sample.ts'),
})
