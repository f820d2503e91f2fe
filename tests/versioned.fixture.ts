import { defineEntity } from '#core/entity/entity.ts'
import { ref } from '#core/entity/fields.ts'
import { fileFields, versions } from '#core/entity/files.ts'
import { MOST_SET_BYTES } from '#lib/file-size.ts'
import { defineServer, serve } from '#server/define-server.ts'
import type { ServerModule } from '#server/resource/catalog.ts'

/** A record that is a file, keeps its versions and may be as large as a set of drawings. */
export const papers = defineEntity('paper', {
  endpoint: 'api/sites/{site_id}/papers',
  root: 'api/papers',
  area: 'sites',
  sort: 'id',
  fields: { site_id: ref('site', { onDelete: 'cascade' }), ...fileFields(MOST_SET_BYTES), ...versions() },
})

export const versionedModule: ServerModule = {
  id: 'papers',
  exports: { papers },
  server: defineServer({
    serve: [
      serve(papers, {
        uploads: true,
        may: (verb, { before }) => (before?.name === 'kept.txt' && verb !== 'view' ? 'This paper is kept.' : true),
      }),
    ],
  }),
}
