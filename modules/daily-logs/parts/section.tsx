import type { ReactNode } from 'react'
import { css } from '#css/css'
import { Card } from '#ui/card/card.tsx'
import { Icon } from '#ui/icon/icon.tsx'

/** A section of a day: its icon, title, a short note such as a sum, and its actions. */
export const Section = ({
  id,
  icon,
  title,
  note,
  actions,
  children,
}: {
  /** The anchor that the index leads to. */
  id: string
  icon: string
  title: string
  note?: ReactNode
  actions?: ReactNode
  children?: ReactNode
}) => (
  <section id={id} aria-label={title} className={anchor}>
    <Card flush>
      <header className={head}>
        <Icon name={icon} size="sm" />
        <div className={words}>
          <h2 className={css({ textStyle: 'bar' })}>{title}</h2>
          {note && <span className={css({ textStyle: 'note' })}>{note}</span>}
        </div>
        {actions}
      </header>
      {children}
    </Card>
  </section>
)

const anchor = css({ scrollMarginTop: '20', minWidth: '0' })
const head = css({
  row: '2.5',
  minHeight: '14',
  paddingInline: { base: '3.5', sm: '4.5' },
  paddingBlock: '1.5',
  color: 'muted',
  '& h2': { color: 'ink' },
})
const words = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: '2.5',
  flex: '1',
  minWidth: '0',
})
