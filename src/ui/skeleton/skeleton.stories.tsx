import preview from '../../../.storybook/preview.tsx'
import { Skeleton, SkeletonRows } from './skeleton.tsx'

const meta = preview.meta({ title: 'Kit/Skeleton', tags: ['autodocs'], component: Skeleton })

export const Line = meta.story({ args: { width: '12rem' } })

export const Rows = meta.story({ render: () => <SkeletonRows rows={5} /> })

export const Dark = meta.story({ ...Rows.input, globals: { theme: 'dark' } })
