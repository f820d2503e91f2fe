import { can, every, staff } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { finders, keyLists } from '#blocks/find/finders.ts'
import { batchForms, firstSteps, heldReports, needsYou, shortcuts } from '#blocks/slots.ts'
import { daySteps, projectActions, projectTabs } from '../projects/index.ts'
import { reports } from '../reports/index.ts'
import { daySignatures, heldChanges, ledDays, timecards, timeEntries } from './entities.ts'
import { hoursStep } from './parts/first-hour/step.ts'
import { hoursByWeek, jobCost, overtime } from './reports.ts'

const enterers = can('create', 'timeEntries')
/** External users do not get My Time (rule my-time). */
const own = every(staff, can('view', 'timecards'))

export default defineModule({
  entities: [timeEntries, timecards, daySignatures, heldChanges, ledDays],
  needs: [timeEntries],
  routes: {
    '/timecard': { guard: own, screen: () => import('./screens/timecard-screen.tsx') },
    '/timecard/basic': { guard: own, screen: () => import('./screens/basic-timecard-screen.tsx') },
    '/time/sign': { guard: own, needs: [daySignatures], screen: () => import('./screens/sign-screen.tsx') },
    '/time': { guard: enterers, screen: () => import('./screens/time-screen.tsx') },
  },
  sidebar: [
    { to: '/timecard', label: 'My Time', icon: 'clock', guard: staff, order: 40 },
    { to: '/time', label: 'Time', icon: 'users', guard: enterers, order: 50 },
  ],
  tiles: [
    {
      to: '/timecard',
      label: 'My Time',
      icon: 'clock',
      guard: staff,
      order: 40,
      detail: () => import('./parts/needs/my-hours-detail.tsx'),
    },
    {
      to: '/time',
      label: 'Time',
      icon: 'users',
      guard: enterers,
      order: 50,
      detail: () => import('./parts/needs/missing-detail.tsx'),
    },
  ],
  fills: [
    firstSteps(hoursStep, { order: 90 }),
    keyLists(
      {
        title: 'Sheets of hours',
        keys: [
          ['Enter, F2', 'Change the value; Enter again keeps it'],
          ['Tab', 'Keep it and move on'],
          ['Delete', 'Empty what is selected'],
          ['Ctrl D', 'Fill down'],
          ['Ctrl C, Ctrl V', 'Copy and paste, from a spreadsheet too'],
        ],
      },
      { guard: enterers, order: 40 },
    ),
    finders(() => import('./parts/enter-time-found.tsx'), { guard: enterers, order: 20 }),
    shortcuts(
      {
        name: 'enter-time',
        label: 'Enter time',
        icon: 'clock',
        primary: true,
        open: () => import('./parts/enter-time-here.tsx'),
      },
      { guard: enterers, order: 20 },
    ),
    shortcuts(
      { name: 'enter-time', label: 'Time', icon: 'clock', primary: true, open: '/timecard' },
      { guard: every(own, (user) => !enterers(user)), order: 20 },
    ),
    heldReports({
      to: heldChanges,
      of: [
        { entity: timeEntries, person: 'user_id', day: 'date' },
        { entity: timecards, person: 'user_id', day: 'week_start' },
      ],
    }),
    batchForms({
      entity: timeEntries.name,
      form: () => import('./dialogs/enter-time-dialog.tsx'),
    }),
    projectTabs(
      { to: 'time', label: 'Time', screen: () => import('./screens/time-tab.tsx') },
      { guard: enterers, needs: [[timeEntries, 'by_code']], order: 80 },
    ),
    needsYou(() => import('./parts/needs/own-needs.tsx'), { guard: own, needs: [timecards], order: 20 }),
    needsYou(() => import('./parts/needs/crew-needs.tsx'), { guard: enterers, needs: [timecards], order: 10 }),
    daySteps(
      {
        label: 'Enter time',
        icon: 'clock',
        when: 'due',
        open: { dialog: () => import('./parts/enter-time-here.tsx') },
      },
      { guard: enterers, order: 10 },
    ),
    daySteps(
      { label: 'My Time', icon: 'clock', when: 'due', open: () => '/timecard' },
      { guard: every(own, (user) => !enterers(user)), order: 10 },
    ),
    daySteps(
      { label: 'Crew signs', icon: 'pencil', open: () => '/time/sign' },
      { guard: enterers, needs: [daySignatures], order: 15 },
    ),
    reports(jobCost, { guard: jobCost.guard, order: 10 }),
    reports(hoursByWeek, { guard: hoursByWeek.guard, order: 20 }),
    reports(overtime, { guard: overtime.guard, order: 30 }),
    projectActions(() => import('./parts/project-enter-time.tsx'), { guard: enterers }),
  ],
})
