import preview from '../../../.storybook/preview.tsx'
import { Samples } from '#ui/story.tsx'
import { Progress } from './progress.tsx'

const meta = preview.meta({ title: 'Kit/Progress', tags: ['autodocs'], component: Progress })

export const States = meta.story({
  render: () => (
    <Samples column>
      <Progress aria-label="Uploading E3.2.pdf" value={0.35} />
      <Progress aria-label="Uploading photos" value={1} />
      <Progress aria-label="Preparing" value={null} />
    </Samples>
  ),
})
