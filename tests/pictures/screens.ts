/** Who looks at a screen: the mailbox of someone in the sample company, or nobody, who is not signed in. */
export type Viewer = 'admin' | 'manager' | 'office' | 'foreman' | 'employee' | 'customer' | 'contact' | 'nobody'

/** A screen that has baselines, in the light and in the dark. */
export interface Screen {
  /** The name of its files. */
  readonly name: string
  readonly title: string
  readonly path: string
  readonly person: Viewer
}

/**
 * When the pictures are taken. The sample company is seeded around it, and the clocks of the server and of the page stand
 * still at it: a Wednesday at one in the afternoon of the company, far from holidays and changes of the clocks.
 */
export const MOMENT = '2027-06-16T20:00:00Z'

/** In CSS pixels, one dot each. */
export const SIZE: Readonly<Record<'width' | 'height', number>> = { width: 1280, height: 800 }

const project = '/projects/1'

/** The screens whose pictures are compared, which Storybook shows under Screens/All screens. */
export const screens: readonly Screen[] = [
  { name: 'welcome', title: 'Welcome', path: '/welcome', person: 'nobody' },
  { name: 'home', title: 'Home', path: '/', person: 'manager' },
  { name: 'home-field', title: 'Home of a foreman', path: '/', person: 'foreman' },
  { name: 'home-guest', title: 'Home of a guest', path: '/', person: 'customer' },
  { name: 'projects', title: 'Projects', path: '/projects', person: 'manager' },
  { name: 'project', title: 'A project', path: project, person: 'manager' },
  { name: 'cost-codes', title: 'Cost codes', path: `${project}/cost_codes`, person: 'manager' },
  { name: 'daily-logs', title: 'Daily logs', path: `${project}/daily_logs`, person: 'manager' },
  { name: 'daily-log', title: 'A daily log', path: `${project}/daily_logs/1`, person: 'manager' },
  { name: 'documents', title: 'Documents', path: `${project}/documents`, person: 'manager' },
  { name: 'drawings', title: 'Drawings', path: `${project}/drawings`, person: 'manager' },
  { name: 'sheet', title: 'A sheet', path: `${project}/drawings/1`, person: 'manager' },
  { name: 'extra-work', title: 'Extra work', path: `${project}/extra_work`, person: 'manager' },
  { name: 'history', title: 'History', path: `${project}/history`, person: 'manager' },
  { name: 'photos', title: 'Photos', path: `${project}/photos`, person: 'manager' },
  { name: 'punch', title: 'Punch items', path: `${project}/punch_items`, person: 'manager' },
  { name: 'punch-item', title: 'A punch item', path: `${project}/punch_items/1`, person: 'manager' },
  { name: 'project-rfis', title: 'RFIs of a project', path: `${project}/rfis`, person: 'manager' },
  { name: 'project-schedule', title: 'Schedule of a project', path: `${project}/schedule`, person: 'manager' },
  { name: 'tasks', title: 'Tasks of a project', path: `${project}/tasks`, person: 'manager' },
  { name: 'project-time', title: 'Time of a project', path: `${project}/time`, person: 'manager' },
  { name: 'walk', title: 'A walk', path: `${project}/walk`, person: 'foreman' },
  { name: 'customers', title: 'Customers', path: '/customers', person: 'manager' },
  { name: 'customer', title: 'A customer', path: '/customers/1', person: 'manager' },
  { name: 'directory', title: 'Directory', path: '/directory', person: 'employee' },
  { name: 'users', title: 'Users', path: '/users', person: 'admin' },
  { name: 'rfi', title: 'An RFI', path: '/rfis/1', person: 'manager' },
  { name: 'gantt', title: 'Gantt chart', path: '/schedule?view=gantt', person: 'manager' },
  { name: 'board', title: 'Crew board', path: '/schedule?view=board', person: 'manager' },
  { name: 'time-off', title: 'Time off', path: '/schedule/time-off', person: 'office' },
  { name: 'time', title: 'A day of time', path: '/time', person: 'office' },
  { name: 'time-week', title: 'A week of time', path: '/time?view=week', person: 'office' },
  { name: 'timecard', title: 'My Time', path: '/timecard', person: 'employee' },
  { name: 'payroll', title: 'Payroll', path: '/payroll', person: 'office' },
  { name: 'certified-payroll', title: 'Certified payroll', path: '/certified_payroll', person: 'office' },
  { name: 'forecasting', title: 'Forecasting', path: '/forecasting', person: 'manager' },
  { name: 'reports', title: 'Reports', path: '/reports', person: 'office' },
  { name: 'certifications', title: 'Certifications', path: '/certifications', person: 'office' },
  { name: 'setup', title: 'Setup', path: '/setup', person: 'admin' },
  { name: 'setup-company', title: 'Company', path: '/setup/company', person: 'admin' },
]
