import { anyOf, defineServer, serve } from '#server/define-server.ts'
import { listViews, type ListView } from './entities.ts'

export default defineServer({
  serve: [
    serve(listViews, {
      /** One's own, and those for everybody in the areas that one may view. */
      visible({ user }) {
        const areas = Object.keys(user.permissions).filter((area) => user.permissions[area]?.view)
        return anyOf<ListView>({ user_id: user.id }, { shared: true, area: areas })
      },
    }),
  ],
})
