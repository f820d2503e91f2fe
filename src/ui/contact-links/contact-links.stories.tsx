import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Samples, StateGrid } from '#ui/story.tsx'
import { ContactLinks } from './contact-links.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Put it at the end of a row that says the name.',
        () => (
          <Samples>
            Dana Miller <ContactLinks name="Dana Miller" phone="15095550100" email="dana@plumbline.test" />
          </Samples>
        ),
      ],
      dont: [
        'Do not show it alone: three icons do not say whom they call.',
        () => <ContactLinks name="Dana Miller" phone="15095550100" email="dana@plumbline.test" />,
      ],
    },
  ],
  keys: { Tab: 'Moves to the next link.', Enter: 'Calls, texts or mails.' },
}

const meta = preview.meta({
  title: 'Kit/Contact links',
  tags: ['autodocs'],
  component: ContactLinks,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { name: 'Dana Miller', phone: '15095550100', email: 'dana@plumbline.test' },
})

export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid<{ phone: string | null }>
      on="a"
      of={({ phone = '15095550100' }) => <ContactLinks name="Jo Reyes" phone={phone} email="jo@apex.example" />}
      others={{ 'Mail only': { phone: null } }}
    />
  ),
})
