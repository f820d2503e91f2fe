import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { text } from '#core/entity/fields.ts'
import { startWorld } from '#core/writes/world.fixture.ts'
import { eventually } from '../../../tests/eventually.ts'
import { logModule, logs } from '../entity-form/logs.fixture.ts'
import { openServices } from '../services/services.fixture.ts'
import { ServicesProvider, type Services } from '../services/services.tsx'
import { AskDialog } from './ask-dialog.tsx'

let world: Awaited<ReturnType<typeof startWorld>>
let services: Services
let root: Root
const place = ['log', 1, 'close']
const fields = { reason: text(), remark: text().optional() }

beforeAll(async () => void (world = await startWorld([logModule])))
beforeEach(async () => {
  world.reset()
  await world.signIn('admin')
  services = await openServices(world, logs, 'ask dialog test')
})
afterEach(() => {
  root.unmount()
  services.writes.dispose()
  for (const name of ['ask dialog test', 'ask dialog test drafts']) indexedDB.deleteDatabase(name)
})

function open(initial: Readonly<Record<string, unknown>>) {
  const onSend = vi.fn(async () => true)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(
    <ServicesProvider services={services}>
      <AskDialog
        {...{ place, fields, initial, onSend }}
        title="Send back"
        loading={false}
        onClose={() => root.unmount()}
      />
    </ServicesProvider>,
  )
  return onSend
}
async function reload() {
  root.unmount()
  services.writes.dispose()
  services = await openServices(world, logs, 'ask dialog test')
}
const input = (name: string) => page.getByRole('dialog').getByRole('textbox', { name })
const kept = async () => (await services.drafts.at(place).read())?.values

test('what is proposed is sent unless something else is typed, and is no draft', async () => {
  const onSend = open({ reason: 'Done' })
  await expect.element(input('Reason')).toHaveValue('Done')
  await userEvent.fill(input('Remark'), 'By noon')
  await eventually(async () => expect(await kept()).toEqual({ remark: 'By noon' }))
  await userEvent.click(page.getByRole('button', { name: 'Send back', exact: true }))
  await eventually(() => expect(onSend).toHaveBeenCalledWith({ reason: 'Done', remark: 'By noon' }))
})

test('what was typed instead of a proposal stands there again after a reload', async () => {
  open({ reason: 'Done' })
  await userEvent.fill(input('Reason'), 'Given up')
  await eventually(async () => expect(await kept()).toEqual({ reason: 'Given up' }))
  await reload()
  open({ reason: 'Done' })
  await expect.element(input('Reason')).toHaveValue('Given up')
})
