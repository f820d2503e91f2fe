import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { Select, type SelectProps } from './select.tsx'

const roles = [
  { value: 'admin', label: 'Admin' },
  { value: 'project_manager', label: 'Project manager' },
  { value: 'foreman', label: 'Foreman', hint: 'Crew' },
  { value: 'guest', label: 'Guest', disabled: true },
]
const Chosen = ({ label, ...props }: { label: string } & Pick<SelectProps<string>, 'options' | 'clearable'>) => (
  <Field label={label}>
    <Hold<string | null> initial={props.options[0]?.value ?? null}>
      {(value, onChange) => <Select {...props} value={value} onChange={onChange} />}
    </Hold>
  </Field>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Use it for three to ten options, which all are seen at one press.',
        () => <Chosen label="Role" options={roles} />,
      ],
      dont: [
        'For two options a `Segmented` or a `Checkbox` shows both at once.',
        () => <Chosen label="Type" options={roles.slice(0, 2)} />,
      ],
    },
    {
      do: [
        'Let it be cleared if nothing is an answer too.',
        () => <Chosen label="License" options={roles} clearable />,
      ],
      dont: [
        'Do not add an option “None” or “–”.',
        () => <Chosen label="License" options={[{ value: 'none', label: '–' }, ...roles]} />,
      ],
    },
  ],
  keys: {
    'Enter, Space, ArrowDown, ArrowUp': 'Opens the list.',
    'ArrowDown, ArrowUp': 'Moves within the list.',
    'Home, End': 'Moves to the first or the last option.',
    'Any letter': 'Moves to the option that begins with it.',
    Enter: 'Selects the highlighted option.',
    Escape: 'Closes the list and changes nothing.',
  },
}

const meta = preview.meta({
  title: 'Kit/Select',
  tags: ['autodocs'],
  component: Select<string>,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    value: 'foreman',
    onChange: fn(),
    options: roles,
    'aria-label': 'Role',
    placeholder: 'Select',
    look: 'card',
    clearable: false,
    disabled: false,
    invalid: false,
  },
  render: live(Select<string>),
})

const show = live(Select<string>)
export const States = meta.story({
  render: () => (
    <StateGrid<SelectProps<string>>
      on="[data-part=trigger]"
      without={['Pressed']}
      of={(props, state) =>
        show({ value: 'foreman', onChange: () => {}, options: roles, 'aria-label': state, ...props })
      }
      others={{
        Empty: { value: null },
        Invalid: { invalid: true, value: null },
        Disabled: { disabled: true },
        Clearable: { clearable: true },
        Soft: { look: 'soft' },
        'Soft, invalid': { look: 'soft', invalid: true, value: null, placeholder: 'Cost code' },
        'Long text': { options: [{ value: 'foreman', label: 'Foreman of the underground crew of the north side' }] },
      }}
    />
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
    // Keys go to the list once it has the focus, a frame after it is shown.
    await waitFor(() => expect(screen.getByRole('listbox')).toHaveFocus())
    await userEvent.keyboard('{ArrowDown}')
    await userEvent.keyboard('fore')
    await waitFor(() => expect(screen.getByRole('option', { name: /^Foreman/ })).toHaveAttribute('data-highlighted'))
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
