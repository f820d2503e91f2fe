import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { runningClock } from '../../../.storybook/preview.tsx'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { choose } from '#ui/story.tsx'
import { Toaster } from '#ui/toast/toast.tsx'
import { Of } from '../story.tsx'
import { SetupList } from './setup-list.tsx'

const meta = preview.meta({ title: 'Blocks/Setup list', component: SetupList, parameters: { path: '/' } })
const named = (record: RecordOf<Entity>) => ('name' in record ? String(record.name) : '')
const render = () => (
  <>
    <Of name="contact_type">{(entity) => <SetupList entity={entity} title="Contact types" />}</Of>
    <Toaster />
  </>
)

/** All records are listed, with buttons to edit and delete for users who may edit. */
export const Rows = meta.story({
  render,
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Inspector')).toBeVisible())
    await expect(canvas.getAllByRole('button', { name: /^Edit / })).toHaveLength(5)
  },
})

/** What cannot wait on the device says so before anything is typed, in the page and in its form. */
export const Offline = meta.story({
  render,
  beforeEach: () => () => void dispatchEvent(new Event('online')),
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByText('Inspector')).toBeVisible())
    await expect(canvas.queryByText('This needs a connection.')).toBeNull()
    dispatchEvent(new Event('offline'))
    await canvas.findByText('This needs a connection.')
    await userEvent.click(canvas.getByRole('button', { name: 'Edit Inspector' }))
    await within(await screen.findByRole('dialog')).findByText('This needs a connection.')
  },
})

export const Dark = meta.story({ ...Rows.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Rows.input, globals: { viewport: { value: 'phone' } } })

/** Other users can only view the list. */
export const ReadOnly = meta.story({
  render,
  globals: { person: 'employee' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Inspector')).toBeVisible())
    await expect(canvas.queryByRole('button', { name: /^Edit / })).toBeNull()
  },
})

/** A record can be deactivated. */
export const SwitchedOff = meta.story({
  tags: ['whole'],
  render,
  play: async ({ canvas, userEvent }) => {
    const use = await canvas.findByRole('switch', { name: 'Inspector is in use' })
    await userEvent.click(use)
    await waitFor(() => expect(use).not.toBeChecked())
  },
})

export const Adding = meta.story({
  render,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add contact type' }))
    await screen.findByRole('dialog', { name: 'Add contact type' })
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'Surveyor')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(canvas.getByText('Surveyor')).toBeVisible())
  },
})

/** Duplicate names are refused. */
export const NameTaken = meta.story({
  tags: ['whole'],
  render,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add contact type' }))
    await screen.findByRole('dialog', { name: 'Add contact type' })
    await userEvent.type(screen.getByRole('textbox', { name: /Name/ }), 'inspector')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.getByText('That contact type already exists.')).toBeVisible())
  },
})

export const Empty = meta.story({
  tags: ['whole'],
  render,
  async beforeEach({ msw, app }) {
    msw.use(http.get('/api/contact_types', () => HttpResponse.json([])))
    app?.services.store.byName('contact_type')?.clear()
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No contact types yet.')).toBeVisible())
  },
})

/** Rows can be grouped by a reference, with the current names as headings. */
export const Grouped = meta.story({
  render: () => (
    <Of name="phase">
      {(entity) => (
        <SetupList entity={entity} title="Phases" groupBy={'phase_type_id' as keyof RecordOf<Entity> & string} />
      )}
    </Of>
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Service' })).toBeVisible())
  },
})

const nameOf = (name: string) => ({ name: `Name of ${name}: ${name}` })
const inputOf = (name: string) => ({ name: `Name of ${name}` })

/** A value opens its input by a press or Enter; Enter saves it, and the focus returns to the value. */
export const InPlace = meta.story({
  render,
  play: async ({ app, canvas, userEvent }) => {
    const cell = await canvas.findByRole('button', nameOf('Inspector'))
    cell.focus()
    await userEvent.keyboard('{Enter}')
    const input = await canvas.findByRole('textbox', inputOf('Inspector'))
    await expect(input).toHaveFocus()
    await userEvent.type(input, ' General{Enter}')
    await waitFor(() => expect(canvas.getByRole('button', nameOf('Inspector General'))).toHaveFocus())
    const saved = (await app?.http('/api/contact_types')) as { name: string }[]
    await expect(saved.map(({ name }) => name)).toContain('Inspector General')
  },
})
export const InPlaceDark = meta.story({ ...InPlace.input, tags: ['whole'], globals: { theme: 'dark' } })
export const InPlaceOnPhone = meta.story({ ...InPlace.input, globals: { viewport: { value: 'phone' } } })

/** Leaving the input saves as well; Escape gives the old value back. */
export const LeftAndEscaped = meta.story({
  render,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', nameOf('Inspector')))
    await userEvent.type(await canvas.findByRole('textbox', inputOf('Inspector')), ' A')
    await userEvent.tab()
    await expect(await canvas.findByRole('button', nameOf('Inspector A'))).toBeVisible()
    await userEvent.click(canvas.getByRole('button', nameOf('Inspector A')))
    await userEvent.type(await canvas.findByRole('textbox', inputOf('Inspector A')), ' B{Escape}')
    await waitFor(() => expect(canvas.getByRole('button', nameOf('Inspector A'))).toHaveFocus())
  },
})

/** What is refused stays as it was typed, with the reason at its input. */
export const RefusedInPlace = meta.story({
  render,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', nameOf('Inspector')))
    const input = await canvas.findByRole('textbox', inputOf('Inspector'))
    await userEvent.clear(input)
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(input).toHaveAccessibleDescription('Name is required'))
    await userEvent.type(input, 'architect{Enter}')
    await waitFor(() => expect(input).toHaveAccessibleDescription('That contact type already exists.'))
    await expect(input).toHaveValue('architect')
    await expect(input).toBeInvalid()
  },
})

/** What somebody else saves meanwhile does not touch what is typed; without it, it is shown at once. */
export const OthersMeanwhile = meta.story({
  tags: ['whole'],
  render,
  play: async ({ app, canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', nameOf('Inspector')))
    await userEvent.type(await canvas.findByRole('textbox'), ' here')
    const types = app?.services.store.byName('contact_type')
    const all = types?.all.peek().map((item) => item.peek()) ?? []
    types?.put(
      all.map((one) => ({ ...one, name: `${named(one)} there`, updated_at: runningClock.now().toISOString() })),
      'remote',
    )
    await expect(await canvas.findByRole('button', nameOf('Architect there'))).toBeVisible()
    await expect(canvas.getByRole('textbox')).toHaveValue('Inspector here')
  },
})

/** Flags are set with one press; a choice that is refused says why and stays as it was. */
export const FlagsAndRefusedChoices = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    const custom_field_values = [{ custom_field_id: 1, value: 'A-7' }]
    await app?.http('/api/customers', { method: 'POST', body: { name: 'Valued', custom_field_values } })
  },
  render: () => (
    <>
      <Of name="custom_field">{(entity) => <SetupList entity={entity} title="Custom fields" />}</Of>
      <Toaster />
    </>
  ),
  play: async ({ canvas, userEvent }) => {
    const required = await canvas.findByRole('checkbox', { name: 'Required of Account number' })
    await expect(required).not.toBeChecked()
    await userEvent.click(required)
    await waitFor(() => expect(required).toBeChecked())
    await userEvent.click(canvas.getByRole('button', { name: 'Type of Account number: String' }))
    await choose(userEvent, 'Number')
    await waitFor(() => expect(screen.getByText('The type cannot change once values exist.')).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Type of Account number: String' })).toBeVisible()
  },
})

/** A choice is made from a menu, and an optional one can be taken back. */
export const Choices = meta.story({
  tags: ['whole'],
  render: () => <Of name="default_task">{(entity) => <SetupList entity={entity} title="Default tasks" />}</Of>,
  play: async ({ canvas, userEvent }) => {
    const choice = (text: string) => ({ name: `Assign to of Call before you dig: ${text}` })
    await userEvent.click(await canvas.findByRole('button', choice('Foreman')))
    await choose(userEvent, 'Employee')
    await userEvent.click(await canvas.findByRole('button', choice('Employee')))
    await choose(userEvent, 'None')
    await expect(await canvas.findByRole('button', choice('none'))).toBeVisible()
  },
})

/** Numbers that cannot be read are not sent, and an optional one can be cleared. */
export const NumbersInPlace = meta.story({
  render: () => (
    <Of name="phase">
      {(entity) => (
        <SetupList entity={entity} title="Phases" groupBy={'phase_type_id' as keyof RecordOf<Entity> & string} />
      )}
    </Of>
  ),
  play: async ({ canvas, userEvent }) => {
    const cell = (text: string) => ({ name: `Usual length in days of Underground: ${text}` })
    await userEvent.click(await canvas.findByRole('button', { name: /^Usual length in days of Underground/ }))
    const input = await canvas.findByRole('spinbutton')
    await userEvent.clear(input)
    await userEvent.type(input, 'two{Enter}')
    await waitFor(() => expect(input).toHaveAccessibleDescription('Usual length in days must be a number'))
    await userEvent.clear(input)
    await userEvent.type(input, '12{Enter}')
    await userEvent.click(await canvas.findByRole('button', cell('Usual length in days: 12')))
    await userEvent.clear(await canvas.findByRole('spinbutton'))
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByRole('button', cell('none'))).toBeVisible()
  },
})
