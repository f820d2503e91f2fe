import { fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { EmptyState, ErrorState, NoPermission, OfflineState } from './states.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Say what will be here, and give the first step.',
        () => (
          <EmptyState title="No RFIs yet" action={<Button icon="plus">Add RFI</Button>}>
            Ask the first question and it appears here.
          </EmptyState>
        ),
      ],
      dont: ['“No data” looks like a fault.', () => <EmptyState title="No data" />],
    },
    {
      do: ['What could not be loaded is an error that can be tried again.', () => <ErrorState onRetry={() => {}} />],
      dont: [
        'Never show it as empty: somebody would add what is there already.',
        () => <EmptyState title="No RFIs yet" />,
      ],
    },
  ],
  keys: { Tab: 'Moves to the button, if there is one.', 'Enter, Space': 'Presses it.' },
}

const meta = preview.meta({ title: 'Kit/States', tags: ['autodocs'], component: EmptyState, parameters: { guide } })

export const Playground = meta.story({
  args: {
    icon: 'inbox',
    title: 'No RFIs yet',
    children: 'Ask the first question and it appears here.',
    action: <Button icon="plus">Add RFI</Button>,
  },
  argTypes: { action: { control: false } },
})

export const Failed = meta.story({ render: () => <ErrorState onRetry={fn()} /> })

export const Offline = meta.story({ render: () => <OfflineState onRetry={fn()} /> })

export const Forbidden = meta.story({ render: () => <NoPermission /> })

export const Dark = meta.story({
  render: () => (
    <>
      <ErrorState onRetry={fn()} />
      <NoPermission />
    </>
  ),
  globals: { theme: 'dark' },
})
