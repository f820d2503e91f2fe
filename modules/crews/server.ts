import { defineServer, serve } from '#server/define-server.ts'
import { crews } from './entities.ts'

export default defineServer({
  serve: [serve(crews, { visible: () => true })],
})
