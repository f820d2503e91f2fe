import { can, every, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { keyLists } from '#blocks/find/finders.ts'
import { homeCards, homeToday, importSteps, needsYou, ownAccount, shortcuts } from '#blocks/slots.ts'
import { newsOf, projectAsides, projectNews, projectPhases, projectTabs } from '../projects/index.ts'
import { reports } from '../reports/index.ts'
import { dayParts } from '../daily-logs/index.ts'
import { daysOff, sheetFills } from '../time/index.ts'
import { phases } from '../phases/entities.ts'
import {
  calendarFeeds,
  scheduleEvents,
  scheduleNotices,
  scheduleSettings,
  timeOffBalances,
  timeOffRequests,
} from './entities.ts'
import { plans, seesPhases, seesWork } from './guards.ts'
import { timeOff } from './reports.ts'

const viewers = can('view', 'schedule')

export default defineModule({
  entities: [calendarFeeds, scheduleEvents, scheduleNotices, scheduleSettings, timeOffBalances, timeOffRequests],
  needs: [scheduleEvents],
  keeps: () => import('./parts/kept-documents.ts'),
  routes: {
    '/schedule': { guard: viewers, screen: () => import('./screens/schedule-screen.tsx') },
    '/schedule/time-off/*?': {
      guard: every(staff, viewers),
      needs: [timeOffRequests],
      screen: () => import('./screens/time-off-screen.tsx'),
    },
  },
  sidebar: [{ to: '/schedule', label: 'Schedule', icon: 'calendar-days', guard: viewers, order: 20 }],
  tiles: [
    {
      to: '/schedule',
      label: 'The Schedule',
      icon: 'calendar-days',
      guard: viewers,
      order: 20,
      detail: () => import('./parts/today/today-detail.tsx'),
    },
  ],
  setup: [
    {
      to: '/setup/schedule',
      label: 'Schedule',
      icon: 'calendar-days',
      guard: can('edit', 'users'),
      order: 6,
      needs: [scheduleSettings],
      screen: () => import('./screens/settings-screen.tsx'),
    },
    {
      to: '/setup/time_off_balances',
      label: 'Time-off Balances',
      icon: 'calendar-days',
      guard: can('edit', 'users'),
      order: 7,
      needs: [timeOffBalances],
      screen: () => import('./screens/balances-screen.tsx'),
    },
  ],
  fills: [
    keyLists(
      {
        title: 'Crew board',
        keys: [
          ['← → ↑ ↓', 'Move; with Shift, choose several'],
          ['Enter', 'Open what is planned, or plan somebody'],
          ['Space', 'Lift it, and put it down where the arrows moved it'],
          ['Delete', 'Take it out'],
          ['C, V', 'Copy and paste'],
        ],
      },
      { guard: viewers, order: 30 },
    ),
    importSteps(
      {
        entity: timeOffBalances,
        label: 'Time-off balances',
        icon: 'calendar-days',
        about: 'What people have left of vacation, sick and personal time in the year, and from which day on.',
        dialog: async () => ({ default: (await import('./dialogs/import-balances.tsx')).ImportBalances }),
      },
      { guard: can('edit', 'users'), needs: [timeOffBalances], order: 90 },
    ),
    reports(timeOff, { guard: timeOff.guard, order: 50 }),
    projectTabs(
      { to: 'schedule', label: 'Schedule', screen: () => import('./screens/schedule-tab.tsx') },
      { guard: seesPhases, order: 70 },
    ),
    shortcuts({ label: 'Schedule', icon: 'calendar-days', open: '/schedule' }, { guard: viewers, order: 30 }),
    ownAccount(() => import('./parts/agenda/own-addresses.tsx'), { guard: viewers, needs: [calendarFeeds] }),
    homeToday(() => import('./parts/today/today-cards.tsx'), {
      guard: seesWork,
      needs: [[scheduleEvents, 'agenda']],
    }),
    projectNews(
      newsOf({
        entity: scheduleEvents,
        label: 'Coming',
        filters: (project_id, today) => ({ project_id, from: today }),
        coming: true,
        at: (event) => event.start_date ?? null,
        text: (event, store) =>
          event.kind === 'calendar' ? event.title : (store.of(phases).get(event.phase_id ?? 0)?.name ?? 'Work'),
        to: () => 'schedule',
      }),
      { guard: seesPhases, order: 50 },
    ),
    projectPhases(() => import('./parts/job/job-phases.tsx'), { guard: seesPhases }),
    projectAsides(() => import('./parts/job/on-site.tsx'), { guard: every(staff, viewers), order: 5 }),
    homeCards(() => import('./parts/agenda/crew-week.tsx'), { guard: plans, order: 8 }),
    needsYou(() => import('./parts/agenda/unanswered.tsx'), {
      guard: plans,
      needs: [[scheduleEvents, 'unanswered']],
      order: 15,
    }),
    needsYou(() => import('./parts/time-off/requests-need.tsx'), {
      guard: plans,
      needs: [timeOffRequests],
      order: 16,
    }),
    sheetFills(() => import('./parts/time-from-schedule.tsx'), { guard: every(staff, viewers) }),
    daysOff(() => import('./parts/days-off.tsx'), { guard: viewers }),
    dayParts(() => import('./parts/month/day-plan.tsx'), { guard: every(staff, viewers) }),
  ],
})
