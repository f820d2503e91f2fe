import { memo, type ReactNode } from 'react'
import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { can } from '#core/access/access.ts'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Tabs } from '#ui/tabs/tabs.tsx'

/** The frame around both forecasts. @useSignals */
export const ForecastFrame = ({
  current,
  actions,
  children,
}: {
  current: '/forecasting' | '/forecasting/hours'
  actions?: ReactNode
  children: ReactNode
}) => {
  const { session } = useServices()
  const user = session.user.value
  const seesHours = can('create', 'timeEntries')(user) && can('view', 'projects')(user)
  return (
    <Page
      title="Forecasting"
      actions={actions}
      tabs={
        <Tabs
          aria-label="Forecasts"
          current={current}
          items={[
            { href: '/forecasting', label: 'Labor' },
            ...(seesHours ? [{ href: '/forecasting/hours', label: 'Hours' }] : []),
          ]}
        />
      }
    >
      {children}
    </Page>
  )
}

/** Saves what is shown. Keep `onPress` the same, so that it does not render with the figures. */
export const CsvButton = memo(({ disabled, onPress }: { disabled: boolean; onPress: () => void }) => (
  <Button variant="outline" icon="download" disabled={disabled} onClick={onPress}>
    CSV
  </Button>
))

/** Figures beside each other, each under its name. */
export const Figures = ({ items }: { items: readonly { label: string; value: ReactNode }[] }) => (
  <dl className={figures}>
    {items.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

const figures = css({
  stack: '3',
  gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(auto-fit, minmax(8rem, 1fr))' },
  '& dt': { fontSize: 'xs', color: 'muted' },
  '& dd': { fontSize: 'section', fontWeight: 'section' },
  '& dd small': { fontSize: 'sm', fontWeight: 'medium', color: 'muted' },
  '& [data-short]': { color: 'conflict' },
  '& [data-over], & [data-over] small': { color: 'attention' },
})
