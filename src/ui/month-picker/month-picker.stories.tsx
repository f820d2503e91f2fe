import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { type ControlProps } from '#ui/control/control.ts'
import { StateGrid, live } from '#ui/story.tsx'
import { MonthPicker } from './month-picker.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Use it where a whole month is meant: a forecast, a report.',
        () => <MonthPicker aria-label="Month" value="2026-11" onChange={() => {}} />,
      ],
      dont: [
        'Do not make people pick a day of which only the month counts.',
        () => <DatePicker aria-label="Month" value="2026-11-01" onChange={() => {}} />,
      ],
    },
  ],
  keys: {
    'Enter (in the box)': 'Takes the month that was typed.',
    'Enter, Space (on the button)': 'Opens the months.',
    'ArrowLeft, ArrowRight, ArrowUp, ArrowDown': 'Moves between months.',
    'Enter (in the calendar)': 'Selects the month.',
    Escape: 'Closes the months.',
  },
}

const meta = preview.meta({
  title: 'Kit/Month picker',
  tags: ['autodocs'],
  component: MonthPicker,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { value: '2026-11', onChange: fn(), 'aria-label': 'Month', disabled: false, invalid: false },
  render: live(MonthPicker),
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

const show = live(MonthPicker)
export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid<ControlProps<string | null>>
      on="input"
      without={['Pressed']}
      of={(props, state) => show({ value: '2026-11', onChange: () => {}, 'aria-label': state, ...props })}
      others={{ Empty: { value: null }, Invalid: { invalid: true }, Disabled: { disabled: true } }}
    />
  ),
})
