import preview from '../../../.storybook/preview.tsx'
import { Tabs } from './tabs.tsx'

const labels = [
  'Overview',
  'Daily Logs',
  'Documents',
  'Drawings',
  'RFIs',
  'Punch',
  'Tasks',
  'Schedule',
  'Time',
  'Cost Codes',
  'Directory',
  'History',
]

const meta = preview.meta({
  title: 'Kit/Tabs',
  tags: ['autodocs'],
  component: Tabs,
  args: {
    'aria-label': 'Project',
    current: '/rfis',
    items: labels.map((label) => ({
      label,
      href: `/${label.toLowerCase().replace(' ', '_')}`,
      count: label === 'RFIs' ? 3 : 0,
    })),
  },
})

export const Project = meta.story({})

export const Dark = meta.story({ globals: { theme: 'dark' } })
