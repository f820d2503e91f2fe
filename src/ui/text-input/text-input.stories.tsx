import preview from '../../../.storybook/preview.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { TextInput } from './text-input.tsx'

const meta = preview.meta({ title: 'Kit/Text input', tags: ['autodocs'], component: TextInput })

export const States = meta.story({
  render: () => (
    <Hold initial="Hanford 300 Area Lighting">
      {(value, onChange) => (
        <Samples column>
          <TextInput aria-label="Name" value={value} onChange={onChange} />
          <TextInput aria-label="Email" type="email" placeholder="name@company.com" value="" onChange={onChange} />
          <TextInput aria-label="Invalid" invalid value={value} onChange={onChange} />
          <TextInput aria-label="Disabled" disabled value={value} onChange={onChange} />
        </Samples>
      )}
    </Hold>
  ),
})
