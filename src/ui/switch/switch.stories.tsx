import { expect, fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { Switch, type SwitchProps } from './switch.tsx'

const Switched = ({ children }: { children: string }) => (
  <Hold<boolean> initial>
    {(value, onChange) => (
      <Switch value={value} onChange={onChange}>
        {children}
      </Switch>
    )}
  </Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Use it for what takes effect at once, without Save.', () => <Switched>Has access</Switched>],
      dont: ['Within a form a `Checkbox` waits for Save.', () => <Switched>I have read the terms</Switched>],
    },
    {
      do: ['Name what is on.', () => <Switched>Active</Switched>],
      dont: ['Two names leave open which side is on.', () => <Switched>Active / archived</Switched>],
    },
  ],
  keys: { Space: 'Turns it on or off.' },
}

const meta = preview.meta({
  title: 'Kit/Switch',
  tags: ['autodocs'],
  component: Switch,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { value: false, onChange: fn(), children: 'Active', disabled: false },
  render: live(Switch),
  play: async ({ canvas, userEvent, args }) => {
    const active = canvas.getByRole('switch', { name: 'Active' })
    active.focus()
    await userEvent.keyboard(' ')
    await expect(active).toBeChecked()
    await expect(args.onChange).toHaveBeenCalledWith(true)
  },
})

const show = live(Switch)
export const States = meta.story({
  render: () => (
    <StateGrid<SwitchProps>
      on="[data-part=control]"
      without={['Hover', 'Pressed']}
      of={(props) => show({ value: true, onChange: () => {}, children: 'Active', ...props })}
      others={{
        Off: { value: false },
        Disabled: { disabled: true },
        'Disabled, off': { disabled: true, value: false },
        'Long text': { children: 'Is told by mail when a question of theirs is answered' },
      }}
    />
  ),
})

export const Dark = meta.story({ ...States.input, globals: { theme: 'dark' } })
