import preview from '../../../.storybook/preview.tsx'
import { Breadcrumb } from './breadcrumb.tsx'

const meta = preview.meta({ title: 'Kit/Breadcrumb', tags: ['autodocs'], component: Breadcrumb })

export const Project = meta.story({
  args: {
    items: [{ label: 'Projects', href: '/projects' }, { label: '26-041', href: '/projects/41' }, { label: 'RFI 013' }],
  },
})
