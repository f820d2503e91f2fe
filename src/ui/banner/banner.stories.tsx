import preview from '../../../.storybook/preview.tsx'
import { Banner } from './banner.tsx'

const meta = preview.meta({ title: 'Kit/Banner', tags: ['autodocs'], component: Banner })

export const Offline = meta.story({ args: { children: 'No connection. 3 entries are safe on this phone.' } })

export const Dark = meta.story({ ...Offline.input, globals: { theme: 'dark' } })
