import preview from '../../../.storybook/preview.tsx'
import { Samples } from '#ui/story.tsx'
import { Avatar, AvatarStack } from './avatar.tsx'

const meta = preview.meta({ title: 'Kit/Avatar', tags: ['autodocs'], component: Avatar })

const picture = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#18794e" d="M0 0h8v8H0z"/></svg>')}`

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
