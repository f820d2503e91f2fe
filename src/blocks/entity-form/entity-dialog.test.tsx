import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordOf } from '#core/entity/entity.ts'
import { startWorld } from '#core/writes/world.fixture.ts'
import { Toaster, toast } from '#ui/toast/toast.tsx'
import { openServices } from '../services/services.fixture.ts'
import { ServicesProvider, type Services } from '../services/services.tsx'
import { EntityDialog } from './entity-dialog.tsx'
import { logModule, logs } from './logs.fixture.ts'
import { eventually } from '../../../tests/eventually.ts'

const fields = ['type', 'sky', 'windy', 'supplier', 'pieces', 'notes'] as const

let world: Awaited<ReturnType<typeof startWorld>>
let services: Services
let root: Root
let database = ''
let count = 0

beforeAll(async () => void (world = await startWorld([logModule])))
beforeEach(async () => {
  world.reset()
  await world.signIn('admin')
  database = `entity dialog test ${count++}`
  services = await openServices(world, logs, database)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  root.unmount()
  toast.remove()
  services.writes.dispose()
  indexedDB.deleteDatabase(database)
})

function show(record?: RecordOf<typeof logs>, more: { clears?: Record<string, string[]> } = {}) {
  const onClose = vi.fn()
  root.render(
    <ServicesProvider services={services}>
      <EntityDialog entity={logs} record={record} fields={fields} onClose={onClose} {...more} />
      <Toaster />
    </ServicesProvider>,
  )
  return onClose
}
const roles: Partial<Record<string, 'checkbox' | 'spinbutton'>> = { Windy: 'checkbox', Pieces: 'spinbutton' }
const input = (name: string) => page.getByRole('dialog').getByRole(roles[name] ?? 'textbox', { name })
const choose = (name: string) => userEvent.click(page.getByText(name, { exact: true }))
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }))
const stored = () => world.ask<RecordOf<typeof logs>[]>('/api/logs')

test('a form shows and requires the fields of the chosen type only, and keeps what was typed for another one', async () => {
  const onClose = show()
  await expect.element(input('Notes')).toBeVisible()
  for (const name of ['Sky', 'Windy', 'Supplier', 'Pieces']) await expect.element(input(name)).not.toBeInTheDocument()

  await choose('Weather')
  await expect.element(input('Sky')).toBeVisible()
  await expect.element(input('Windy')).toBeChecked()
  await expect.element(input('Supplier')).not.toBeInTheDocument()
  await userEvent.fill(input('Sky'), 'Clear')

  await choose('Delivery')
  await expect.element(input('Sky')).not.toBeInTheDocument()
  await expect.element(input('Pieces')).toHaveValue('1')
  await press('Save')
  await expect.element(page.getByText('Supplier is required')).toBeVisible()
  expect(await stored()).toEqual([])

  await choose('Weather')
  await expect.element(input('Sky')).toHaveValue('Clear')
  await press('Save')
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  expect(await stored()).toMatchObject([{ type: 'weather', sky: 'Clear', windy: true, notes: null }])
  expect((await stored())[0]).not.toHaveProperty('supplier')
})

test('a field that depends on another one loses its value when that changes, and not when it is typed the same', async () => {
  const draft = { type: 'delivery', supplier: 'Graybar', notes: 'Dock 2' }
  const onClose = show(await world.ask<RecordOf<typeof logs>>('/api/logs', 'POST', draft), {
    clears: { supplier: ['notes'] },
  })
  await userEvent.fill(input('Supplier'), 'Graybar')
  await expect.element(input('Notes')).toHaveValue('Dock 2')
  await userEvent.fill(input('Supplier'), 'Platt')
  await expect.element(input('Notes')).toHaveValue('')
  await press('Save')
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  expect(await stored()).toMatchObject([{ supplier: 'Platt', notes: null }])
})

test('the type of an existing record is shown and cannot be changed', async () => {
  const draft = { type: 'delivery', supplier: 'Graybar', pieces: 4 }
  const onClose = show(await world.ask<RecordOf<typeof logs>>('/api/logs', 'POST', draft))
  await expect.element(input('Supplier')).toHaveValue('Graybar')
  await expect.element(input('Sky')).not.toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: 'Weather' })).toBeDisabled()
  await userEvent.fill(input('Supplier'), 'Platt')
  await press('Save')
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  expect(await stored()).toMatchObject([{ type: 'delivery', supplier: 'Platt', pieces: 4 }])
})
