import { expect, fn, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Field, type FieldProps } from '#ui/field/field.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { DatePicker, type DatePickerProps } from './date-picker.tsx'

const Dated = ({ min, ...field }: Pick<FieldProps, 'label' | 'help'> & Pick<DatePickerProps, 'min'>) => (
  <Hold<string | null> initial="2026-11-20">
    {(value, onChange) => (
      <Field {...field}>
        <DatePicker value={value} onChange={onChange} {...(min && { min })} />
      </Field>
    )}
  </Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Label it with what happens on the day.', () => <Dated label="Due date" />],
      dont: ['“Date” alone: which one?', () => <Dated label="Date" />],
    },
    {
      do: [
        'Set `min` and `max` where a day cannot be, so that the calendar shows it.',
        () => <Dated label="End date" min="2026-11-20" />,
      ],
      dont: [
        'Do not put a format into the help: the box shows it while it is empty.',
        () => <Dated label="Due date" help="MM/DD/YYYY" />,
      ],
    },
  ],
  keys: {
    'Enter (in the box)': 'Takes the date that was typed.',
    'Enter, Space (on the button)': 'Opens the calendar on the selected day.',
    'ArrowLeft, ArrowRight, ArrowUp, ArrowDown': 'Moves by a day, or by a week.',
    'PageUp, PageDown': 'Moves by a month.',
    'Enter (in the calendar)': 'Selects the day.',
    Escape: 'Closes the calendar.',
  },
}

const meta = preview.meta({
  title: 'Kit/Date picker',
  tags: ['autodocs'],
  component: DatePicker,
  parameters: { layout: 'centered', guide },
})

const onChange = fn()
const one = (weekStart?: 'monday') => (
  <Hold<string | null> initial="2026-11-20">
    {(value, set) => (
      <Field label="Due date">
        <DatePicker
          weekStart={weekStart}
          value={value}
          onChange={(next) => {
            set(next)
            onChange(next)
          }}
        />
      </Field>
    )}
  </Hold>
)

export const Playground = meta.story({
  args: {
    value: '2026-11-20',
    onChange: fn(),
    'aria-label': 'Due date',
    weekStart: 'sunday',
    disabled: false,
    invalid: false,
  },
  render: live(DatePicker),
})

const show = live(DatePicker)
export const States = meta.story({
  render: () => (
    <StateGrid<DatePickerProps>
      on="input"
      without={['Pressed']}
      of={(props, state) => show({ value: '2026-11-20', onChange: () => {}, 'aria-label': state, ...props })}
      others={{ Empty: { value: null }, Invalid: { invalid: true }, Disabled: { disabled: true } }}
    />
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'At rest' })).toHaveValue('11/20/2026')
  },
})

/** Dates are typed month first; invalid text is reverted. */
export const Typing = meta.story({
  render: () => one(),
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox')
    await userEvent.clear(input)
    await userEvent.type(input, '12/5/26{Enter}')
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('2026-12-05'))
    await waitFor(() => expect(input).toHaveValue('12/05/2026'))
  },
})

/** The calendar opens on the selected day; arrow keys move and Enter selects. */
export const ByKeyboard = meta.story({
  render: () => one(),
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button').focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement).toHaveTextContent('20'))
    await userEvent.keyboard('{ArrowRight}{ArrowDown}{Enter}')
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('2026-11-28'))
  },
})

export const OpenOnMonday = meta.story({
  render: () => one('monday'),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await waitFor(() => expect(document.querySelector('[data-scope=date-picker] th')).toHaveTextContent('M'))
  },
})

export const OpenDark = meta.story({ ...OpenOnMonday.input, globals: { theme: 'dark' } })
