import type { ReactNode } from 'react'
import { css } from '#css/css'

/** Facts about a record as labels and values. Empty values are shown as a dash. */
export const Facts = ({ items }: { items: readonly { label: string; value: ReactNode }[] }) => (
  <dl className={list}>
    {items.map(({ label, value }) => (
      <div key={label} className={row}>
        <dt className={term}>{label}</dt>
        <dd className={fact}>
          {value === null || value === undefined || value === '' || value === false ? (
            <span className={none}>—</span>
          ) : (
            value
          )}
        </dd>
      </div>
    ))}
  </dl>
)

const list = css({
  stack: '4',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, max(8rem, min(11rem, 40%))), 1fr))',
})
// A value that turns out to be nothing, such as a link to what this person does not see, takes its label along.
const row = css({ '&:has(> dd:empty)': { display: 'none' } })
const term = css({ textStyle: 'caption', color: 'muted' })
const fact = css({ fontWeight: 'strong', overflowWrap: 'anywhere' })
const none = css({ color: 'faint' })
