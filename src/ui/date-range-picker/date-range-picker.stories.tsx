import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold } from '#ui/story.tsx'
import { type DateRange, DateRangePicker } from './date-range-picker.tsx'

const meta = preview.meta({ title: 'Kit/Date range picker', tags: ['autodocs'], component: DateRangePicker })

const onChange = fn()

/** Two presses select a range; `onChange` is not called after the first. */
export const Span = meta.story({
  render: () => (
    <Hold<DateRange | null> initial={{ start: '2026-11-16', end: '2026-11-20' }}>
      {(value, set) => (
        <Field label="Dates">
          <DateRangePicker
            value={value}
            onChange={(next) => {
              set(next)
              onChange(next)
            }}
          />
        </Field>
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button'))
    await waitFor(() => expect(screen.getByRole('button', { name: /November 10/ })).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: /November 10/ }))
    await expect(onChange).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: /November 12/ }))
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ start: '2026-11-10', end: '2026-11-12' }))
    await waitFor(() => expect(canvas.getByRole('textbox', { name: 'Dates, to' })).toHaveValue('11/12/2026'))
  },
})
