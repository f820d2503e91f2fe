import { useState } from 'react'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { Palette, type PaletteGroup, type PaletteProps } from './palette.tsx'

const groups: readonly PaletteGroup[] = [
  {
    key: 'rfi',
    label: 'RFIs',
    count: '20+',
    few: true,
    items: [
      {
        key: '13',
        icon: 'file-text',
        title: 'Feeder route above stage',
        detail: 'RFI 013',
        href: '#13',
        aside: <Tag>Open</Tag>,
      },
      { key: '8', icon: 'file-text', title: 'Size of the feeder to RTU-3', detail: 'RFI 008', href: '#8' },
      { key: '7', icon: 'file-text', title: 'Feeder supports', detail: 'RFI 007', href: '#7' },
      { key: '2', icon: 'file-text', title: 'Feeder of the crane', detail: 'RFI 002', href: '#2' },
    ],
  },
  { key: 'actions', label: 'Actions', items: [{ key: 'new', icon: 'plus', title: 'New RFI', onSelect: fn() }] },
]

const Opened = ({ onKind, onText, onClose, ...props }: PaletteProps) => {
  const [open, setOpen] = useState(false)
  const [kind, setKind] = useState(props.kind)
  const [text, setText] = useState(props.text)
  const close = () => {
    setOpen(false)
    onClose()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && <Palette {...props} text={text} onText={setText} kind={kind} onKind={setKind} onClose={close} />}
    </>
  )
}

const guide: Guide = {
  pairs: [
    {
      do: ['Say where something is in the second line.', () => <p>RFI 013 · 26-041 Canyon Lakes</p>],
      dont: ['Do not use it to choose a value of a form: that is a `Combobox`.', () => <p>Customer: Kennewick…</p>],
    },
  ],
  keys: {
    'ArrowDown, ArrowUp': 'Moves among all items.',
    Enter: 'Opens or does the highlighted one.',
    'Tab, Shift Tab': 'Shows the next kind alone, or the one before; past the last, it leaves the field.',
    'Ctrl C': 'Copies the link of the highlighted one, where nothing is selected.',
    Escape: 'Closes it.',
  },
}

const meta = preview.meta({
  title: 'Kit/Palette',
  tags: ['autodocs'],
  component: Palette,
  render: (args) => <Opened {...args} />,
  parameters: { guide },
  args: {
    label: 'Search',
    text: 'feeder',
    groups,
    kind: null,
    nothing: 'Nothing is found.',
    onClose: fn(),
    onKind: fn(),
    onText: fn(),
  },
})

const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)
const current = () => screen.getByRole('option', { selected: true })

export const Playground = meta.story({
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Open' }))
    const field = await screen.findByRole('combobox', { name: 'Search' })
    await waitFor(() => expect(field).toHaveFocus())
    // Three of many, and what can be done.
    await expect(options()).toHaveLength(4)
    await expect(current()).toHaveTextContent('Feeder route above stage')
    await expect(field).toHaveAttribute('aria-activedescendant', current().id)
    await userEvent.keyboard('{ArrowUp}')
    await expect(current()).toHaveTextContent('New RFI')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect(current()).toHaveTextContent('Size of the feeder')
    await userEvent.keyboard('{Tab}')
    await expect(options()).toHaveLength(4)
    await expect(screen.getByRole('button', { name: 'RFIs 20+', pressed: true })).toBeVisible()
    await userEvent.keyboard('{Tab}{Enter}')
    await expect(groups[1]?.items[0]?.onSelect).toHaveBeenCalled()
    await expect(args.onClose).toHaveBeenCalled()
  },
})

const late: { come: () => void } = { come: () => {} }
const Late = (props: PaletteProps) => {
  const [isHere, setHere] = useState(false)
  late.come = () => setHere(true)
  const more = { key: 'late', icon: 'file-text', title: 'Feeder of the pump', href: '#late' }
  const [rfis, actions] = groups
  const [route] = rfis?.items ?? []
  const punch = [{ key: 'p1', icon: 'file-text', title: 'Feeder not labeled', href: '#p1' }]
  const first = { key: 'rfi', label: 'RFIs', items: [...(isHere ? [more] : []), ...(route ? [route] : [])] }
  const last = { key: 'actions', label: 'Actions', last: true, items: actions?.items ?? [] }
  return <Opened {...props} groups={[first, { key: 'punch', label: 'Punch items', items: punch }, last]} />
}

/** What comes later stands behind all that is there but what one can do, so that no finger opens another record than it meant. */
export const Later = meta.story({
  render: (args) => <Late {...args} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Open' }))
    await screen.findByRole('option', { name: /Feeder route/ })
    late.come()
    const more = await screen.findByRole('listbox', { name: 'More RFIs' })
    await expect(within(more).getByRole('option')).toHaveTextContent('Feeder of the pump')
    await expect(options()).toEqual([
      expect.stringMatching(/^Feeder route/),
      'Feeder not labeled',
      expect.stringMatching(/^Feeder of the pump/),
      'New RFI',
    ])
    // Alone, a kind is whole.
    await userEvent.keyboard('{Tab}')
    await expect(within(screen.getByRole('listbox', { name: 'RFIs' })).getAllByRole('option')).toHaveLength(2)
  },
})

/** Words are marked where they stand, and what comes later leaves the highlight where it is. */
export const Narrowed = meta.story({
  args: { kind: 'rfi' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Open' }))
    const dialog = await screen.findByRole('dialog', { name: 'Search' })
    await expect(within(dialog).getAllByText('Feeder', { selector: 'mark' }).length).toBeGreaterThan(2)
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
    await expect(screen.getByRole('button', { name: /^All/, pressed: true })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
})

export const Nothing = meta.story({
  args: { groups: [], text: 'xqwz', nothing: 'Nothing is found for “xqwz”.' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Open' }))
    await screen.findByText('Nothing is found for “xqwz”.')
  },
})
