import { defineServer } from '#server/define-server.ts'
import { accessEnds } from '../users/slots.ts'
import { endLinksOf, servedLinks } from './server/links.ts'
import { mountSharePages } from './server/routes.ts'

export default defineServer({
  serve: [servedLinks],
  routes: mountSharePages,
  fills: [accessEnds(endLinksOf)],
})
