import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { restorable } from '#core/drafts/typed.ts'
import { startWorld } from '#core/writes/world.fixture.ts'
import { users } from '#modules/users/entities.ts'
import { Toaster, toast } from '#ui/toast/toast.tsx'
import { unfinished } from '#ui/unfinished/unfinished.ts'
import { openServices } from '../services/services.fixture.ts'
import { ServicesProvider, type Services } from '../services/services.tsx'
import { EntityDialog } from './entity-dialog.tsx'
import { logModule, logs } from './logs.fixture.ts'
import { eventually } from '../../../tests/eventually.ts'

const fields = ['type', 'sky', 'supplier', 'pieces', 'notes'] as const

let world: Awaited<ReturnType<typeof startWorld>>
let services: Services
let root: Root
let database = ''
let count = 0

beforeAll(async () => void (world = await startWorld([logModule])))
beforeEach(async () => {
  world.reset()
  await world.signIn('admin')
  database = `kept drafts test ${count++}`
  services = await openServices(world, logs, database)
})
afterEach(() => {
  root.unmount()
  toast.remove()
  services.writes.dispose()
  indexedDB.deleteDatabase(database)
  indexedDB.deleteDatabase(`${database} drafts`)
})

/** Opens the form on a page of its own. */
function open(record?: RecordOf<typeof logs>) {
  const onClose = vi.fn(() => root.unmount())
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <ServicesProvider services={services}>
      <EntityDialog entity={logs} record={record} fields={fields} onClose={onClose} />
      <Toaster />
    </ServicesProvider>,
  )
  return onClose
}
/** Ends the page, as a reload does, and opens the app again. */
async function reload() {
  root.unmount()
  services.writes.dispose()
  services = await openServices(world, logs, database)
}
const input = (name: string) => page.getByRole('dialog').getByRole('textbox', { name })
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }))
const restored = page.getByText(/^Restored what you typed at \d+:\d\d/)
const expectNotRestored = async (name: string, value: string) => {
  await expect.element(input(name)).toHaveValue(value)
  // The device has answered by the time a second read has.
  await services.drafts.at(['nothing']).read()
  await expect.element(restored).not.toBeInTheDocument()
  await expect.element(input(name)).toHaveValue(value)
}
const create = (draft: object) => world.ask<RecordOf<typeof logs>>('/api/logs', 'POST', draft)

test('what was typed stands in the form again after a reload, and Discard takes it back', async () => {
  open()
  await userEvent.fill(input('Notes'), 'Trench by grid C')
  await reload()
  open()
  await expect.element(restored).toBeVisible()
  await expect.element(input('Notes')).toHaveValue('Trench by grid C')
  await press('Discard')
  await expect.element(restored).not.toBeInTheDocument()
  await expect.element(input('Notes')).toHaveValue('')
  await reload()
  open()
  await expectNotRestored('Notes', '')
})

test('a pause is enough for it to be kept, so that a killed tab loses nothing', async () => {
  open()
  await userEvent.fill(input('Notes'), 'Panel set')
  const place = services.drafts.at(['log', 'new', {}, '', ''])
  await eventually(async () => expect((await place.read())?.values).toEqual({ notes: 'Panel set' }))
})

test('what was saved or canceled is not restored', async () => {
  const saved = open()
  await userEvent.click(page.getByText('Delivery', { exact: true }))
  await userEvent.fill(input('Supplier'), 'Graybar')
  await press('Save')
  await eventually(() => expect(saved).toHaveBeenCalledOnce())
  open()
  await expectNotRestored('Notes', '')

  await userEvent.fill(input('Notes'), 'Never mind')
  // The toast of the first is above the button.
  toast.remove()
  await press('Cancel')
  await press('Discard')
  open()
  await expectNotRestored('Notes', '')
})

test('a restored form is unfinished work, which an update of the app waits for and closing asks about', async () => {
  open()
  await userEvent.fill(input('Notes'), 'Half a sentence')
  await reload()
  expect(unfinished.value).toBe(0)
  open()
  await expect.element(restored).toBeVisible()
  expect(unfinished.value).toBeGreaterThan(0)
  await press('Cancel')
  await expect.element(page.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeVisible()
})

test('of an edited record that changed meanwhile, both versions are shown', async () => {
  const record = await create({ type: 'delivery', supplier: 'Graybar', notes: 'Ten boxes' })
  open(record)
  await userEvent.fill(input('Supplier'), 'Platt')
  await userEvent.fill(input('Notes'), 'Nine boxes')
  await reload()
  open(await world.ask(`/api/logs/${record.id}`, 'PATCH', { supplier: 'Stoneway' }))
  await expect.element(input('Supplier')).toHaveValue('Platt')
  await expect.element(input('Notes')).toHaveValue('Nine boxes')
  await expect.element(page.getByText(/Someone else changed this to Stoneway\./)).toBeVisible()
  await press('Take theirs')
  await press('Save')
  await eventually(async () =>
    expect(await world.ask(`/api/logs/${record.id}`)).toMatchObject({ supplier: 'Stoneway', notes: 'Nine boxes' }),
  )
})

test('the draft of one record or person is not shown for another', async () => {
  const clear = { type: 'weather', sky: 'Clear' }
  const [one, other] = [await create({ ...clear, notes: 'One' }), await create({ ...clear, notes: 'Other' })]
  open(one)
  await userEvent.fill(input('Notes'), 'One, changed')
  await reload()
  open(other)
  await expectNotRestored('Notes', 'Other')
  root.unmount()
  await world.signIn('manager')
  await reload()
  open(one)
  await expectNotRestored('Notes', 'One')
})

test('passwords are never kept, nor restored fields that the description no longer has', async () => {
  const entity = users as unknown as Entity
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <ServicesProvider services={services}>
      <EntityDialog entity={entity} fields={['name', 'password']} onClose={() => {}} />
    </ServicesProvider>,
  )
  await userEvent.fill(input('Name'), 'Rita Riser')
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'hard to guess')
  root.unmount()
  const draft = await services.drafts.at(['user', 'new', {}, '', '']).read()
  expect(draft?.values).toEqual({ name: 'Rita Riser' })
  expect(restorable(logs.fields, { notes: 'Ten', colour: 'red', unit: 'crate', pieces: 'many', sky: 'Clear' })).toEqual(
    {
      notes: 'Ten',
      sky: 'Clear',
    },
  )
})
