import { css } from '#css/css'
import { Tag } from '#ui/tag/tag.tsx'

const strip = css({
  display: 'flex',
  gap: '5.5',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  borderBottom: '1px solid {colors.line}',
  marginInline: { base: '-3.5', md: '0' },
  paddingInline: { base: '3.5', md: '0' },
})
const tab = css({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '1.5',
  flex: 'none',
  minHeight: { base: '2.5rem', _coarse: 'touch' },
  fontSize: '0.90625rem',
  fontWeight: 'medium',
  color: 'muted',
  borderRadius: 'xs',
  outlineOffset: '-2px!',
  _hover: { color: 'ink' },
  _current: { color: 'ink', boxShadow: 'inset 0 -3px {colors.primary}' },
})

/** A tab, which has its own URL. */
export interface Tab {
  href: string
  label: string
  /** The number in the tab's badge; zero shows none. */
  count?: number
}

/** Navigation links that look like tabs. */
export const Tabs = ({
  items,
  current,
  'aria-label': label,
}: {
  /** The tabs in their order. */
  items: readonly Tab[]
  /** The address of the tab that is open. */
  current: string
  /** What the tabs are parts of, for screen readers. */
  'aria-label': string
}) => (
  <nav aria-label={label} className={strip}>
    {items.map((item) => {
      const here = item.href === current
      return (
        <a
          key={item.href}
          ref={here ? reveal : undefined}
          href={item.href}
          aria-current={here ? 'page' : undefined}
          className={tab}
        >
          {item.label}
          {!!item.count && (
            <Tag tone="attention" small>
              {item.count}
            </Tag>
          )}
        </a>
      )
    })}
  </nav>
)

const reveal = (here: HTMLElement | null) => here?.scrollIntoView({ inline: 'center', block: 'nearest' })
