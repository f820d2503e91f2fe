import { expect, fireEvent } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold } from '#ui/story.tsx'
import { SignaturePad } from './signature-pad.tsx'
import { Signature } from './signature.tsx'

const meta = preview.meta({ title: 'Kit/Signature', tags: ['autodocs'], component: SignaturePad })

/** Strokes are drawn with a finger, a pen or the mouse, and can be cleared. */
export const Pad = meta.story({
  args: { value: null, onChange: () => {} },
  render: () => (
    <div style={{ maxWidth: '30rem' }}>
      <Hold<string | null> initial={null}>
        {(value, onChange) => <SignaturePad value={value} onChange={onChange} />}
      </Hold>
    </div>
  ),
  play: async ({ canvas, userEvent }) => {
    const pad = canvas.getByRole('img', { name: 'Sign here with your finger' })
    const { left, top, width, height } = pad.getBoundingClientRect()
    const at = (x: number, y: number) => ({ clientX: left + x * width, clientY: top + y * height, pointerId: 1 })
    pad.setPointerCapture = () => {}
    await fireEvent.pointerDown(pad, at(0.2, 0.5))
    await fireEvent.pointerMove(pad, at(0.5, 0.3))
    await fireEvent.pointerUp(pad, at(0.5, 0.3))
    await expect(canvas.getByRole('img', { name: 'Signed' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Clear' }))
    await expect(canvas.getByRole('img', { name: 'Sign here with your finger' })).toBeVisible()
  },
})

/** A signature that was given. */
export const Given = meta.story({
  args: { value: null, onChange: () => {} },
  render: () => (
    <Signature
      label="Signature of Luis Ortega"
      path="M 60 120 L 90 60 L 120 130 L 150 70 L 190 120 L 240 90 L 300 110 L 380 80"
    />
  ),
})
