import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { Select } from './select.tsx'

const meta = preview.meta({ title: 'Kit/Select', tags: ['autodocs'], component: Select })

const roles = [
  { value: 'admin', label: 'Admin' },
  { value: 'project_manager', label: 'Project manager' },
  { value: 'foreman', label: 'Foreman', hint: 'Crew' },
  { value: 'guest', label: 'Guest', disabled: true },
]

export const States = meta.story({
  render: () => (
    <Hold<string | null> initial="foreman">
      {(value, onChange) => (
        <Samples column>
          <Field label="Role">
            <Select options={roles} value={value} onChange={onChange} />
          </Field>
          <Field label="Licence" help="Shown on the schedule.">
            <Select options={roles} value={null} onChange={onChange} placeholder="Choose a licence" />
          </Field>
          <Field label="Project" error="Project is required">
            <Select options={roles} value={null} onChange={onChange} />
          </Field>
          <Select aria-label="Cost code" look="soft" options={roles} value={value} onChange={onChange} clearable />
          <Select
            aria-label="Invalid cost code"
            look="soft"
            invalid
            options={roles}
            value={null}
            onChange={onChange}
            placeholder="Cost code"
          />
          <Select aria-label="Disabled" disabled options={roles} value="admin" onChange={onChange} />
        </Samples>
      )}
    </Hold>
  ),
})

export const Dark = meta.story({ ...States.input, globals: { theme: 'dark' } })

/** A select can be used by keyboard, and the focus returns to its button. */
export const ByKeyboard = meta.story({
  render: () => (
    <Hold<string | null> initial={null}>
      {(value, onChange) => (
        <Field label="Role">
          <Select options={roles} value={value} onChange={onChange} />
        </Field>
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('combobox', { name: 'Role' })
    trigger.focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('listbox')).toBeVisible())
    await userEvent.keyboard('{ArrowDown}')
    await userEvent.keyboard('fore')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(trigger).toHaveTextContent('Foreman'))
    await waitFor(() => expect(trigger).toHaveFocus())
  },
})

export const Open = meta.story({
  render: () => <Select aria-label="Role" options={roles} value="admin" onChange={() => {}} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('combobox'))
    await waitFor(() => expect(screen.getByRole('option', { name: /Foreman/ })).toBeVisible())
  },
})

export const OpenDark = meta.story({ ...Open.input, globals: { theme: 'dark' } })
