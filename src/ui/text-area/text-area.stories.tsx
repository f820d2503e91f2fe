import { fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { TextArea, type TextAreaProps } from './text-area.tsx'

const Written = ({ rows, initial = 'May we route along grid C?' }: { rows: number; initial?: string }) => (
  <Hold initial={initial}>
    {(value, onChange) => <TextArea aria-label="Question" rows={rows} value={value} onChange={onChange} />}
  </Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Let it be as high as what is usually written; it grows with the rest.', () => <Written rows={3} />],
      dont: [
        'For a name or a number use a `TextInput`: Enter is a new line here.',
        () => <Written rows={1} initial="26-041" />,
      ],
    },
  ],
  keys: { Enter: 'Begins a new line.', Tab: 'Moves on.' },
}

const meta = preview.meta({
  title: 'Kit/Text area',
  tags: ['autodocs'],
  component: TextArea,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    value: 'Sheet E3.2 shows the 4" feeder crossing the stage opening.',
    onChange: fn(),
    'aria-label': 'Question',
    rows: 3,
    placeholder: 'Question',
    disabled: false,
    invalid: false,
  },
  render: live(TextArea),
})

const show = live(TextArea)
const question = 'May we route along grid C?'
export const States = meta.story({
  render: () => (
    <StateGrid<TextAreaProps>
      on="textarea"
      without={['Pressed']}
      of={(props, state) => show({ value: question, onChange: () => {}, 'aria-label': state, ...props })}
      others={{
        Empty: { value: '', placeholder: 'Question' },
        Invalid: { invalid: true },
        Disabled: { disabled: true },
        'Long text': {
          value: `Sheet E3.2 shows the 4" feeder crossing the stage opening at 11'-6". ${question} It adds about 38 feet.`,
        },
      }}
    />
  ),
})
