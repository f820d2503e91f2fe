import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReactNode } from 'react'
import type { RecordOf } from '#core/entity/entity.ts'
import { Toaster, toast } from '#ui/toast/toast.tsx'
import { startWorld } from '#core/writes/world.fixture.ts'
import { DeleteRecord } from '../entity-form/delete-record.tsx'
import { EntityDialog } from '../entity-form/entity-dialog.tsx'
import { OutboxList } from '../outbox/outbox-list.tsx'
import { openServices } from '../services/services.fixture.ts'
import { ServicesProvider, type Services } from '../services/services.tsx'
import { useSteps } from '../workflow/use-steps.tsx'
import { crateModule, crates } from './crates.fixture.ts'
import { Warnings } from './warnings.tsx'
import { eventually } from '../../../tests/eventually.ts'

let world: Awaited<ReturnType<typeof startWorld>>
let services: Services
let root: Root
let database = ''
let count = 0

beforeAll(async () => void (world = await startWorld([crateModule])))
beforeEach(async () => {
  world.reset()
  await world.signIn('admin')
  database = `warnings test ${count++}`
  services = await openServices(world, crates, database)
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  root.unmount()
  toast.remove()
  services.writes.dispose()
  indexedDB.deleteDatabase(database)
})

const show = (children: ReactNode) =>
  root.render(
    <ServicesProvider services={services}>
      {children}
      <Warnings />
      <Toaster />
    </ServicesProvider>,
  )
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }))
const sees = (text: string) => expect.element(page.getByText(text)).toBeVisible()
const crate = (name: string) =>
  world.ask<RecordOf<typeof crates>>('/api/crates', 'POST', { name, confirmed: ['heavy'] })
const stored = async () => (await world.ask<{ name: string }[]>('/api/crates')).map(({ name }) => name)

test('a form shows warnings as text, keeps the typed values after going back, and saves after confirmation', async () => {
  const onClose = vi.fn()
  show(<EntityDialog entity={crates} fields={['name']} onClose={onClose} />)
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Steel, <b>very</b> heavy')
  await press('Save')
  await sees('This crate is heavy.')
  await sees('It needs a crane.')
  await press('Go back')
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
  expect([await stored(), onClose.mock.calls.length]).toEqual([[], 0])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Steel, <b>very</b> heavy')
  await press('Save')
  await press('Save anyway')
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  expect(await stored()).toEqual(['Steel, <b>very</b> heavy'])
})

test('a deletion with a warning can be confirmed or canceled', async () => {
  const record = await crate('A heavy one')
  const onClose = vi.fn()
  show(<DeleteRecord entity={crates} record={record} onClose={onClose} />)
  await press('Delete')
  await sees('It takes a crane to bring it back.')
  await press('Go back')
  await eventually(() => expect(onClose).toHaveBeenCalledOnce())
  expect(await stored()).toEqual(['A heavy one'])
  await press('Delete')
  await press('Delete anyway')
  await sees('Crate deleted.')
  expect(await stored()).toEqual([])
})

const Pack = ({ record }: { record: RecordOf<typeof crates> }) => {
  const { steps } = useSteps(crates, record)
  return steps.map(({ action, label, take }) => (
    <button key={action} type="button" onClick={() => void take()}>
      {label}
    </button>
  ))
}

test('a workflow step with a warning can be confirmed', async () => {
  const record = await crate('A heavy one')
  show(<Pack record={record} />)
  await press('Pack')
  await sees('Two people have to lift it.')
  await press('Save anyway')
  await sees('Crate packed.')
  expect(await world.ask(`/api/crates/${record.id}`)).toMatchObject({ packed_at: expect.any(String) })
})

test('with a network, a save through the outbox asks for confirmation at once', async () => {
  show(null)
  const sent = services.api(crates).saveMany([{ name: 'One heavy' }, { name: 'Another' }])
  await sees('This crate is heavy.')
  await press('Save anyway')
  expect(await sent).toMatchObject({ ok: true })
  expect([await stored(), services.writes.items.value]).toEqual([['Another', 'One heavy'], []])
})

test('a waiting change that causes a warning can be confirmed in the outbox', async () => {
  world.network = 'off'
  expect(await services.api(crates).saveMany([{ name: 'One very heavy' }])).toMatchObject({ ok: true, waiting: true })
  world.network = 'on'
  await services.writes.wake()
  show(<OutboxList />)
  await sees('Needs your confirmation')
  await sees('It needs a crane.')
  expect(await stored()).toEqual([])
  await press('Save anyway')
  await sees('Nothing is waiting to be sent.')
  expect(await stored()).toEqual(['One very heavy'])
})
