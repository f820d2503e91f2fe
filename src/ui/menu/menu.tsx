import type { MouseEvent, ReactNode } from 'react'
import { Menu as Ark, useMenuContext } from '@ark-ui/react/menu'
import { Portal } from '@ark-ui/react/portal'
import { css, cx } from '#css/css'
import { useBack } from '#ui/back/use-back.ts'
import { Icon, type IconProps } from '#ui/icon/icon.tsx'
import { listbox } from '#ui/listbox/listbox.ts'

/** An item of a menu: an action or a link. */
export interface MenuItem {
  label: string
  /** What it means, in one line below its label. */
  hint?: string
  /** How many there are of it, at its end; zero shows none. */
  count?: number
  /** Whether it is the one that holds: with it, the items are answers to one question. */
  checked?: boolean
  icon?: IconProps['name']
  onSelect?: () => void
  href?: string
  disabled?: boolean
  danger?: boolean
  /** Shows a separator above the item. */
  separated?: boolean
}

const danger = css({ color: 'attention', _highlighted: { background: 'attention.soft' } })

/**
 * What a press of an item does, which Enter makes as well. Ark takes the item that was highlighted when the page was last drawn,
 * which on a busy page is another one or none. The second press of two is meant for what the first one has closed.
 */
const pressed =
  ({ disabled, onSelect }: MenuItem) =>
  ({ detail }: MouseEvent) => {
    if (!disabled && detail < 2) onSelect?.()
  }

/** A menu that opens from the button passed as `trigger`. */
export const Menu = ({
  trigger,
  items,
  label,
  header,
  defaultOpen,
}: {
  /** The button that opens it. */
  trigger: ReactNode
  /** Its items: what to do, or where to go. */
  items: readonly MenuItem[]
  /** Its name for screen readers; without one, the trigger’s. */
  label?: string
  /** Content above the items. */
  header?: ReactNode
  /** Opens it as soon as it is rendered. */
  defaultOpen?: boolean
}) => (
  <Ark.Root positioning={{ gutter: 4 }} lazyMount unmountOnExit aria-label={label} defaultOpen={defaultOpen}>
    <Ark.Trigger asChild>{trigger}</Ark.Trigger>
    {opened({ items, header })}
  </Ark.Root>
)

/** The same menu, open at a point until it is closed: a context menu, which the keyboard opens as well. */
export const MenuAt = ({
  x,
  y,
  items,
  label,
  onClose,
  onKeyDown,
}: {
  /** Where it opens, from the window's upper left corner. */
  x: number
  y: number
  /** Its items, of which the first is highlighted. */
  items: readonly MenuItem[]
  /** Its name for screen readers. */
  label: string
  /** Called when an item was chosen, on Escape, a press outside and Back. The parent must remove it, and move the focus. */
  onClose: () => void
  /** Gets keys before the menu does. */
  onKeyDown?: (event: KeyboardEvent) => void
}) => (
  <Ark.Root
    open
    onOpenChange={({ open }) => open || onClose()}
    defaultHighlightedValue={items[0]?.label ?? null}
    positioning={{ placement: 'bottom-start', gutter: 2, getAnchorRect: () => ({ x, y, width: 0, height: 0 }) }}
    aria-label={label}
  >
    {opened({ items, ...(onKeyDown && { onKeyDown }) })}
  </Ark.Root>
)

/** What opens. No component, so that a menu renders no more than it must. */
const opened = ({
  items,
  header,
  onKeyDown,
}: {
  items: readonly MenuItem[]
  header?: ReactNode
  onKeyDown?: (event: KeyboardEvent) => void
}) => {
  const styles = listbox()
  return (
    <>
      <ClosedByBack />
      <Portal>
        <Ark.Positioner>
          <Ark.Content
            className={styles.content}
            onKeyDownCapture={({ nativeEvent }) => onKeyDown?.(nativeEvent)}
            onContextMenu={(event) => event.preventDefault()}
          >
            {header && <div className={styles.note}>{header}</div>}
            {items.some(({ checked }) => checked !== undefined) ? (
              <Answers items={items} />
            ) : (
              items.map((item) => [
                item.separated && <Ark.Separator key={`${item.label}-line`} className={styles.separator} />,
                <Ark.Item
                  key={item.label}
                  value={item.label}
                  disabled={item.disabled}
                  onClick={pressed(item)}
                  className={cx(styles.item, item.danger && danger)}
                  asChild={!!item.href}
                >
                  {item.href ? <a href={item.href}>{face(item)}</a> : face(item)}
                </Ark.Item>,
              ])
            )}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </>
  )
}

/** Items of which one holds. */
const Answers = ({ items }: { items: readonly MenuItem[] }) => {
  const styles = listbox()
  return (
    <Ark.RadioItemGroup value={items.find(({ checked }) => checked)?.label ?? ''}>
      {items.map((item) => (
        <Ark.RadioItem
          key={item.label}
          value={item.label}
          disabled={item.disabled}
          onClick={pressed(item)}
          className={styles.item}
        >
          {face(item)}
          <Ark.ItemIndicator className={styles.check}>
            <Icon name="check" size="sm" />
          </Ark.ItemIndicator>
        </Ark.RadioItem>
      ))}
    </Ark.RadioItemGroup>
  )
}

const ClosedByBack = () => {
  const { open, setOpen } = useMenuContext()
  useBack(open, () => setOpen(false))
  return null
}

const face = ({ icon, label, hint, count }: MenuItem) => (
  <>
    {icon && <Icon name={icon} size="sm" />}
    {hint === undefined ? (
      label
    ) : (
      <span className={css({ display: 'grid' })}>
        {label}
        <span className={cx(listbox().hint, css({ fontWeight: 'regular' }))}>{hint}</span>
      </span>
    )}
    {!!count && <span className={cx(listbox().hint, css({ marginInlineStart: 'auto' }))}>{count}</span>}
  </>
)
