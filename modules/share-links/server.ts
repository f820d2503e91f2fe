import { defineServer, serve } from '#server/define-server.ts'
import { companySettings } from '../company/entities.ts'
import { accessEnds } from '../users/slots.ts'
import { endLinksOf, endPosters, servedLinks } from './server/links.ts'
import { mountSharePages } from './server/routes.ts'

export default defineServer({
  serve: [
    servedLinks,
    serve(companySettings, {
      async afterSave({ share_posters }, before, ctx) {
        if (before?.share_posters && !share_posters) await endPosters(ctx)
      },
    }),
  ],
  routes: mountSharePages,
  fills: [accessEnds(endLinksOf)],
})
