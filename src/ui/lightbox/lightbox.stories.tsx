import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold } from '#ui/story.tsx'
import { Lightbox } from './lightbox.tsx'

const drawn = (color: string, words: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"><rect width="800" height="600" fill="${color}"/><text x="40" y="80" font-size="48" fill="white">${words}</text></svg>`)}`
const pictures = [
  { src: drawn('#2f6fd6', 'Panel LP-2'), alt: 'Panel LP-2' },
  { src: drawn('#18794e', 'Trench along grid C'), alt: 'Trench along grid C' },
]
const meta = preview.meta({
  title: 'Kit/Lightbox',
  component: Lightbox,
  args: { pictures, index: 0, onIndex: fn(), onClose: fn(), caption: 'Door swing' },
})

export const First = meta.story({})

export const Phone = meta.story({ globals: { viewport: { value: 'phone' } } })

/** Arrow keys move between pictures and stop at both ends; Escape closes. */
export const ByKeyboard = meta.story({
  render: ({ onClose }) => (
    <Hold<number | null> initial={0}>
      {(index, set) => <Lightbox pictures={pictures} index={index} onIndex={set} onClose={onClose} />}
    </Hold>
  ),
  play: async ({ userEvent, args }) => {
    await screen.findByRole('img', { name: 'Panel LP-2' })
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement))
    await userEvent.keyboard('{ArrowRight}')
    await screen.findByRole('img', { name: 'Trench along grid C' })
    await userEvent.keyboard('{ArrowRight}')
    await expect(screen.getByText('2 of 2')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(args.onClose).toHaveBeenCalled())
  },
})
