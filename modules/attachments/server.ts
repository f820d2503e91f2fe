import { defineServer, refuse, serve } from '#server/define-server.ts'
import { attachments } from './entities.ts'

export default defineServer({
  serve: [
    serve(attachments, {
      uploads: true,
      granted: {
        reads: [
          'attachable_type',
          'attachable_id',
          'name',
          'mime',
          'size',
          'image',
          'preview_state',
          'caption',
          'kind',
        ],
        answers: ['create'],
      },
      may: (verb) => (verb === 'create' ? refuse('Choose a file.', { file: ['File is required'] }) : true),
    }),
  ],
})
