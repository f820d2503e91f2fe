import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { Button, IconButton, LinkButton } from './button.tsx'

const meta = preview.meta({ title: 'Kit/Button', tags: ['autodocs'], component: Button })

/** Each screen has at most one solid button, for its main action. */
export const Variants = meta.story({
  render: () => (
    <Samples>
      <Button icon="plus">Add project</Button>
      <Button variant="outline" icon="list-filter">
        Filter
      </Button>
      <Button variant="ghost">Cancel</Button>
      <Button variant="danger" icon="trash-2">
        Delete
      </Button>
      <IconButton icon="refresh-cw" aria-label="Refresh" />
      <LinkButton href="/time" variant="outline" icon="clock">
        Enter time
      </LinkButton>
    </Samples>
  ),
})

export const Dark = meta.story({ ...Variants.input, globals: { theme: 'dark' } })

export const Sizes = meta.story({
  render: () => (
    <Samples>
      <Button size="sm" variant="outline" icon="check">
        Resolve
      </Button>
      <Button>Save</Button>
      <Button size="lg">Save</Button>
      <IconButton size="lg" variant="outline" icon="clock" aria-label="Time" />
    </Samples>
  ),
})

export const Disabled = meta.story({ args: { children: 'Save', disabled: true } })

/** While loading, the button keeps its size and focus and ignores presses. */
export const Loading = meta.story({
  render: ({ onClick }) => (
    <Hold initial={0}>
      {(presses, set) => (
        <Button
          loading={presses > 0}
          onClick={(event) => {
            set(presses + 1)
            onClick?.(event)
          }}
        >
          Save
        </Button>
      )}
    </Hold>
  ),
  args: { onClick: fn() },
  play: async ({ canvas, userEvent, args }) => {
    const button = canvas.getByRole('button', { name: /Save/ })
    await userEvent.click(button)
    await userEvent.click(button)
    await expect(args.onClick).toHaveBeenCalledTimes(1)
    await expect(button).toHaveFocus()
    await expect(button).toHaveAttribute('aria-busy', 'true')
  },
})
