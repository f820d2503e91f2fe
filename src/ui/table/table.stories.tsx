import { expect, fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Hold } from '#ui/story.tsx'
import { type Job, buildJobs, jobColumns } from './sample.tsx'
import { Table } from './table.tsx'

const jobs = buildJobs(5000)
const few = jobs.slice(0, 9)
const onSort = fn()
const list = {
  columns: jobColumns,
  rowKey: (job: Job) => job.id,
  rowHref: (job: Job) => `/projects/${job.id}`,
  changed: (job: Job) => !!job.changed,
  'aria-label': 'Projects',
}

const guide: Guide = {
  pairs: [
    {
      do: [
        'Make the row the link to its record, and align figures at their end.',
        () => <Table {...list} rows={few.slice(0, 3)} />,
      ],
      dont: [
        'Without links people must find the one cell that can be pressed.',
        () => <Table {...list} rowHref={() => undefined} rows={few.slice(0, 3)} />,
      ],
    },
  ],
  keys: {
    Tab: 'Moves to the next header that sorts, then from row to row.',
    'Enter, Space': 'Sorts by the header that has the focus; once more turns the order round.',
    Enter: 'Opens the row that has the focus.',
  },
}

const meta = preview.meta({ title: 'Kit/Table', tags: ['autodocs'], component: Table, parameters: { guide } })

/** The whole row is a link; the third row is highlighted as just changed. */
export const Playground = meta.story({
  render: () => (
    <Hold<'asc' | 'desc'> initial="asc">
      {(direction, set) => (
        <Table
          {...list}
          rows={few}
          sort="name"
          direction={direction}
          onSort={(key, next) => {
            set(next)
            onSort(key, next)
          }}
        />
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    const name = canvas.getByRole('columnheader', { name: 'Project' })
    await expect(name).toHaveAttribute('aria-sort', 'ascending')
    await userEvent.click(canvas.getByRole('button', { name: 'Project' }))
    await expect(name).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(canvas.getByRole('button', { name: 'Number' }))
    await expect(onSort).toHaveBeenLastCalledWith('number', 'asc')
    canvas.getByRole('button', { name: 'RFIs' }).focus()
    await userEvent.tab()
    await expect(document.activeElement).toHaveAttribute('href', '/projects/1')
  },
})

export const Dark = meta.story({ ...Playground.input, globals: { theme: 'dark' } })

/** Of five thousand rows only the visible ones are rendered. */
export const Long = meta.story({
  render: () => <Table {...list} rows={jobs} />,
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('table')).toHaveAttribute('aria-rowcount', '5001')
    await expect(canvas.getAllByRole('row').length).toBeLessThan(80)
  },
})

export const Compact = meta.story({ render: () => <Table {...list} rows={few} density="compact" /> })

const wide = jobColumns.map((column) =>
  column.key === 'rfis' || column.key === 'team' ? { ...column, wide: true } : column,
)
/** Wide columns are hidden below 1024 px, so that tablets need no horizontal scrolling. */
export const Tablet = meta.story({
  render: () => <Table {...list} columns={wide} rows={few} />,
  globals: { viewport: { value: 'tablet' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('columnheader', { name: 'Project' })).toBeVisible()
    await expect(canvas.queryByRole('columnheader', { name: 'Team' })).toBeNull()
    await expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
  },
})

/** On a phone the table is a list. */
export const Phone = meta.story({
  render: () => <Table {...list} rows={few} />,
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('list', { name: 'Projects' })).toBeVisible()
    await expect(canvas.getAllByRole('listitem')).toHaveLength(9)
  },
})
