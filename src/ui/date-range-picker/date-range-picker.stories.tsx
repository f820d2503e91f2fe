import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Hold, Samples, StateGrid, live } from '#ui/story.tsx'
import { type DateRange, DateRangePicker, type DateRangePickerProps } from './date-range-picker.tsx'

const week: DateRange = { start: '2026-11-16', end: '2026-11-20' }
const Spanned = () => (
  <Hold<DateRange | null> initial={week}>
    {(value, onChange) => <DateRangePicker value={value} onChange={onChange} />}
  </Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Use it where both days are chosen at one go: a pay period, a report.', () => <Spanned />],
      dont: [
        'Two date pickers let the end come before the start.',
        () => (
          <Samples>
            <DatePicker aria-label="From" value="2026-11-20" onChange={() => {}} />
            <DatePicker aria-label="To" value="2026-11-16" onChange={() => {}} />
          </Samples>
        ),
      ],
    },
  ],
  keys: {
    'Enter (in the box)': 'Takes the date that was typed.',
    'Enter, Space (on the button)': 'Opens the calendar on the selected day.',
    'ArrowLeft, ArrowRight, ArrowUp, ArrowDown': 'Moves by a day, or by a week.',
    'PageUp, PageDown': 'Moves by a month.',
    'Enter (in the calendar)': 'Selects the first day, then the last.',
    Escape: 'Closes the calendar.',
  },
}

const meta = preview.meta({
  title: 'Kit/Date range picker',
  tags: ['autodocs'],
  component: DateRangePicker,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    value: { start: '2026-11-16', end: '2026-11-20' },
    onChange: fn(),
    'aria-label': 'Dates',
    weekStart: 'sunday',
    disabled: false,
    invalid: false,
  },
  render: live(DateRangePicker),
  play: async ({ canvas, userEvent, args: { onChange } }) => {
    await userEvent.click(canvas.getByRole('button'))
    await waitFor(() => expect(screen.getByRole('button', { name: /November 10/ })).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: /November 10/ }))
    await expect(onChange).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: /November 12/ }))
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ start: '2026-11-10', end: '2026-11-12' }))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'Dates, to' })).toHaveValue('11/12/2026'))
  },
})

const show = live(DateRangePicker)
export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid<DateRangePickerProps>
      on="input"
      without={['Pressed']}
      of={(props, state) => show({ value: week, onChange: () => {}, 'aria-label': state, ...props })}
      others={{ Empty: { value: null }, Invalid: { invalid: true }, Disabled: { disabled: true } }}
    />
  ),
})
