import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Hold, Opener } from '#ui/story.tsx'
import { SelectDialog, type SelectDialogProps } from './select-dialog.tsx'

const onSelect = fn()
const sheets = Array.from({ length: 40 }, (_, index) => ({
  value: index + 1,
  label: `E${1 + Math.floor(index / 10)}.${index % 10}`,
  hint: ['Power plan', 'Lighting plan', 'One-line diagram', 'Panel schedules'][index % 4],
}))
const many = sheets.map(({ hint, ...sheet }) => ({ ...sheet, ...(hint && { hint }) }))
const Selecting = (props: Pick<SelectDialogProps<number>, 'title' | 'options'>) => (
  <Opener label="Select">
    {(open, close) => <SelectDialog {...props} open={open} onSelect={close} onClose={close} />}
  </Opener>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Name what is to be selected, and tell options apart by a hint.',
        () => <Selecting title="Select a sheet" options={many} />,
      ],
      dont: [
        'For less than ten options a `Select` needs no dialog.',
        () => <Selecting title="Select" options={many.slice(0, 2)} />,
      ],
    },
  ],
  keys: {
    'ArrowDown, ArrowUp': 'Moves to the next option, or the one before.',
    'Home, End': 'Moves to the first or the last option.',
    'Any letter': 'Moves to the option that begins with it.',
    Enter: 'Selects the highlighted option.',
    Escape: 'Closes the dialog.',
  },
}

const meta = preview.meta({
  title: 'Kit/Select dialog',
  tags: ['autodocs'],
  component: SelectDialog<number>,
  parameters: { layout: 'centered', guide },
  args: { open: true, title: 'Select a sheet', options: [], onSelect, onClose: fn() },
})

export const Playground = meta.story({
  args: { options: many, value: 3, empty: 'No sheets yet. Upload a drawing set first.' },
  render: (args) => (
    <Hold initial={args.value ?? null}>
      {(value, set) => (
        <Opener label="Select a sheet">
          {(open, close) => (
            <SelectDialog
              {...args}
              open={open}
              value={value}
              onSelect={(next) => {
                set(next)
                close()
              }}
              onClose={close}
            />
          )}
        </Opener>
      )}
    </Hold>
  ),
})

/** An option can be selected by keyboard: arrow keys, letters and Enter. */
export const Many = meta.story({
  args: { options: many, value: 3 },
  play: async ({ userEvent }) => {
    const list = await screen.findByRole('listbox', { name: 'Select a sheet' })
    await expect(list.clientHeight).toBeLessThanOrEqual(innerHeight / 2)
    await expect(list.scrollHeight).toBeGreaterThan(list.clientHeight)
    await waitFor(() => expect(list).toHaveFocus())
    await userEvent.keyboard('{End}{Enter}')
    await waitFor(() => expect(onSelect).toHaveBeenLastCalledWith(40))
  },
})

export const Few = meta.story({
  args: { options: many.slice(0, 3), value: 2 },
  play: async () => {
    await waitFor(() => expect(screen.getByRole('option', { name: /E1.1/ })).toHaveAttribute('aria-selected', 'true'))
  },
})

export const Dark = meta.story({ ...Few.input, globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Many.input, globals: { viewport: { value: 'phone' } } })

export const Empty = meta.story({
  tags: ['!autodocs'],
  args: { options: [], empty: 'No sheets yet. Upload a drawing set first.' },
})
