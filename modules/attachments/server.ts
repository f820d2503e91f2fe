import { defineServer, refuse, serve } from '#server/define-server.ts'
import { attachments } from './entities.ts'

export default defineServer({
  serve: [
    serve(attachments, {
      uploads: true,
      may: (verb) => (verb === 'create' ? refuse('Choose a file.', { file: ['File is required'] }) : true),
    }),
  ],
})
