import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { cx } from '#css/css'
import { useBack } from '#ui/back/use-back.ts'
import { IconButton } from '#ui/button/button.tsx'
import { stay } from '#ui/dialog/dialog.tsx'
import { dialog } from '#ui/dialog/dialog.recipe.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'
import { usePlaced } from './use-placed.ts'
import { Feet, Group, Kinds } from './palette-parts.tsx'
import { positioner, content, onPhones, atDesks, head, input, keyCap, body, said } from './palette.styles.ts'

export type { PaletteGroup, PaletteItem }

/** How many of a group with `few` are shown among other kinds. */
const FEW = 3

export interface PaletteProps {
  /** Called when it is left, and when something of it was opened or done. */
  onClose: () => void
  /** Names the dialog and its field. */
  label: string
  /** What can be typed. */
  placeholder?: string
  /** What is typed. */
  text: string
  /** Called with what is typed. */
  onText: (text: string) => void
  /** What there is, in order. */
  groups: readonly PaletteGroup[]
  /** The group that alone is shown; null for all. */
  kind: string | null
  /** Called with the group to show alone. */
  onKind: (kind: string | null) => void
  /** Whether more may come. */
  busy?: boolean
  /** Said below what there is, such as that words are only similar: it comes later, and nothing moves. */
  note?: ReactNode
  /** Said where there is nothing. */
  nothing: ReactNode
  /** Below, at the end: what holds of all of it. */
  foot?: ReactNode
}

/**
 * A field over the page that opens or does what is typed: the arrows move, Enter opens, Tab shows the next kind alone. What
 * comes later moves nothing but groups that are `last`, nor the highlight from an item.
 */
export const Palette = (props: PaletteProps) => {
  const { onClose, label, placeholder, text, onText, groups, kind, onKind, busy, note, nothing, foot } = props
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const styles = dialog()
  const wantedGroups = groups
    .filter(({ key, items, aside }) => (kind === null || kind === key) && (items.length || aside))
    .map((group) => (kind === null && group.few ? { ...group, items: group.items.slice(0, FEW) } : group))
  const about = JSON.stringify([text, kind, ...groups.flatMap(({ asked }) => asked ?? [])])
  const shown = usePlaced(about, wantedGroups)
  const items = shown.flatMap((group) => group.items)
  const [wanted, setWanted] = useState<string | null>(null)
  const current = items.find(({ key }) => key === wanted) ?? items[0]
  const idOf = (key: string) => `${id}-${key}`
  useBack(true, onClose)
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event, { items, current, groups, kind })
    if (!act) return
    event.preventDefault()
    if (act.to) {
      setWanted(act.to)
      document.getElementById(idOf(act.to))?.scrollIntoView({ block: 'nearest' })
    }
    if (act.kind !== undefined) onKind(act.kind)
    if (act.press && current) document.getElementById(idOf(current.key))?.click()
    if (act.copy) void navigator.clipboard.writeText(new URL(act.copy, location.href).href)
  }
  return (
    <Ark.Root
      open
      onOpenChange={({ open }) => !open && onClose()}
      onFocusOutside={stay}
      initialFocusEl={() => field.current}
      aria-label={label}
    >
      <Portal>
        <Ark.Backdrop className={styles.backdrop} />
        <Ark.Positioner className={cx(styles.positioner, positioner)}>
          <Ark.Content className={cx(styles.content, content)} aria-label={label}>
            <div className={head}>
              <Ark.CloseTrigger asChild>
                <IconButton icon="arrow-left" aria-label="Close" className={onPhones} />
              </Ark.CloseTrigger>
              <span className={atDesks}>
                <Icon name="search" />
              </span>
              <input
                ref={field}
                className={input}
                role="combobox"
                aria-label={label}
                aria-expanded={items.length > 0}
                aria-controls={shown.map(({ key }) => idOf(key)).join(' ')}
                aria-activedescendant={current && idOf(current.key)}
                aria-autocomplete="list"
                autoComplete="off"
                spellCheck={false}
                placeholder={placeholder}
                value={text}
                onChange={({ target }) => {
                  setWanted(null)
                  onText(target.value)
                }}
                onKeyDown={onKeyDown}
              />
              {busy && <Spinner label="Searching" />}
              {text && (
                <IconButton
                  icon="x"
                  aria-label="Clear"
                  className={onPhones}
                  onClick={() => {
                    onText('')
                    field.current?.focus()
                  }}
                />
              )}
              <kbd className={cx(keyCap, atDesks)}>Esc</kbd>
            </div>
            <Kinds groups={groups} kind={kind} onKind={onKind} />
            <div className={body}>
              {shown.map((group) => (
                <Group
                  key={group.key}
                  group={group}
                  idOf={idOf}
                  text={text}
                  current={current}
                  onPoint={setWanted}
                  onClose={onClose}
                />
              ))}
              {note && <p className={said}>{note}</p>}
              {!items.length && !busy && <div className={said}>{nothing}</div>}
            </div>
            <Feet>{foot}</Feet>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

interface Act {
  /** The item to go to. */
  to?: string
  kind?: string | null
  press?: boolean
  /** The address to copy. */
  copy?: string
}

/** What a key does; undefined for one that is the browser's. */
function actOf(
  { key, shiftKey, ctrlKey, metaKey, altKey, currentTarget }: KeyboardEvent,
  {
    items,
    current,
    groups,
    kind,
  }: Pick<PaletteProps, 'groups' | 'kind'> &
    Record<'items', readonly PaletteItem[]> & { current: PaletteItem | undefined },
): Act | undefined {
  const isCommand = ctrlKey || metaKey
  const at = current ? items.indexOf(current) : -1
  const to = (next: number) => ({ to: items.at(next % (items.length || 1))?.key ?? '' })
  if (key === 'c' && isCommand && current?.href && isUnselected(currentTarget)) return { copy: current.href }
  if (isCommand || altKey || !items.length) return undefined
  if (key === 'ArrowDown') return to(at + 1)
  if (key === 'ArrowUp') return to(at - 1)
  if (key === 'Enter') return { press: true }
  if (key !== 'Tab') return undefined
  const kinds = [null, ...groups.filter((group) => group.items.length).map((group) => group.key)]
  // Past the last kind, Tab goes to what else there is.
  const next = kinds[kinds.indexOf(kind) + (shiftKey ? -1 : 1)]
  return next === undefined ? undefined : { kind: next }
}

/** Whether nothing of what was typed is selected, which would be copied. */
const isUnselected = (element: EventTarget) =>
  element instanceof HTMLInputElement && element.selectionStart === element.selectionEnd
