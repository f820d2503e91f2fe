import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Samples } from '#ui/story.tsx'
import { Avatar, AvatarStack } from './avatar.tsx'

const crew = ['Dana Marsh', 'Rosa Ortiz', 'Kim Tran', 'Luis Ortega', 'Pat Olsen']

const guide: Guide = {
  pairs: [
    {
      do: [
        'Write the name beside it, and make the avatar decorative, so that it is not read twice.',
        () => (
          <Samples>
            <Avatar name="Luis Ortega" decorative /> Luis Ortega
          </Samples>
        ),
      ],
      dont: ['Initials alone do not tell Luis Ortega from Lena Olsen.', () => <Avatar name="Luis Ortega" />],
    },
    {
      do: ['Show three people and the number of the rest.', () => <AvatarStack names={crew} />],
      dont: ['More than four side by side are counted by nobody.', () => <AvatarStack names={crew} max={9} />],
    },
  ],
}

const meta = preview.meta({
  title: 'Kit/Avatar',
  tags: ['autodocs'],
  component: Avatar,
  parameters: { layout: 'centered', guide },
})

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#18794e" d="M0 0h8v8H0z"/></svg>')}`

export const Playground = meta.story({ args: { name: 'Luis Ortega', size: 'md', decorative: false } })

export const Sizes = meta.story({
  render: () => (
    <Samples>
      <Avatar name="Luis Ortega" size="sm" />
      <Avatar name="Dana Marsh" />
      <Avatar name="Kim Tran" size="lg" />
      <Avatar name="Pat Olsen" src={picture} />
      <Avatar name="Cher" />
    </Samples>
  ),
})

export const Stack = meta.story({
  render: () => (
    <Samples>
      <AvatarStack names={['Dana Marsh', 'Rosa Ortiz']} />
      <AvatarStack names={['Dana Marsh', 'Rosa Ortiz', 'Kim Tran', 'Luis Ortega', 'Pat Olsen']} />
    </Samples>
  ),
})

export const Dark = meta.story({ ...Stack.input, globals: { theme: 'dark' } })
