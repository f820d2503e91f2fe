import { signal } from '@preact/signals-react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { RecordOf } from '#core/entity/entity.ts'
import { startWorld } from '#core/writes/world.fixture.ts'
import { Toaster } from '#ui/toast/toast.tsx'
import { logModule, logs } from '../entity-form/logs.fixture.ts'
import { openServices } from '../services/services.fixture.ts'
import { ServicesProvider, type Services } from '../services/services.tsx'
import { useEach } from './use-each.ts'

type Log = RecordOf<typeof logs>
/** More than a batch once had. */
const MANY = 205

let world: Awaited<ReturnType<typeof startWorld>>
let services: Services
let root: Root
let requests = 0

beforeAll(async () => void (world = await startWorld([logModule])))
beforeEach(async () => {
  world.reset()
  world.network = 'on'
  requests = 0
  await world.signIn('admin')
  services = await openServices(world, logs, 'batch test')
  services = { ...services, settings: signal({ ...services.settings.peek(), features: ['undo'] }) }
  const data = Array.from({ length: MANY }, (_, at) => ({ type: 'delivery', supplier: `Supplier ${at}`, notes: 'old' }))
  await world.ask('/api/logs/store_many', 'POST', { data })
})
afterEach(() => {
  root.unmount()
  services.writes.dispose()
  for (const name of ['batch test', 'batch test drafts']) indexedDB.deleteDatabase(name)
})

const notes = async () => {
  const all = await world.ask<Log[]>('/api/logs')
  return new Map([...Map.groupBy(all, (log) => log.notes)].map(([text, own]) => [text, own.length]))
}

interface Changing {
  records: readonly Log[]
  by: Partial<Log>
  left: (count: number) => void
}
const Change = ({ records, by, left }: Changing) => {
  const { each } = useEach<Log>({ noun: ['log', 'logs'], nameOf: ({ id }) => `Log ${id}` })
  const save = (some: readonly Log[]) => {
    requests++
    return services.api(logs).saveMany(
      some.map(({ id }) => ({ id, ...by })),
      { online: true },
    )
  }
  const one = ({ id }: Log) => services.api(logs).save({ id, ...by } as Log)
  const change = () => each(records, 'changed', one, { under: () => '', change: save })
  return <button onClick={() => void change().then((own) => left(own.length))}>Change</button>
}

async function press(
  by: Partial<Log>,
  before = (_: readonly Log[]): Promise<unknown> => Promise.resolve(),
): Promise<{ left: number | null }> {
  const records = await world.ask<Log[]>('/api/logs')
  await before(records)
  const told: { left: number | null } = { left: null }
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <ServicesProvider services={services}>
      <Change records={records} by={by} left={(count) => (told.left = count)} />
      <Toaster />
    </ServicesProvider>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Change' }))
  return told
}

test('one press changes every record, and one Undo takes all of it back (rule batch)', async () => {
  const told = await press({ notes: 'new' })
  await expect.poll(() => told.left, { timeout: 30_000 }).toBe(0)
  await expect.element(page.getByText(`${MANY} logs changed.`)).toBeVisible()
  expect(await notes()).toEqual(new Map([['new', MANY]]))
  expect(requests).toBe(3)
  await userEvent.click(page.getByRole('button', { name: 'Undo' }))
  await expect.poll(notes, { timeout: 30_000 }).toEqual(new Map([['old', MANY]]))
})

test('one that is refused keeps none of the others from being changed, and is found in few requests', async () => {
  const told = await press({ notes: 'new' }, (records) => world.ask(`/api/logs/${records[60]?.id}`, 'DELETE'))
  await expect.poll(() => told.left, { timeout: 30_000 }).toBe(1)
  await expect.element(page.getByText(`${MANY - 1} logs changed.`)).toBeVisible()
  expect(await notes()).toEqual(new Map([['new', MANY - 1]]))
  expect(requests).toBeLessThan(20)
})

test('of many that were refused a few are named, and the others counted', { tags: 'whole' }, async () => {
  const told = await press({ pieces: 1.5 })
  await expect.poll(() => told.left, { timeout: 30_000 }).toBe(MANY)
  const named = Array.from({ length: 8 }, (_, at) => `Log ${at + 1}`).join(', ')
  await expect.element(page.getByText(`${named} and ${MANY - 8} more not changed.`, { exact: false })).toBeVisible()
})

test('without a connection each of them waits, and nothing is said to have failed', { tags: 'whole' }, async () => {
  const told = await press({ notes: 'new' }, async () => void (world.network = 'off'))
  await expect.poll(() => told.left, { timeout: 30_000 }).toBe(0)
  await expect.element(page.getByText(`${MANY} entries are safe on this`, { exact: false })).toBeVisible()
  expect([requests, services.writes.count()]).toEqual([1, MANY])
  world.network = 'on'
  await services.writes.wake()
  await expect.poll(notes, { timeout: 30_000 }).toEqual(new Map([['new', MANY]]))
})
