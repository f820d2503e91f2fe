import { expect, fn, screen, waitFor, within } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Opener } from '#ui/story.tsx'
import { SelectManyDialog } from './select-many-dialog.tsx'

const people = [
  { value: 1, label: 'Luis Ortega', hint: 'Journeyman' },
  { value: 2, label: 'Kim Tran', hint: 'Apprentice' },
  { value: 3, label: 'Pat Olsen', hint: 'Journeyman' },
]
const Selecting = ({ confirm }: { confirm: (count: number) => string }) => (
  <Opener label="Add member">
    {(open, close) => (
      <SelectManyDialog
        open={open}
        title="Add member"
        options={people}
        confirm={confirm}
        onSelect={close}
        onClose={close}
      />
    )}
  </Opener>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Say on the button how many will be added.', () => <Selecting confirm={(count) => `Add ${count}`} />],
      dont: ['“Save” does not say what it does with whom.', () => <Selecting confirm={() => 'Save'} />],
    },
  ],
  keys: {
    'Any letter': 'Searches, since the focus starts there.',
    Enter: 'Checks the only one that a search finds; otherwise it adds those that are checked.',
    Tab: 'Moves to the options, then to the button.',
    Space: 'Checks the option that has the focus.',
    Escape: 'Closes the dialog.',
  },
}

const meta = preview.meta({
  title: 'Kit/Select many dialog',
  tags: ['autodocs'],
  component: SelectManyDialog<number>,
  parameters: { layout: 'centered', guide },
  args: {
    open: true,
    title: 'Add member',
    options: people,
    confirm: (count: number) => `Add ${count}`,
    onSelect: fn(),
    onClose: fn(),
  },
})

export const Playground = meta.story({
  args: { empty: 'Everyone who tracks time is there.' },
  argTypes: { open: { control: false }, confirm: { control: false } },
  render: (args) => (
    <Opener label="Add member">
      {(open, close) => <SelectManyDialog {...args} open={open} onSelect={close} onClose={close} />}
    </Opener>
  ),
})

/** Several are selected at once; Enter selects the only one that a search finds. */
export const Open = meta.story({
  play: async ({ args, userEvent }) => {
    const list = within(await screen.findByRole('dialog', { name: 'Add member' }))
    await expect(list.getByRole('button', { name: 'Add 0' })).toBeDisabled()
    await userEvent.click(list.getByRole('checkbox', { name: /Pat Olsen/ }))
    await userEvent.type(list.getByRole('textbox', { name: 'Search' }), 'appr{Enter}')
    await waitFor(() => expect(list.getAllByRole('checkbox')).toHaveLength(3))
    await userEvent.click(list.getByRole('button', { name: 'Add 2' }))
    await expect(args.onSelect).toHaveBeenCalledWith([2, 3])
  },
})

export const Dark = meta.story({ ...Open.input, globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Open.input, globals: { viewport: { value: 'phone' } } })

export const NothingFound = meta.story({
  play: async ({ userEvent }) => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Search' }), 'nobody')
    await expect(screen.getByText('Nothing found.')).toBeVisible()
  },
})

export const Empty = meta.story({
  tags: ['!autodocs'],
  args: { options: [], empty: 'Everyone who tracks time is there.' },
})
