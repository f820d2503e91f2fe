import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Banner } from './banner.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Say what is the matter, and that the work is safe.',
        () => <Banner>No connection. 3 entries are safe on this phone.</Banner>,
      ],
      dont: [
        'Yellow is for what concerns the whole app. What is wrong with one field stands at the field.',
        () => <Banner icon="circle-alert">Title is required.</Banner>,
      ],
    },
  ],
}

const meta = preview.meta({ title: 'Kit/Banner', tags: ['autodocs'], component: Banner, parameters: { guide } })

export const Playground = meta.story({
  args: { icon: 'cloud-off', children: 'No connection. 3 entries are safe on this phone.' },
})

export const Dark = meta.story({ ...Playground.input, globals: { theme: 'dark' } })
