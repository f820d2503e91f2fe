import { HttpResponse, delay, http } from 'msw'
import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { One, Of } from '../story.tsx'
import { DeleteRecord } from './delete-record.tsx'
import { EntityDialog } from './entity-dialog.tsx'

const onClose = fn()
const fields = ['name', 'email', 'phone_number']
const meta = preview.meta({
  title: 'Blocks/Entity dialog',
  component: EntityDialog,
  parameters: { path: '/' },
  beforeEach: () => void onClose.mockClear(),
})
const adding = () => <Of name="customer">{(entity) => <EntityDialog {...{ entity, fields, onClose }} />}</Of>
const editing = () => (
  <Of name="customer">
    {(entity) => (
      <One entity={entity} id={1}>
        {(record) => <EntityDialog {...{ entity, record, fields, onClose }} />}
      </One>
    )}
  </Of>
)
const name = () => screen.getByRole('textbox', { name: /^Name/ })
const save = () => screen.getByRole('button', { name: /Save$/ })

/** Each input is chosen by its field's kind. */
export const Add = meta.story({
  render: adding,
  play: async () => {
    await screen.findByRole('dialog', { name: 'Add customer' })
    await waitFor(() => expect(name()).toHaveFocus())
  },
})

export const Edit = meta.story({
  render: editing,
  play: async () => {
    await screen.findByRole('dialog', { name: 'Edit customer' })
    await expect(name()).toHaveValue('Kennewick School District')
  },
})

export const EditDark = meta.story({ ...Edit.input, tags: ['whole'], globals: { theme: 'dark' } })

/** On a phone the dialog fills the screen, with the buttons at the bottom. */
export const Phone = meta.story({ ...Edit.input, globals: { viewport: { value: 'phone' } } })

/** Inputs for a colour, a number and a reference. */
export const OtherKinds = meta.story({
  tags: ['whole'],
  render: () => (
    <Of name="phase">
      {(entity) => <EntityDialog {...{ entity, fields: ['phase_type_id', 'name', 'sort', 'color'], onClose }} />}
    </Of>
  ),
  play: async () => void (await screen.findByRole('dialog', { name: 'Add phase' })),
})

/** A missing value is reported at its field until the user types. */
export const Missing = meta.story({
  render: adding,
  play: async ({ userEvent }) => {
    await screen.findByRole('dialog')
    await userEvent.click(save())
    await waitFor(() => expect(screen.getByText('Name is required')).toBeVisible())
    await userEvent.type(name(), 'A')
    await waitFor(() => expect(screen.queryByText('Name is required')).toBeNull())
    await userEvent.clear(name())
    await userEvent.click(save())
    await screen.findByText('Name is required')
  },
})

/** An error of the server is shown at its field. */
export const Invalid = meta.story({
  render: adding,
  play: async ({ userEvent }) => {
    await screen.findByRole('dialog')
    await userEvent.type(name(), 'Gravel Road Vineyard')
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'office at vineyard')
    await userEvent.click(save())
    await waitFor(() => expect(screen.getByText(/email/i, { selector: '[data-part=error-text]' })).toBeVisible())
    await expect(name()).toHaveValue('Gravel Road Vineyard')
  },
})

/** An address is a group of inputs, and an error of a part is shown at that part. */
export const Group = meta.story({
  tags: ['whole'],
  render: () => (
    <Of name="project">
      {(entity) => (
        <One entity={entity} id={1}>
          {(record) => <EntityDialog {...{ entity, record, fields: ['name', 'address'], onClose }} />}
        </One>
      )}
    </Of>
  ),
  play: async ({ userEvent }) => {
    await screen.findByRole('group', { name: 'Address' })
    const zip = screen.getByRole('textbox', { name: 'ZIP code' })
    await expect(zip).toHaveValue('99337')
    await userEvent.type(zip, '-1')
    await userEvent.click(save())
    await waitFor(() => expect(zip).toHaveAccessibleDescription('ZIP code must have 5 or 9 digits.'))
    await expect(screen.queryByRole('alert')).toBeNull()
    await userEvent.type(zip, '234')
    await waitFor(() => expect(screen.queryByText('ZIP code must have 5 or 9 digits.')).toBeNull())
    await userEvent.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  },
})

/** Without a connection the change is kept on the device, and sent later. */
export const NoAnswer = meta.story({
  render: editing,
  beforeEach: ({ msw }) => void msw.use(http.patch('/api/customers/:id', () => HttpResponse.error())),
  play: async ({ userEvent, msw, app }) => {
    await screen.findByRole('dialog')
    await userEvent.type(name(), ' 17')
    await userEvent.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    await expect(app?.services.writes.count()).toBe(1)
    msw.resetHandlers()
    await app?.services.writes.wake()
    await expect(app?.services.writes.count()).toBe(0)
    await expect(app?.find('/customers', 'Kennewick School District 17')).resolves.toBeGreaterThan(0)
  },
})

export const Forbidden = meta.story({
  tags: ['whole'],
  render: editing,
  globals: { person: 'foreman' },
  play: async ({ userEvent }) => {
    await screen.findByRole('dialog')
    await userEvent.type(name(), ' 17')
    await userEvent.click(save())
    await waitFor(() => expect(screen.getByText('You do not have permission to do that.')).toBeVisible())
  },
})

export const Saving = meta.story({
  tags: ['whole'],
  render: editing,
  beforeEach: ({ msw }) => void msw.use(http.patch('/api/customers/:id', () => delay('infinite'))),
  play: async ({ userEvent }) => {
    await screen.findByRole('dialog')
    await userEvent.type(name(), ' 17')
    await userEvent.click(save())
    await waitFor(() => expect(save()).toHaveAttribute('aria-busy', 'true'))
  },
})

/** After a conflicting save, both versions of a field are shown, and either can be kept. */
export const Conflict = meta.story({
  render: editing,
  play: async ({ userEvent, app }) => {
    await screen.findByRole('dialog')
    const customer = await app?.http('/api/customers/1')
    await app?.http('/api/customers/1', {
      method: 'PATCH',
      body: { ...customer, name: 'Kennewick Schools', email: 'schools@kennewick.example' },
    })
    await userEvent.clear(name())
    await userEvent.type(name(), 'Kennewick SD 17')
    await userEvent.click(save())
    await waitFor(() => expect(screen.getByText('Kennewick Schools')).toBeVisible())
    await expect(name()).toHaveValue('Kennewick SD 17')
    await expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('schools@kennewick.example')
  },
})

export const ConflictDark = meta.story({ ...Conflict.input, tags: ['whole'], globals: { theme: 'dark' } })

export const TheirsTaken = meta.story({
  ...Conflict.input,
  tags: ['whole'],
  play: async (context) => {
    await Conflict.input.play?.(context)
    await context.userEvent.click(screen.getByRole('button', { name: 'Take theirs' }))
    await expect(name()).toHaveValue('Kennewick Schools')
    await context.userEvent.click(save())
    await waitFor(() => expect(onClose).toHaveBeenCalled())
  },
})

/** Closing asks for confirmation before typed values are discarded. */
export const Discard = meta.story({
  tags: ['whole'],
  render: editing,
  play: async ({ userEvent }) => {
    await screen.findByRole('dialog')
    await userEvent.type(name(), ' 17')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('alertdialog', { name: 'Discard what you typed?' })
    await userEvent.click(screen.getByRole('button', { name: 'Keep typing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(name()).toHaveValue('Kennewick School District 17')
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByRole('alertdialog')
    await expect(onClose).not.toHaveBeenCalled()
  },
})

export const Delete = meta.story({
  render: () => (
    <Of name="customer">
      {(entity) => (
        <One entity={entity} id={40}>
          {(record) => <DeleteRecord {...{ entity, record, onClose }} />}
        </One>
      )}
    </Of>
  ),
  play: async () => {
    await waitFor(() => expect(screen.getByText('Delete this item?')).toBeVisible())
  },
})
