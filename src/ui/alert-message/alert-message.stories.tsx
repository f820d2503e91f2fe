import { fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { AlertMessage } from './alert-message.tsx'

const meta = preview.meta({ title: 'Kit/Alert message', tags: ['autodocs'], component: AlertMessage })

export const Open = meta.story({
  args: {
    open: true,
    onClose: fn(),
    title: 'This week is approved',
    children: 'This week is approved and locked. Ask the office to reopen it.',
  },
})
