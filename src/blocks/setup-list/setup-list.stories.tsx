import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { Toaster } from '#ui/toast/toast.tsx'
import { Of } from '../story.tsx'
import { SetupList } from './setup-list.tsx'

const meta = preview.meta({ title: 'Blocks/Setup list', component: SetupList, parameters: { path: '/' } })
const named = (record: RecordOf<Entity>) => ('name' in record ? String(record.name) : '')
const render = () => (
  <>
    <Of name="contact_type">
      {(entity) => (
        <SetupList entity={entity} title="Contact types">
          {named}
        </SetupList>
      )}
    </Of>
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

export const Dark = meta.story({ ...Rows.input, globals: { theme: 'dark' } })

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
        <SetupList entity={entity} title="Phases" groupBy={'phase_type_id' as keyof RecordOf<Entity> & string}>
          {named}
        </SetupList>
      )}
    </Of>
  ),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Service' })).toBeVisible())
  },
})
