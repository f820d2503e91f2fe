import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Samples } from '#ui/story.tsx'
import { PhaseStrip } from './phase-strip.tsx'

const phase = (name: string, color: 1 | 2 | 3 | 4, share: number) => ({
  name,
  color: `var(--colors-phase-${color})`,
  share,
})
const job = [phase('Underground', 1, 30), phase('Rough-in', 2, 46), phase('Trim', 3, 14)]

const guide: Guide = {
  pairs: [
    {
      do: [
        'Name the current phase: the strip shows how far the job is, the text where.',
        () => <PhaseStrip phases={job} current="Rough-in" />,
      ],
      dont: [
        'Do not show shares that nobody planned: leave them out, and all phases are equally wide.',
        () => <PhaseStrip phases={[phase('Underground', 1, 1), phase('Trim', 3, 40)]} current="Underground" />,
      ],
    },
  ],
}

const meta = preview.meta({
  title: 'Kit/Phase strip',
  tags: ['autodocs'],
  component: PhaseStrip,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({ args: { phases: job, current: 'Rough-in' } })

export const Jobs = meta.story({
  render: () => (
    <Samples column>
      <PhaseStrip
        phases={[phase('Underground', 1, 30), phase('Rough-in', 2, 46), phase('Trim', 3, 14)]}
        current="Rough-in"
      />
      <PhaseStrip phases={[phase('Service', 1, 70), phase('Temporary', 2, 20)]} current="Service" />
      <PhaseStrip phases={[phase('Warranty', 4, 1)]} />
      <PhaseStrip phases={[]} />
    </Samples>
  ),
})

export const Dark = meta.story({ ...Jobs.input, globals: { theme: 'dark' } })
