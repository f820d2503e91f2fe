import { defineModule } from '#core/module/define-module.ts'
import { projectCards, projectMore } from '../projects/index.ts'
import { handovers, handsOver } from './entities.ts'

export default defineModule({
  entities: [handovers],
  fills: [
    projectMore(
      {
        label: 'Closeout package…',
        icon: 'download',
        dialog: async () => ({ default: (await import('./dialogs/handover-dialog.tsx')).HandoverDialog }),
      },
      { guard: handsOver },
    ),
    projectCards(async () => ({ default: (await import('./parts/handover-card.tsx')).HandoverCard }), {
      guard: handsOver,
      order: 90,
    }),
  ],
})
