import preview from '../../../.storybook/preview.tsx'
import { ContactLinks } from './contact-links.tsx'

const meta = preview.meta({ title: 'Kit/ContactLinks', tags: ['autodocs'], component: ContactLinks })

export const Everything = meta.story({
  args: { name: 'Dana Miller', phone: '15095550100', email: 'dana@plumbline.test' },
})

export const MailOnly = meta.story({ args: { name: 'Jo Reyes', phone: null, email: 'jo@apex.example' } })
