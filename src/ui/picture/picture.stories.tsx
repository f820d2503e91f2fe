import { expect, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { css } from '#css/css'
import { Samples } from '#ui/story.tsx'
import { provideReach } from './again.ts'
import { MissingPicture, Picture } from './picture.tsx'

const tile = css({ width: '8rem', height: '6rem', objectFit: 'cover', borderRadius: 'md' })
const small = css({ boxSize: '9', objectFit: 'cover', borderRadius: 'md' })
const paint = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3" fill="${color}"/></svg>`)}`

const guide: Guide = {
  pairs: [
    {
      do: ['Say that a picture is not here.', () => <MissingPicture why="away" className={tile} />],
      dont: ['A blank that could be the picture.', () => <span className={tile} style={{ background: 'white' }} />],
    },
  ],
}

const meta = preview.meta({
  title: 'Kit/Picture',
  tags: ['autodocs'],
  component: Picture,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({ args: { src: paint('#3572b0'), alt: 'A wall', className: tile } })

export const States = meta.story({
  render: () => (
    <Samples>
      <Picture src={paint('#3572b0')} className={tile} />
      <MissingPicture why="away" className={tile} />
      <MissingPicture why="none" className={tile} />
      <MissingPicture why="away" className={small} />
    </Samples>
  ),
})

let isAway = true
const asks = new Set<() => void>()

export const AsksAgain = meta.story({
  tags: ['!autodocs'],
  beforeEach() {
    isAway = true
    provideReach({
      isAway: () => isAway,
      again(ask) {
        asks.add(ask)
        return () => void asks.delete(ask)
      },
    })
  },
  args: { src: 'blob:none', alt: 'A wall', className: tile },
  async play({ canvas }) {
    await expect(await canvas.findByText(/^Not on this (phone|device)$/)).toBeVisible()
    await waitFor(() => expect(asks.size).toBe(1))
    isAway = false
    for (const ask of asks) ask()
    // It was asked for, and now there is a server, which has none.
    await expect(await canvas.findByText('No picture yet')).toBeVisible()
  },
})
