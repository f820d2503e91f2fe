import { lazy, Suspense, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { EarlyInput } from './early-input.tsx'

const { promise: loaded, resolve: load } = Promise.withResolvers<void>()

const Search = ({ onClose }: { onClose: () => void }) => {
  const [text, setText] = useState('')
  const field = useRef<HTMLDivElement>(null)
  return (
    <Dialog open onClose={onClose} title="Search" initialFocus={field}>
      <div ref={field}>
        <TextInput aria-label="Text" value={text} onChange={setText} />
      </div>
    </Dialog>
  )
}
const LateSearch = lazy(async () => {
  await loaded
  return { default: Search }
})

const Bar = () => {
  const [open, setOpen] = useState(false)
  const [early, setEarly] = useState(false)
  const begin = () =>
    flushSync(() => {
      setOpen(true)
      setEarly(true)
    })
  return (
    <>
      <Button onClick={begin}>Search</Button>
      {open && early && <EarlyInput aria-label="Search" onDone={() => setEarly(false)} />}
      <Suspense>{open && <LateSearch onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

const guide: Guide = {
  pairs: [
    {
      do: ['Render it with `flushSync` within the press, so that phones show their keyboard.', () => <Bar />],
      dont: [
        'Do not use it where the input is there at once: move the focus to it.',
        () => <TextInput aria-label="Search" value="" onChange={() => {}} />,
      ],
    },
  ],
  keys: { 'Any letter': 'Is kept, and typed into the input that takes over.' },
}

const meta = preview.meta({
  title: 'Kit/Early input',
  tags: ['autodocs'],
  component: EarlyInput,
  parameters: { layout: 'centered', guide },
})

/** What is typed while the dialog is being loaded arrives in it, and typing goes on there. */
export const Playground = meta.story({
  args: { 'aria-label': 'Search', onDone: () => {} },
  render: () => <Bar />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Search' }))
    await expect(canvas.getByRole('textbox', { name: 'Search' })).toHaveFocus()
    await userEvent.keyboard('plu')
    load()
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Text' })).toHaveFocus())
    await userEvent.keyboard('mb')
    await expect(screen.getByRole('textbox', { name: 'Text' })).toHaveValue('plumb')
  },
})
