import { adding, shows } from '#blocks/story.tsx'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Setup/Contact types',
  component: App,
  parameters: { path: '/setup/contact_types' },
})

export const Admin = meta.story(shows('Inspector'))

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const Adding = meta.story({ tags: ['whole'], ...adding })

export const AddingOnPhone = meta.story({ ...Adding.input, globals: { viewport: { value: 'phone' } } })
