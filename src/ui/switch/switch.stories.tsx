import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { Switch } from './switch.tsx'

const meta = preview.meta({ title: 'Kit/Switch', tags: ['autodocs'], component: Switch })

export const States = meta.story({
  render: () => (
    <Hold initial={false}>
      {(value, onChange) => (
        <Samples column>
          <Switch value={value} onChange={onChange}>
            Active
          </Switch>
          <Switch value onChange={onChange}>
            Has access
          </Switch>
          <Switch value disabled onChange={onChange}>
            Disabled
          </Switch>
        </Samples>
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    const active = canvas.getByRole('switch', { name: 'Active' })
    active.focus()
    await userEvent.keyboard(' ')
    await expect(active).toBeChecked()
  },
})

export const Dark = meta.story({ ...States.input, globals: { theme: 'dark' } })
