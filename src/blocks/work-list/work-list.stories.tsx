import { expect, fireEvent, fn, screen, waitFor, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { Card } from '#ui/card/card.tsx'
import type { Column } from '#ui/table/column.ts'
import { useQuery } from '../query/use-query.ts'
import { Of } from '../story.tsx'
import type { CardsOf } from './cards.tsx'
import type { WorkListSpec } from './spec.ts'
import { WorkList } from './work-list.tsx'

const meta = preview.meta({ title: 'Blocks/Work list', component: WorkList, parameters: { path: '/' } })
type Row = RecordOf<Entity>
const text = (row: Row, key: string) => String({ ...row }[key] ?? '')
const columns: readonly Column<Row>[] = [
  { key: 'number', header: 'Number', cell: (row) => text(row, 'number'), sortable: true, width: '7rem', phone: 'sub' },
  { key: 'name', header: 'Project', cell: (row) => <b>{text(row, 'name')}</b>, sortable: true, phone: 'title' },
  { key: 'customer_name', header: 'Customer', cell: (row) => text(row, 'customer_name'), wide: true },
]
const specOf = (entity: Entity): WorkListSpec<Entity> => ({
  entity,
  columns,
  views: [
    { key: 'all', label: 'All', fits: () => true },
    { key: 'wage', label: 'Prevailing', fits: (row) => text(row, 'overtime_rule') === 'prevailing' },
    { key: 'none', label: 'None', fits: () => false, empty: 'There is nothing here.' },
  ],
  facets: ['customer_id', 'overtime_rule'],
  group: 'overtime_rule',
  sort: 'number',
  batch: ['overtime_rule'],
  csv: { file: 'projects.csv', columns: [{ name: 'number' }, { name: 'name' }] },
})
const onAdd = fn()
const specs = new WeakMap<Entity, WorkListSpec<Entity>>()
const List = ({ entity, cards }: { entity: Entity; cards?: CardsOf<Row> }) => {
  const spec = specs.get(entity) ?? specOf(entity)
  specs.set(entity, spec)
  const add = { label: 'Add project', onAdd }
  return <WorkList spec={spec} query={useQuery(entity)} place="story" {...{ add, cards }} />
}
const render = () => <Of name="project">{(entity) => <List entity={entity} />}</Of>
interface Played {
  canvas: Pick<typeof screen, 'findByRole' | 'getByRole' | 'getAllByRole' | 'queryByRole' | 'getByText'>
}
const first = ({ canvas }: Played) => canvas.findByRole('link', { name: 'Hanford 300 Elementary' })

/** Groups say how many records they have, and fold. Only rows near the screen are in the document. */
export const Groups = meta.story({
  render,
  play: async ({ canvas, userEvent }) => {
    await first({ canvas })
    await expect(canvas.getAllByRole('row').length).toBeLessThan(60)
    await userEvent.click(canvas.getByRole('button', { name: /^Standard/ }))
    await waitFor(() => expect(canvas.queryByRole('link', { name: 'Hanford 300 Elementary' })).toBeNull())
  },
})

export const Dark = meta.story({ ...Groups.input, tags: ['whole'], globals: { theme: 'dark' } })

/** On a phone rows are lines of two, without boxes to tick. */
export const Phone = meta.story({
  render,
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await first({ canvas })
    await expect(canvas.getAllByRole('listitem').length).toBeLessThan(60)
    await expect(canvas.queryByRole('checkbox')).toBeNull()
    // A long press ticks a row, and from then on a press does.
    const [row, other] = canvas.getAllByRole('link')
    const finger = { pointerType: 'touch', pointerId: 1, button: 0 }
    await fireEvent.pointerDown(row as HTMLElement, finger)
    await canvas.findByText('1 selected')
    await fireEvent.pointerUp(row as HTMLElement, finger)
    await fireEvent.click(row as HTMLElement)
    await fireEvent.click(other as HTMLElement)
    await expect(canvas.getByText('2 selected')).toBeVisible()
    await expect(canvas.getAllByRole('checkbox', { checked: true })).toHaveLength(2)
    await fireEvent.click(row as HTMLElement)
    await fireEvent.click(other as HTMLElement)
    await waitFor(() => expect(canvas.queryByRole('checkbox')).toBeNull())
  },
})

/** A chip says what the list is narrowed by, and takes it away. */
export const Narrowed = meta.story({
  render,
  play: async ({ canvas, userEvent }) => {
    await first({ canvas })
    await userEvent.click(canvas.getByRole('button', { name: 'Filters' }))
    const panel = within(await screen.findByRole('dialog', { name: 'Filters' }))
    await userEvent.click(panel.getByRole('combobox', { name: 'Customer' }))
    await userEvent.click(await screen.findByRole('option', { name: /^City of Pasco/ }))
    await userEvent.keyboard('{Escape}')
    const chip = await canvas.findByRole('button', { name: 'Remove the filter Customer: City of Pasco' })
    await userEvent.click(chip)
    await waitFor(() => expect(canvas.queryByRole('button', { name: /^Remove the filter/ })).toBeNull())
  },
})

/** Shift ticks all rows from the one that was ticked last; Ctrl A ticks all, and Escape none. */
export const Ticked = meta.story({
  render,
  play: async ({ canvas, userEvent }) => {
    await first({ canvas })
    const boxes = canvas.getAllByRole('checkbox', { name: /^Select (?!all)/ })
    await userEvent.click(boxes[0] as HTMLElement)
    await userEvent.keyboard('{Shift>}')
    await userEvent.click(boxes[4] as HTMLElement)
    await userEvent.keyboard('{/Shift}')
    await expect(canvas.getByText('5 selected')).toBeVisible()
    await userEvent.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(canvas.getByRole('checkbox', { name: 'Select all rows' })).toBeChecked())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(canvas.queryByRole('region', { name: 'Selected projects' })).toBeNull())
    await userEvent.keyboard('c')
    await expect(onAdd).toHaveBeenCalled()
  },
})

const cards: CardsOf<Row> = { draw: (row) => <Card>{text(row, 'name')}</Card>, width: '12rem' }

/** Cards stand in the same groups, are found by the same search, and are ticked. */
export const AsCards = meta.story({
  tags: ['whole'],
  render: () => <Of name="project">{(entity) => <List entity={entity} cards={cards} />}</Of>,
  play: async ({ canvas, userEvent }) => {
    const list = within(await canvas.findByRole('list', { name: 'Standard' }))
    await list.findByText('Hanford 300 Elementary')
    const all = () => canvas.getAllByRole('listitem').length
    await userEvent.type(canvas.getByRole('searchbox'), 'hanford 300 elem')
    await waitFor(() => expect(all()).toBe(1))
    await userEvent.click(canvas.getByRole('checkbox', { name: /Hanford 300 Elementary/ }))
    await expect(canvas.getByText('1 selected')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: /^Standard/ }))
    await waitFor(() => expect(canvas.queryByText('Hanford 300 Elementary')).toBeNull())
    await userEvent.click(canvas.getByRole('button', { name: /^Standard/ }))
    await userEvent.clear(canvas.getByRole('searchbox'))
  },
})

/** Columns, their order and width and the height of rows are a person's own. */
export const Looks = meta.story({
  tags: ['whole'],
  render,
  play: async ({ canvas, userEvent }) => {
    await first({ canvas })
    await userEvent.click(canvas.getByRole('button', { name: 'View' }))
    const panel = within(await screen.findByRole('dialog', { name: 'View' }))
    await userEvent.click(panel.getByRole('checkbox', { name: 'Customer' }))
    await waitFor(() => expect(canvas.queryByRole('columnheader', { name: 'Customer' })).toBeNull())
    const heads = () => canvas.getAllByRole('columnheader').map(({ textContent }) => textContent)
    await userEvent.click(panel.getByRole('button', { name: 'Usual columns' }))
    await waitFor(() => expect(canvas.getByRole('columnheader', { name: /^Customer/ })).toBeVisible())
    const usual = heads()
    await userEvent.keyboard('{Escape}')
    const heading = canvas.getByRole('columnheader', { name: /^Number/ })
    const width = () => heading.getBoundingClientRect().width
    const before = width()
    within(heading).getByRole('button').focus()
    await userEvent.keyboard('{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}')
    await waitFor(() => expect(Math.round(before - width())).toBe(32))
    await userEvent.dblClick(within(heading).getByRole('presentation'))
    await waitFor(() => expect(width()).toBe(before))
    await userEvent.click(canvas.getByRole('button', { name: 'View' }))
    const again = within(await screen.findByRole('dialog', { name: 'View' }))
    again.getByRole('button', { name: 'Move Customer' }).focus()
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(heads()).not.toEqual(usual))
    await expect(heads().toSorted()).toEqual(usual.toSorted())
    await userEvent.click(again.getByRole('button', { name: 'Usual columns' }))
    await waitFor(() => expect(heads()).toEqual(usual))
  },
})

/** An empty view says what there is not. */
export const NothingHere = meta.story({
  tags: ['whole'],
  render,
  play: async ({ canvas, userEvent }) => {
    await first({ canvas })
    await userEvent.click(canvas.getByRole('radio', { name: 'None' }))
    await waitFor(() => expect(canvas.getByText('There is nothing here.')).toBeVisible())
    await userEvent.click(canvas.getByRole('radio', { name: /^All/ }))
  },
})
