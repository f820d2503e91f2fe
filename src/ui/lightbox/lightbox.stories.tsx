import { expect, fireEvent, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Hold, Opener } from '#ui/story.tsx'
import { Lightbox } from './lightbox.tsx'

const drawn = (color: string, words: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600"><rect width="800" height="600" fill="${color}"/><text x="40" y="80" font-size="48" fill="white">${words}</text></svg>`)}`
const pictures = [
  { src: drawn('#2f6fd6', 'Panel LP-2'), alt: 'Panel LP-2' },
  { src: drawn('#18794e', 'Trench along grid C'), alt: 'Trench along grid C' },
]
const Shown = ({ alt }: { alt: string }) => (
  <Opener label="Look closer">
    {(open, close) => (
      <Lightbox
        pictures={[{ src: drawn('#2f6fd6', 'LP-2'), alt }]}
        index={open ? 0 : null}
        onIndex={() => {}}
        onClose={close}
        caption={alt}
      />
    )}
  </Opener>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Say in `alt` what a picture shows.', () => <Shown alt="Panel LP-2, cover off" />],
      dont: ['A file name tells those who cannot see it nothing.', () => <Shown alt="IMG_2041.jpg" />],
    },
  ],
  keys: {
    'ArrowLeft, ArrowRight': 'Shows the picture before, or the next.',
    '+, -': 'Enlarges, or shows more of it.',
    '0': 'Shows all of it, upright.',
    r: 'Turns it by a quarter.',
    Escape: 'Closes it.',
  },
}

const meta = preview.meta({
  title: 'Kit/Lightbox',
  tags: ['autodocs'],
  component: Lightbox,
  parameters: { layout: 'centered', guide },
  args: { pictures, index: 0, onIndex: fn(), onClose: fn(), caption: 'Door swing' },
})

export const Playground = meta.story({
  argTypes: { index: { control: false } },
  render: (args) => (
    <Hold<number | null> initial={null}>
      {(index, set) => (
        <>
          <Button variant="outline" onClick={() => set(0)}>
            Look closer
          </Button>
          <Lightbox {...args} index={index} onIndex={set} onClose={() => set(null)} />
        </>
      )}
    </Hold>
  ),
})

export const First = meta.story({ tags: ['!autodocs'] })

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
    await waitFor(() => expect(screen.getByText('2 of 2')).toBeVisible())
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(args.onClose).toHaveBeenCalled())
  },
})

const shown = () => screen.getByRole('img')
const transform = () => shown().style.transform
const middleOf = (element: Element) => {
  const { x, y, width, height } = element.getBoundingClientRect()
  return { clientX: x + width / 2, clientY: y + height / 2 }
}
/** Where a point of the picture is on screen, in parts of its own size. */
const spot = (across: number, down: number) => {
  const { x, y, width, height } = shown().getBoundingClientRect()
  return { x: x + width * across, y: y + height * down }
}

/** The wheel enlarges around the pointer, what is enlarged is moved, and a double click shows all of it again. */
export const Zoomed = meta.story({
  play: async () => {
    await screen.findByRole('img', { name: 'Panel LP-2' })
    await waitFor(() => expect(shown().getBoundingClientRect().width).toBeGreaterThan(0))
    // Events carry whole pixels, so that a few are lost as they are enlarged.
    const before = spot(0.7, 0.5)
    const at = { clientX: before.x, clientY: before.y }
    await fireEvent.wheel(shown(), { deltaY: -600, ...at })
    await waitFor(() => expect(transform()).not.toContain('scale(1)'))
    await expect(spot(0.7, 0.5).x).toBeCloseTo(before.x, -1)
    await expect(spot(0.7, 0.5).y).toBeCloseTo(before.y, -1)
    const { x } = spot(0.7, 0.5)
    await fireEvent.pointerDown(shown(), { pointerId: 1, ...at })
    await fireEvent.pointerMove(shown(), { pointerId: 1, ...at, clientX: at.clientX - 20 })
    await fireEvent.pointerUp(shown(), { pointerId: 1, ...at, clientX: at.clientX - 200 })
    await waitFor(() => expect(spot(0.7, 0.5).x).toBeCloseTo(x - 20, -1))
    for (let tap = 0; tap < 2; tap++) {
      await fireEvent.pointerDown(shown(), { pointerId: 1, ...at })
      await fireEvent.pointerUp(shown(), { pointerId: 1, ...at })
    }
    await waitFor(() => expect(transform()).toBe('translate(0px, 0px) scale(1) rotate(0deg)'))
  },
})

/** Two fingers that part enlarge what is between them. */
export const Pinched = meta.story({
  globals: { viewport: { value: 'phone' } },
  play: async ({ args }) => {
    await screen.findByRole('img', { name: 'Panel LP-2' })
    const { clientX, clientY } = middleOf(shown())
    const finger = (pointerId: number, by: number) => ({ pointerId, clientX: clientX + by, clientY })
    await fireEvent.pointerDown(shown(), finger(1, -20))
    await fireEvent.pointerDown(shown(), finger(2, 20))
    await fireEvent.pointerMove(shown(), finger(1, -60))
    await fireEvent.pointerMove(shown(), finger(2, 60))
    await fireEvent.pointerUp(shown(), finger(1, -60))
    await fireEvent.pointerUp(shown(), finger(2, 60))
    await waitFor(() => expect(transform()).toMatch(/scale\(3\)/))
    await expect(args.onIndex).not.toHaveBeenCalled()
  },
})

/** A swipe over the whole picture leads to the next one, a turn fills the window with it lying down. */
export const SwipedAndTurned = meta.story({
  play: async ({ args, userEvent }) => {
    await screen.findByRole('img', { name: 'Panel LP-2' })
    await userEvent.click(screen.getByRole('button', { name: 'Rotate' }))
    await waitFor(() => expect(transform()).toContain('rotate(90deg)'))
    await userEvent.keyboard('+')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Zoom out' })).toBeEnabled())
    await userEvent.keyboard('0')
    await waitFor(() => expect(transform()).toBe('translate(0px, 0px) scale(1) rotate(0deg)'))
    const { clientX, clientY } = middleOf(shown())
    await fireEvent.pointerDown(shown(), { pointerId: 1, clientX, clientY })
    await fireEvent.pointerUp(shown(), { pointerId: 1, clientX: clientX - 80, clientY })
    await expect(args.onIndex).toHaveBeenCalledWith(1)
  },
})
