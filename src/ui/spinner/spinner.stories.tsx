import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Spinner } from './spinner.tsx'

const guide: Guide = {
  pairs: [
    {
      do: ['Use it within a button or an input that is busy.', () => <Button loading>Save</Button>],
      dont: ['A list that is loading shows `SkeletonRows` in its place.', () => <Spinner />],
    },
  ],
}

const meta = preview.meta({
  title: 'Kit/Spinner',
  tags: ['autodocs'],
  component: Spinner,
  parameters: { layout: 'centered', guide },
})

/** The spinner is invisible for its first 250 ms. */
export const Playground = meta.story({ args: { label: 'Loading' } })
