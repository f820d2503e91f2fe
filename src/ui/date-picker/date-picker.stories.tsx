import { expect, fn, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { DatePicker } from './date-picker.tsx'

const meta = preview.meta({ title: 'Kit/Date picker', tags: ['autodocs'], component: DatePicker })

export const States = meta.story({
  render: () => (
    <Hold<string | null> initial="2026-11-20">
      {(value, onChange) => (
        <Samples column>
          <Field label="Due date">
            <DatePicker value={value} onChange={onChange} />
          </Field>
          <Field label="End date" error="End date must be on or after start date.">
            <DatePicker value={value} onChange={onChange} weekStart="monday" />
          </Field>
          <DatePicker aria-label="Empty" value={null} onChange={onChange} />
          <DatePicker aria-label="Disabled" disabled value={value} onChange={onChange} />
        </Samples>
      )}
    </Hold>
  ),
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('textbox', { name: 'Due date' })).toHaveValue('11/20/2026')
  },
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
