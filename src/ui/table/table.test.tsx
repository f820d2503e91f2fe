import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Column } from './column.ts'
import { type Job, buildJobs } from './sample.tsx'
import { Table, type TableProps } from './table.tsx'

const rendered = vi.fn<(id: number) => void>()
const columns: readonly Column<Job>[] = [
  {
    key: 'name',
    header: 'Project',
    phone: 'title',
    cell: (job) => {
      rendered(job.id)
      return job.name
    },
  },
]
const rowKey = vi.fn((job: Job) => job.id)
const rowHref = (job: Job) => `/projects/${job.id}`
const changed = (job: Job) => !!job.changed

let place: HTMLDivElement
let root: ReturnType<typeof createRoot>
const show = (props: Partial<TableProps<Job>> & Pick<TableProps<Job>, 'rows'>) =>
  act(async () =>
    root.render(
      <Table aria-label="Projects" columns={columns} rowKey={rowKey} rowHref={rowHref} changed={changed} {...props} />,
    ),
  )

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  await page.viewport(1200, 700)
  place = document.body.appendChild(document.createElement('div'))
  root = createRoot(place)
  rendered.mockClear()
  rowKey.mockClear()
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  scrollTo(0, 0)
})

const rows = () => place.querySelectorAll('[role=row], [role=listitem]')

test('a changed record rerenders only its own row', async () => {
  const jobs = buildJobs(200)
  await show({ rows: jobs })
  rendered.mockClear()
  rowKey.mockClear()
  await act(async () => {
    const third = jobs[2]
    if (third) third.value = { ...third.value, name: 'Renamed' }
  })
  expect(place.textContent).toContain('Renamed')
  expect(rendered.mock.calls).toEqual([[3]])
  expect(rowKey).not.toHaveBeenCalled()
})

test('a group that is ticked rerenders its own heading', async () => {
  const onSelectGroup = vi.fn()
  const drawn = vi.fn<(group: string) => void>()
  const groupOf = (key: string, ticked: boolean | 'some') => ({
    key,
    get label() {
      drawn(key)
      return key
    },
    cells: { status: '1 h' },
    ticked,
    isFolded: true,
    rows: [],
  })
  const two = [...columns, { key: 'status', header: 'Status', cell: () => null }]
  const selection = { has: () => false, nameOf: String, onSelect: () => {}, onSelectGroup, all: false, onAll: () => {} }
  const [first, second] = [groupOf('First', false), groupOf('Second', 'some')]
  await show({ rows: [], columns: two, groups: [first, second], selection })
  const box = (name: string) => place.querySelector<HTMLInputElement>(`[aria-label="Select ${name}"]`)
  expect([box('First')?.indeterminate, box('Second')?.indeterminate]).toEqual([false, true])
  await act(async () => box('First')?.click())
  expect(onSelectGroup).toHaveBeenCalledExactlyOnceWith('First', true)
  drawn.mockClear()
  await show({ rows: [], columns: two, groups: [groupOf('First', true), second], selection })
  expect(box('First')?.checked).toBe(true)
  expect(new Set(drawn.mock.calls.flat())).toEqual(new Set(['First']))
})

test('an inserted record does not rerender the rows it moves', async () => {
  const jobs = buildJobs(20)
  await show({ rows: jobs.slice(1) })
  rendered.mockClear()
  await show({ rows: jobs })
  expect(rendered.mock.calls).toEqual([[1]])
})

test('only visible rows are rendered, and scrolling to the end loads more', async () => {
  const onEnd = vi.fn()
  await show({ rows: buildJobs(1000), onEnd })
  expect(rows().length).toBeLessThan(60)
  expect(onEnd).not.toHaveBeenCalled()
  await act(async () => {
    scrollTo(0, document.documentElement.scrollHeight)
    await new Promise((scrolled) => addEventListener('scroll', scrolled, { once: true }))
  })
  expect(place.textContent).toContain('Pasco Water Reclamation')
  expect(place.querySelector('a[href="/projects/1000"]')).not.toBeNull()
  expect(onEnd).toHaveBeenCalledTimes(1)
})

test('on a phone it is a list with rows 66 pixels high', async () => {
  await page.viewport(390, 844)
  await show({ rows: buildJobs(5) })
  expect(place.querySelector('[role=list]')).not.toBeNull()
  expect(rows()).toHaveLength(5)
  expect(rows()[0]?.getBoundingClientRect().height).toBe(66)
  expect(place.querySelector('[data-changed]')).not.toBeNull()
})
