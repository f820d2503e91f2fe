import { expect, fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Hold, Samples, StateGrid } from '#ui/story.tsx'
import { Button, IconButton, LinkButton, type ButtonProps } from './button.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Give a screen one solid button, for what people came to do. The rest are outlined or ghosts.',
        () => (
          <Samples>
            <Button variant="outline">Cancel</Button>
            <Button>Save</Button>
          </Samples>
        ),
      ],
      dont: [
        'Two solid buttons beside each other leave people to guess which one is meant.',
        () => (
          <Samples>
            <Button>Cancel</Button>
            <Button>Save</Button>
          </Samples>
        ),
      ],
    },
    {
      do: ['Name what happens, as a verb and its object.', () => <Button icon="plus">Add project</Button>],
      dont: ['“OK”, “Yes” and “Submit” say nothing to who has not read the text above.', () => <Button>Submit</Button>],
    },
    {
      do: [
        'Leave the icon alone only where everybody knows it, with a tooltip and an `aria-label`.',
        () => <IconButton icon="refresh-cw" aria-label="Refresh" />,
      ],
      dont: [
        'Do not use a button to go to another page: `LinkButton` can be opened in a new tab.',
        () => <Button variant="outline">Go to Time</Button>,
      ],
    },
  ],
  keys: { 'Enter, Space': 'Presses it. A `LinkButton` is followed with Enter alone.' },
}

const meta = preview.meta({
  title: 'Kit/Button',
  tags: ['autodocs'],
  component: Button,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { children: 'Add project', icon: 'plus', variant: 'solid', size: 'md', loading: false, disabled: false },
})

export const States = meta.story({
  render: () => (
    <StateGrid<ButtonProps>
      on="button"
      of={(props) => <Button {...props}>{props.children ?? 'Save'}</Button>}
      others={{
        Disabled: { disabled: true },
        Loading: { loading: true },
        'Long text': { children: 'Add everyone to the crew' },
      }}
    />
  ),
})

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
