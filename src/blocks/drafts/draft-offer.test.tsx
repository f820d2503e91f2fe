import { signal } from '@preact/signals-react'
import { useMemo } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Typed } from '#core/drafts/typed.ts'
import { startWorld } from '#core/writes/world.fixture.ts'
import { Toaster, toast } from '#ui/toast/toast.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { logModule, logs } from '../entity-form/logs.fixture.ts'
import { openServices } from '../services/services.fixture.ts'
import { ServicesProvider, type Services } from '../services/services.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { useDraft } from './use-draft.ts'
import { eventually } from '../../../tests/eventually.ts'

let world: Awaited<ReturnType<typeof startWorld>>
let services: Services
let root: Root
let database = ''
let count = 0

beforeAll(async () => void (world = await startWorld([logModule])))
beforeEach(async () => {
  world.reset()
  await world.signIn('admin')
  database = `offered drafts test ${count++}`
  services = await openServices(world, logs, database)
})
afterEach(() => {
  root.unmount()
  toast.remove()
  services.writes.dispose()
  indexedDB.deleteDatabase(database)
  indexedDB.deleteDatabase(`${database} drafts`)
})

const isNote = ([kind]: readonly unknown[]) => kind === 'note'
/** A form of its own at each opening, as Enter Time is. @useSignals */
const Note = ({ opened }: { opened: number }) => {
  const [text, typed] = useMemo(() => [signal(''), signal<Typed | null>(null)], [])
  const write = (next: string) => {
    text.value = next
    typed.value = next ? { values: { body: next } } : null
  }
  const kept = useDraft(
    ['note', 'new', opened],
    { typed, restore: ({ values }) => write(String(values.body)), reset: () => write('') },
    isNote,
  )
  return (
    <>
      <DraftOffer draft={kept} nameOf={({ values }) => String(values.body)} />
      <TextInput aria-label="Note" value={text.value} onChange={write} />
    </>
  )
}

function open(opened: number) {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <ServicesProvider services={services}>
      <Note opened={opened} />
      <Toaster />
    </ServicesProvider>,
  )
}
/** Ends the page, as a reload does, and opens the form again. */
async function reopen(opened: number) {
  root.unmount()
  services.writes.dispose()
  services = await openServices(world, logs, database)
  open(opened)
}
const input = page.getByRole('textbox', { name: 'Note' })
const offer = page.getByText('Not saved yet: Trench by grid C')
const press = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }))
const keptIn = async (opened: number) => (await services.drafts.at(['note', 'new', opened]).read())?.values

test('what was typed before is offered beside the new form, shown when it is asked for, and kept once', async () => {
  open(1)
  await userEvent.fill(input, 'Trench by grid C')
  await reopen(2)
  await expect.element(offer).toBeVisible()
  await expect.element(input).toHaveValue('')
  await press('Continue')
  await expect.element(input).toHaveValue('Trench by grid C')
  await expect.element(offer).not.toBeInTheDocument()
  await eventually(async () =>
    expect([await keptIn(1), await keptIn(2)]).toEqual([undefined, { body: 'Trench by grid C' }]),
  )
})

test('what is typed beside an offer stays, and so does what is offered', async () => {
  open(1)
  await userEvent.fill(input, 'Trench by grid C')
  await reopen(2)
  await expect.element(offer).toBeVisible()
  await userEvent.fill(input, 'Panel set')
  await reopen(3)
  await expect.element(page.getByText('Not saved yet: Panel set')).toBeVisible()
  expect([await keptIn(1), await keptIn(2)]).toEqual([{ body: 'Trench by grid C' }, { body: 'Panel set' }])
})

test('Start new discards it, and Undo brings it back', async () => {
  open(1)
  await userEvent.fill(input, 'Trench by grid C')
  await reopen(2)
  await press('Start new')
  await expect.element(offer).not.toBeInTheDocument()
  await eventually(async () => expect(await keptIn(1)).toBeUndefined())
  await press('Undo')
  await expect.element(offer).toBeVisible()
  await eventually(async () => expect(await keptIn(1)).toEqual({ body: 'Trench by grid C' }))
})
