import { useState, type ReactNode } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'

/** How many rows of a group are drawn at first, and more at a time. */
const SHARE = 100

/** A group of rows under a heading that folds it, drawn a share at a time. */
export const FoldGroup = ({
  label,
  mark,
  note,
  tools,
  folded = false,
  rows,
}: {
  label: string
  /** Before the label, such as a colour. */
  mark?: ReactNode
  note: ReactNode
  tools?: ReactNode
  /** Whether it is folded at first. */
  folded?: boolean
  rows: readonly ReactNode[]
}) => {
  const [isOpen, setOpen] = useState(!folded)
  const [shown, setShown] = useState(SHARE)
  const left = rows.length - shown
  return (
    <section aria-label={label} className={group}>
      <div className={head}>
        <h2 className={css({ flex: '1', minWidth: '0' })}>
          <button type="button" className={heading} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size="sm" />
            {mark}
            <b>{label}</b>
            <span className={css({ color: 'muted', fontWeight: 'normal' })}>{note}</span>
          </button>
        </h2>
        {tools}
      </div>
      {isOpen && <ul data-reorder>{rows.slice(0, shown)}</ul>}
      {isOpen && left > 0 && (
        <div className={css({ padding: '3', borderTop: '1px solid {colors.line}', textAlign: 'center' })}>
          <Button variant="outline" onClick={() => setShown(shown + SHARE)}>
            Show {Math.min(left, SHARE)} more of {left}
          </Button>
        </div>
      )}
    </section>
  )
}

const group = css({
  '&:not(:first-child)': { borderTop: '1px solid {colors.line}' },
  '& li': {
    borderTop: '1px solid {colors.line}',
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 3.75rem',
  },
})
const head = css({
  display: 'flex',
  alignItems: 'center',
  gap: '3',
  minHeight: '11',
  paddingInlineEnd: '3',
  background: 'soft',
})
const heading = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  width: 'full',
  minHeight: { base: '11', _coarse: 'touch' },
  paddingInline: { base: '2.5', md: '4' },
  textAlign: 'start',
  cursor: 'pointer',
})
