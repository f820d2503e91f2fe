import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Tooltip } from './tooltip.tsx'

const meta = preview.meta({ title: 'Kit/Tooltip', tags: ['autodocs'], component: Tooltip })

/** The tooltip appears on focus as well as on hover. */
export const OnFocus = meta.story({
  render: () => (
    <Tooltip text="Refresh">
      <IconButton icon="refresh-cw" aria-label="Refresh" />
    </Tooltip>
  ),
  play: async ({ userEvent }) => {
    await userEvent.tab()
    await waitFor(() => expect(screen.getByRole('tooltip')).toBeVisible())
  },
})

export const Dark = meta.story({ ...OnFocus.input, globals: { theme: 'dark' } })
