import { finders } from '#blocks/find/finders.ts'
import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { mutes } from '../notifications/index.ts'
import { projectCards } from '../projects/index.ts'
import { follows } from './entities.ts'

/** What records of a project that somebody has to do or answer have in common, and who follows them. */
export default defineModule({
  entities: [follows],
  fills: [
    projectCards(() => import('./parts/waiting.tsx'), { order: 5, needs: [] }),
    mutes({
      offers: ({ fields }) => 'assigned_id' in fields && 'pin' in fields,
      mute: async (...asked) => (await import('./parts/mute.ts')).mute(...asked),
    }),
    finders(() => import('./parts/make-items.tsx'), { guard: can('view', 'projects'), needs: [] }),
  ],
})
