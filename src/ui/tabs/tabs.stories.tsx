import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { StateGrid } from '#ui/story.tsx'
import { Tabs, type Tab } from './tabs.tsx'

const Strip = ({ items }: { items: readonly Tab[] }) => <Tabs aria-label="Project" current="/rfis" items={items} />

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

const guide: Guide = {
  pairs: [
    {
      do: [
        'Give each tab an address of its own, and a count only to what waits for somebody.',
        () => (
          <Strip
            items={[
              { href: '/rfis', label: 'RFIs', count: 3 },
              { href: '/tasks', label: 'Tasks' },
            ]}
          />
        ),
      ],
      dont: [
        'Counts on every tab are read on none.',
        () => (
          <Strip
            items={[
              { href: '/rfis', label: 'RFIs', count: 214 },
              { href: '/tasks', label: 'Tasks', count: 96 },
            ]}
          />
        ),
      ],
    },
  ],
  keys: { Tab: 'Moves to the next tab: they are links.', Enter: 'Opens the tab that has the focus.' },
}

const meta = preview.meta({
  title: 'Kit/Tabs',
  tags: ['autodocs'],
  component: Tabs,
  parameters: { guide },
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

export const Playground = meta.story({})

export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid
      on="a:last-child"
      without={['Pressed']}
      of={() => (
        <Strip
          items={[
            { href: '/rfis', label: 'RFIs', count: 3 },
            { href: '/tasks', label: 'Tasks' },
          ]}
        />
      )}
    />
  ),
})

/** What does not fit is under More; the open one of it stands in its place. */
export const Narrow = meta.story({
  args: { current: '/cost_codes' },
  render: (args) => (
    <div style={{ width: '24rem' }}>
      <Tabs {...args} />
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    await expect(canvas.getByRole('link', { name: 'Overview' })).toBeVisible()
    await expect(canvas.queryByRole('link', { name: 'Cost Codes' })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'Cost Codes, more tabs', current: 'page' }))
    const menu = within(await screen.findByRole('menu', { name: 'Cost Codes, more tabs' }))
    await waitFor(() => expect(menu.getByRole('menuitem', { name: 'RFIs 3' })).toHaveAttribute('href', '/rfis'))
    await userEvent.keyboard('{Escape}')
  },
})

export const Dark = meta.story({ globals: { theme: 'dark' } })
