import preview from '../../../.storybook/preview.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { TextArea } from './text-area.tsx'

const meta = preview.meta({ title: 'Kit/Text area', tags: ['autodocs'], component: TextArea })

export const States = meta.story({
  render: () => (
    <Hold initial={'Sheet E3.2 shows the 4" feeder crossing the stage opening.\nMay we route along grid C?'}>
      {(value, onChange) => (
        <Samples column>
          <TextArea aria-label="Question" value={value} onChange={onChange} />
          <TextArea aria-label="Reply" placeholder="Reply" rows={1} value="" onChange={onChange} />
          <TextArea aria-label="Invalid" invalid value={value} onChange={onChange} />
          <TextArea aria-label="Disabled" disabled value={value} onChange={onChange} />
        </Samples>
      )}
    </Hold>
  ),
})
