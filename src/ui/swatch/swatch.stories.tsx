import preview from '../../../.storybook/preview.tsx'
import { Swatch } from './swatch.tsx'

const meta = preview.meta({ title: 'Kit/Swatch', tags: ['autodocs'], component: Swatch })

export const Named = meta.story({ args: { color: '#2f6fd6', label: 'Rough-in' } })
