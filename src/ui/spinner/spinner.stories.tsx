import preview from '../../../.storybook/preview.tsx'
import { Spinner } from './spinner.tsx'

const meta = preview.meta({ title: 'Kit/Spinner', tags: ['autodocs'], component: Spinner })

/** The spinner is invisible for its first 250 ms. */
export const Loading = meta.story({})
