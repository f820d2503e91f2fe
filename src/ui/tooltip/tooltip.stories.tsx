import { expect, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Tooltip } from './tooltip.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Name a button that is only an icon.',
        () => (
          <Tooltip text="Refresh">
            <IconButton icon="refresh-cw" aria-label="Refresh" />
          </Tooltip>
        ),
      ],
      dont: [
        'Do not hide in it what people need: phones have no pointer to rest on it.',
        () => (
          <Tooltip text="The week can be changed until Monday, 10 AM">
            <Button variant="outline">Submit week</Button>
          </Tooltip>
        ),
      ],
    },
  ],
  keys: { Tab: 'Shows it when the focus reaches the button.', Escape: 'Hides it.' },
}

const meta = preview.meta({
  title: 'Kit/Tooltip',
  tags: ['autodocs'],
  component: Tooltip,
  parameters: { layout: 'centered', guide },
})

/** The tooltip appears on focus as well as on hover. */
export const Playground = meta.story({
  args: { text: 'Refresh', children: <IconButton icon="refresh-cw" aria-label="Refresh" /> },
  argTypes: { children: { control: false } },
  play: async ({ userEvent }) => {
    await userEvent.tab()
    await waitFor(() => expect(screen.getByRole('tooltip')).toBeVisible())
  },
})

export const Dark = meta.story({ ...Playground.input, globals: { theme: 'dark' } })
