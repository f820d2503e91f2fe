import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold } from '#ui/story.tsx'
import { MonthPicker } from './month-picker.tsx'

const meta = preview.meta({ title: 'Kit/Month picker', tags: ['autodocs'], component: MonthPicker })

export const Open = meta.story({
  render: () => (
    <Hold<string | null> initial="2026-11">
      {(value, onChange) => (
        <Field label="Month">
          <MonthPicker value={value} onChange={onChange} />
        </Field>
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByRole('textbox', { name: 'Month' })
    await expect(input).toHaveValue('11/2026')
    await userEvent.click(canvas.getByRole('button'))
    await userEvent.click(await screen.findByText('Mar'))
    await waitFor(() => expect(input).toHaveValue('03/2026'))
    await userEvent.click(canvas.getByRole('button'))
    await waitFor(() => expect(screen.getByText('Mar')).toBeVisible())
  },
})
