import { can, every, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { daySteps, newsOf, projectAsides, projectCards, projectNews, projectTabs } from '../projects/index.ts'
import { reports } from '../reports/index.ts'
import { dailyLogs, logEntries, logMailings, logRecipients } from './entities.ts'
import { missing } from './reports.ts'

const viewers = can('view', 'dailyLogs')

export default defineModule({
  entities: [dailyLogs, logEntries, logRecipients, logMailings],
  needs: [dailyLogs],
  routes: {
    '/projects/:project_id/daily_logs/:daily_log_id': {
      guard: viewers,
      titled: true,
      screen: () => import('./screens/log-screen.tsx'),
    },
  },
  fills: [
    projectTabs(
      { to: 'daily_logs', label: 'Daily Logs', phone: 30, screen: () => import('./screens/logs-tab.tsx') },
      { guard: viewers, order: 10 },
    ),
    daySteps(
      {
        label: 'Daily log',
        icon: 'notebook-pen',
        when: 'in',
        open: { dialog: () => import('./parts/open-today.tsx') },
      },
      { guard: can('create', 'dailyLogs'), order: 20 },
    ),
    projectNews(
      newsOf({
        entity: dailyLogs,
        label: 'Daily log',
        at: ({ date }) => date,
        text: ({ work_performed }) => work_performed ?? '',
        to: ({ id }) => `daily_logs/${id}`,
      }),
      { guard: viewers, order: 10 },
    ),
    reports(missing, { guard: missing.guard, order: 40 }),
    projectCards(() => import('./parts/recent-logs.tsx'), { guard: viewers, order: 10 }),
    projectAsides(() => import('./parts/site-weather.tsx'), {
      guard: every(staff, viewers),
      order: 4,
      needs: [[dailyLogs, 'weather']],
    }),
  ],
})
