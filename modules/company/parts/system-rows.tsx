import type { ReactNode } from 'react'
import { css } from '#css/css'
import { Card } from '#ui/card/card.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import type { SystemFact } from './system-facts.ts'

/** A part of the system: what is watched of it, a row each, with what is wrong and what to do about it. */
export const SystemPart = ({
  title,
  facts,
  action,
  children,
}: {
  title: string
  facts: readonly SystemFact[]
  /** What can be done here, beside the title. */
  action?: ReactNode
  children?: ReactNode
}) => (
  <Card>
    <div className={head}>
      <h2 className={css({ textStyle: 'section' })}>{title}</h2>
      {action}
    </div>
    <dl className={css({ stack: '2.5' })}>
      {facts.map(({ label, value, todo }) => (
        <div key={label} className={row}>
          <dt className={css({ color: 'muted' })}>{label}</dt>
          <dd className={css({ fontWeight: 'strong', overflowWrap: 'anywhere' })}>{value ?? '—'}</dd>
          {todo && (
            <dd className={advice}>
              <Icon name="triangle-alert" size="sm" />
              <span>{todo}</span>
            </dd>
          )}
        </div>
      ))}
    </dl>
    {children}
  </Card>
)

const head = css({ wrap: '2', justifyContent: 'space-between', minHeight: '9', marginBottom: '2' })
const row = css({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', md: '10rem minmax(0, 1fr)' },
  columnGap: '4',
  rowGap: '1',
})
const advice = css({
  gridColumn: { md: '2' },
  row: '2',
  alignItems: 'flex-start',
  color: 'attention',
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', marginBlock: '0.5' },
})
