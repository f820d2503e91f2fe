import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { TimeInput } from './time-input.tsx'

const meta = preview.meta({ title: 'Kit/Time input', tags: ['autodocs'], component: TimeInput })

const onChange = fn()

/** The first step sets noon; minutes step by five. */
export const Steps = meta.story({
  render: () => (
    <Hold<string | null> initial={null}>
      {(value, set) => (
        <Field label="Starts">
          <TimeInput
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
    const minute = canvas.getByRole('spinbutton', { name: 'Minute' })
    await userEvent.type(minute, '30')
    await expect(onChange).toHaveBeenLastCalledWith('12:30')
    await userEvent.keyboard('{ArrowUp}')
    await expect(onChange).toHaveBeenLastCalledWith('12:35')
    await userEvent.click(canvas.getByText('AM'))
    await expect(onChange).toHaveBeenLastCalledWith('00:35')
    const hour = canvas.getByRole('spinbutton', { name: 'Hour' })
    await userEvent.clear(hour)
    await expect(onChange).toHaveBeenLastCalledWith(null)
    await userEvent.type(hour, '6')
    await expect(onChange).toHaveBeenLastCalledWith('18:00')
  },
})

export const States = meta.story({
  render: () => (
    <Samples column>
      <TimeInput aria-label="Morning" value="06:30" onChange={onChange} />
      <TimeInput aria-label="Invalid" name="a" invalid value={null} onChange={onChange} />
      <TimeInput aria-label="Disabled" name="b" disabled value="15:05" onChange={onChange} />
    </Samples>
  ),
})
