import { expect, fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { live, Hold } from '#ui/story.tsx'
import { drawOn } from './draw.fixture.ts'
import { SignaturePad } from './signature-pad.tsx'
import { Signature } from './signature.tsx'

const Signed = ({ words }: { words: string }) => (
  <div style={{ width: '18rem' }}>
    <p>{words}</p>
    <Hold<string | null> initial={null}>{(value, onChange) => <SignaturePad value={value} onChange={onChange} />}</Hold>
  </div>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Write above it what is signed, and below it who signs.',
        () => <Signed words="I received the materials listed above. Luis Ortega" />,
      ],
      dont: ['A box to sign in without a sentence is worth nothing in court.', () => <Signed words="" />],
    },
  ],
  keys: { 'Enter, Space (on Clear)': 'Removes the signature. To sign needs a finger, a pen or the mouse.' },
}

const meta = preview.meta({
  title: 'Kit/Signature',
  tags: ['autodocs'],
  component: SignaturePad,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { value: null, onChange: fn() },
  argTypes: { value: { control: false } },
  render: (args) => <div style={{ width: 'min(30rem, 80vw)' }}>{live(SignaturePad)(args)}</div>,
  play: async ({ canvas, userEvent }) => {
    const pad = canvas.getByRole('img', { name: 'Sign here with your finger' })
    await drawOn(pad)
    await expect(await canvas.findByRole('img', { name: 'Signed' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Clear' }))
    await expect(await canvas.findByRole('img', { name: 'Sign here with your finger' })).toBeVisible()
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
