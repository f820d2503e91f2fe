import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { type ReactNode } from 'react'
import { Skeleton, SkeletonRows } from './skeleton.tsx'

const Wide = ({ children }: { children: ReactNode }) => <div style={{ width: '18rem' }}>{children}</div>

const guide: Guide = {
  pairs: [
    {
      do: [
        'Show the shape of what is to come, as many rows as usual.',
        () => (
          <Wide>
            <SkeletonRows rows={2} />
          </Wide>
        ),
      ],
      dont: [
        'A line of text says nothing about the place, and jumps when the list arrives.',
        () => <Wide>Loading…</Wide>,
      ],
    },
  ],
}

const meta = preview.meta({
  title: 'Kit/Skeleton',
  tags: ['autodocs'],
  component: Skeleton,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({ args: { width: '12rem', height: '1em' } })

export const Rows = meta.story({ render: () => <SkeletonRows rows={5} /> })

export const Dark = meta.story({ ...Rows.input, globals: { theme: 'dark' } })
