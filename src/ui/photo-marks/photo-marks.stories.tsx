import { expect, fireEvent, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import type { PhotoMark } from '#lib/photo-marks.ts'
import { Hold, live } from '#ui/story.tsx'
import { PhotoMarks } from './photo-marks.tsx'

const wall = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600"><rect width="800" height="600" fill="#b9b4a8"/><rect x="250" y="120" width="220" height="330" fill="#78828a"/></svg>')}`
const marks: PhotoMark[] = [
  { kind: 'arrow', from: [0.85, 0.2], to: [0.62, 0.4] },
  { kind: 'circle', from: [0.3, 0.5], to: [0.6, 0.8] },
  { kind: 'text', at: [0.8, 0.14], text: 'Missing label' },
]
const Drawn = ({ marks }: { marks: readonly PhotoMark[] }) => (
  <div style={{ width: '18rem' }}>
    <PhotoMarks src={wall} alt="A wall" value={marks} onChange={() => {}} />
  </div>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Offer it right after a photo is taken, while the place is in sight.', () => <Drawn marks={marks} />],
      dont: [
        'Do not make it the only place of a remark: marks cannot be searched or read aloud.',
        () => <Drawn marks={[{ kind: 'text', at: [0.5, 0.5], text: 'Call Dana by 3 pm' }]} />,
      ],
    },
  ],
  keys: {
    Tab: 'Moves to the tools, then to Undo.',
    'ArrowLeft, ArrowRight': 'Selects the tool. The marks themselves need a finger, a pen or the mouse.',
    'Enter, Space (on Undo)': 'Takes the last mark back.',
  },
}

const meta = preview.meta({
  title: 'Kit/Photo marks',
  tags: ['autodocs'],
  component: PhotoMarks,
  parameters: { layout: 'centered', guide },
})
const render = () => (
  <div style={{ maxWidth: '40rem' }}>
    <Hold<readonly PhotoMark[]> initial={[]}>
      {(value, onChange) => <PhotoMarks src={wall} alt="A wall" value={value} onChange={onChange} />}
    </Hold>
  </div>
)
const args = { src: wall, alt: 'A wall', value: [], onChange: () => {} }

export const Playground = meta.story({
  args,
  render: (given) => <div style={{ width: 'min(30rem, 80vw)' }}>{live(PhotoMarks)(given)}</div>,
})

/** Arrows, circles and words, red with a white edge so that they stand out on anything. */
export const Marked = meta.story({ args: { ...args, value: marks } })

export const MarkedOnPhone = meta.story({ args: { ...args, value: marks }, globals: { viewport: { value: 'phone' } } })

/** A stroke makes an arrow, a press with the text tool puts the words there, and each can be undone. */
export const Drawing = meta.story({
  args,
  render,
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByRole('img', { name: 'A wall' })).toHaveProperty('complete', true))
    const sheet = canvas.getByRole('img', { name: '0 marks' })
    sheet.setPointerCapture = () => {}
    const { left, top, width, height } = sheet.getBoundingClientRect()
    const at = (x: number, y: number) => ({ clientX: left + x * width, clientY: top + y * height, pointerId: 1 })
    // A press alone is no stroke.
    await fireEvent.pointerDown(sheet, at(0.5, 0.5))
    await fireEvent.pointerUp(sheet, at(0.5, 0.5))
    await expect(canvas.getByRole('img', { name: '0 marks' })).toBeVisible()
    await fireEvent.pointerDown(sheet, at(0.2, 0.2))
    await fireEvent.pointerMove(sheet, at(0.5, 0.5))
    await fireEvent.pointerUp(sheet, at(0.5, 0.5))
    await expect(await canvas.findByRole('img', { name: '1 mark' })).toBeVisible()
    await userEvent.click(canvas.getByText('Text'))
    await userEvent.type(canvas.getByRole('textbox', { name: 'Words' }), 'Here')
    await fireEvent.pointerDown(sheet, at(0.7, 0.7))
    await expect(await canvas.findByText('Here')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Undo' }))
    await expect(await canvas.findByRole('img', { name: '1 mark' })).toBeVisible()
  },
})
