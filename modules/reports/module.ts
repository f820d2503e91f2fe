import { defineModule } from '#core/module/define-module.ts'
import { reportMails, reportReaders } from './entities.ts'

export default defineModule({
  entities: [reportMails],
  needs: [[reportMails, 'answer']],
  routes: {
    '/reports': { guard: reportReaders, screen: () => import('./screens/reports-screen.tsx') },
    '/reports/:id': { guard: reportReaders, screen: () => import('./screens/reports-screen.tsx') },
  },
  sidebar: [{ to: '/reports', label: 'Reports', icon: 'chart-no-axes-combined', guard: reportReaders, order: 65 }],
})
