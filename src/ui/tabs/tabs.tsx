import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { useFitting } from './use-fitting.ts'

const strip = css({
  display: 'flex',
  gap: { base: '3', md: '5' },
  minWidth: '0',
  // What does not fit is under More; until that is known it is cut, so that no page is wider than its screen.
  overflow: 'hidden',
  borderBottom: '1px solid {colors.line}',
  marginInline: { base: '-3.5', md: '0' },
  paddingInline: { base: '3.5', md: '0' },
})
const tab = css({
  inlineRow: '1.5',
  flex: 'none',
  justifyContent: 'center',
  minHeight: { base: '2.5rem', _coarse: 'touch' },
  minWidth: { base: '6', _coarse: 'touch' },
  fontSize: { base: 'control', md: '0.90625rem' },
  fontWeight: 'medium',
  color: 'muted',
  borderRadius: 'xs',
  outlineOffset: '-2px!',
  whiteSpace: 'nowrap',
  _hover: { color: 'ink' },
  _current: { color: 'ink', boxShadow: 'inset 0 -3px {colors.primary}' },
})

/** A tab, which has its own URL. */
export interface Tab {
  href: string
  label: string
  /** The number in the tab's badge; zero shows none. */
  count?: number
  /** The keys that lead to it, told by a mouse that rests on it: "G then D". */
  keys?: string
}

/** How many tabs stand beside each other at most, where there are more. */
const MOST = 9

/** Navigation links that look like tabs. Those that do not fit are in a menu, in whose place the open one of them stands. */
export const Tabs = ({
  items,
  current,
  onArrange,
  'aria-label': label,
}: {
  /** The tabs in their order. */
  items: readonly Tab[]
  /** The address of the tab that is open. */
  current: string
  /** Puts the tabs in an order of one's own; offered at the end of the menu. */
  onArrange?: () => void
  /** What the tabs are parts of, for screen readers. */
  'aria-label': string
}) => {
  const { ref, fits } = useFitting<HTMLElement>(
    items.map((item) => `${item.label} ${item.count ?? 0}`),
    { at: items.findIndex(({ href }) => href === current), most: MOST },
  )
  const [shown, rest] = [items.slice(0, fits), items.slice(fits)]
  const hidden = rest.find(({ href }) => href === current)
  return (
    <nav ref={ref} aria-label={label} className={strip}>
      {shown.map((item) => (
        <a
          key={item.href}
          href={item.href}
          title={item.keys}
          aria-current={item.href === current ? 'page' : undefined}
          className={tab}
        >
          <Face tab={item} />
        </a>
      ))}
      {rest.length > 0 && (
        <Menu
          trigger={
            <button
              type="button"
              className={tab}
              aria-label={hidden ? `${hidden.label}, more tabs` : 'More tabs'}
              aria-current={hidden ? 'page' : undefined}
            >
              {hidden ? <Face tab={hidden} /> : 'More'}
              <Icon name="chevron-down" size="sm" />
            </button>
          }
          items={[
            ...rest,
            ...(onArrange
              ? [{ label: 'Arrange tabs', icon: 'chevrons-up-down', separated: true, onSelect: onArrange } as const]
              : []),
          ]}
        />
      )}
    </nav>
  )
}

const Face = ({ tab: { label, count } }: { tab: Tab }) => (
  <>
    {label}
    {!!count && (
      <Tag tone="attention" small>
        {count}
      </Tag>
    )}
  </>
)
