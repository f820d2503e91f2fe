import { fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { EmptyState, ErrorState, NoPermission, OfflineState } from './states.tsx'

const meta = preview.meta({ title: 'Kit/States', tags: ['autodocs'], component: EmptyState })

export const Empty = meta.story({
  render: () => (
    <EmptyState title="No RFIs yet" action={<Button icon="plus">Add RFI</Button>}>
      Ask the first question and it appears here.
    </EmptyState>
  ),
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
