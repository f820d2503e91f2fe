import { useEffect, useState } from 'react'
import { css } from '#css/css'

/** An entry of the index: where it leads, and how much is there. */
export interface IndexItem {
  id: string
  label: string
  count: string
  attention?: boolean
}

/** The sections of the day; it follows the scroll. */
export const DayIndex = ({ items }: { items: readonly IndexItem[] }) => {
  const [current, setCurrent] = useState('')
  const ids = items.map(({ id }) => id).join()
  useEffect(() => {
    const seen = new Set<string>()
    const watcher = new IntersectionObserver(
      (changes) => {
        for (const { target, isIntersecting } of changes)
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        setCurrent(ids.split(',').find((id) => seen.has(id)) ?? '')
      },
      { rootMargin: '-64px 0px -40% 0px' },
    )
    for (const id of ids.split(',')) {
      const section = document.getElementById(id)
      if (section) watcher.observe(section)
    }
    return () => watcher.disconnect()
  }, [ids])
  return (
    <nav aria-label="Sections" className={nav}>
      {items.map(({ id, label, count, attention }) => (
        <a
          key={id}
          href={`#${id}`}
          className={link}
          aria-current={id === current ? 'true' : undefined}
          onClick={(event) => {
            event.preventDefault()
            document.getElementById(id)?.scrollIntoView({ block: 'start' })
          }}
        >
          {label}
          <b className={attention ? css({ color: 'attention' }) : undefined}>{count}</b>
        </a>
      ))}
    </nav>
  )
}

const nav = css({
  position: 'sticky',
  top: 'calc(var(--sticky-top, 0px) + {spacing.4})',
  display: { base: 'none', lg: 'grid' },
  alignSelf: 'start',
})
const link = css({
  display: 'flex',
  justifyContent: 'space-between',
  columnGap: '2',
  alignItems: 'center',
  minHeight: '9',
  paddingInline: '2.5',
  borderRadius: 'md',
  border: '1px solid transparent',
  color: 'muted',
  fontWeight: 'medium',
  _hover: { background: 'soft' },
  '&[aria-current]': { background: 'card', borderColor: 'line', color: 'ink' },
})
