import { memo, useEffect, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import type { TableGroup, TableSelection } from '#ui/table/table.tsx'
import { useTouch } from '#ui/table/use-touch.ts'

/** How a list is drawn as cards. Keep it stable, or every card renders again. */
export interface CardsOf<R> {
  readonly draw: (record: R) => ReactNode
  /** The least width of a card in CSS. */
  readonly width: string
}

interface CardsProps<R> {
  label: string
  cards: CardsOf<R>
  rows: readonly ReadonlySignal<R>[]
  groups?: readonly TableGroup<R>[] | undefined
  onFold: (group: string) => void
  cursor: Id | undefined
  selection: TableSelection<R> | undefined
}

/** How many cards are drawn at first, and how many more at a time. */
const STEP = 120

/** The rows of a list as cards, in their groups; each renders alone. */
export const Cards = <R extends { id: Id }>({
  label,
  cards,
  rows,
  groups,
  cursor,
  selection,
  onFold,
}: CardsProps<R>) => {
  const [most, setMost] = useState(STEP)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (cursor !== undefined) box.current?.querySelector('[data-cursor]')?.scrollIntoView({ block: 'nearest' })
  }, [cursor])
  const touch = useTouch<R>({ keyOf: Number, selection, swipe: undefined })
  let left = most
  const take = (all: CardsProps<R>['rows']) => {
    const taken = all.slice(0, left)
    left -= all.length
    return taken
  }
  const grid = (own: CardsProps<R>['rows'], name: string) => (
    <ul className={tiles} aria-label={name} style={{ '--card': cards.width } as CSSProperties}>
      {take(own).map((record) => {
        const { id } = record.peek()
        const selected = selection?.has(id)
        return (
          <li
            key={id}
            className={tile}
            data-row-key={id}
            data-cursor={id === cursor || undefined}
            data-selected={selected || undefined}
            data-ticking={(selection && selection.all !== false) || undefined}
          >
            <Card {...{ record, selected }} {...cards} nameOf={selection?.nameOf} onSelect={selection?.onSelect} />
          </li>
        )
      })}
    </ul>
  )
  return (
    <div ref={box} className={css({ stack: '4' })} {...touch}>
      {groups?.map(({ key, label: name, mark, note, tools, isFolded, rows: own }) => (
        <section key={key} aria-label={name} className={css({ stack: '2' })}>
          <h2 className={css({ wrap: '2' })}>
            <button type="button" className={fold} aria-expanded={!isFolded} onClick={() => onFold(key)}>
              <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size="sm" />
              {mark}
              <b>{name}</b>
              <span className={css({ inlineRow: '2', textStyle: 'note' })}>{note}</span>
            </button>
            {tools}
          </h2>
          {!isFolded && grid(own, name)}
        </section>
      )) ?? grid(rows, label)}
      {left < 0 && (
        <Button variant="outline" onClick={() => setMost(most + STEP)}>
          Show more
        </Button>
      )}
    </div>
  )
}

interface CardProps<R> extends Omit<CardsOf<R>, 'width'> {
  record: ReadonlySignal<R>
  /** Undefined where cards cannot be ticked. */
  selected: boolean | undefined
  nameOf: TableSelection<R>['nameOf'] | undefined
  onSelect: TableSelection<R>['onSelect'] | undefined
}

const CardView = <R extends { id: Id }>({ record, draw, selected, nameOf, onSelect }: CardProps<R>) => {
  const current = record.value
  return (
    <>
      {draw(current)}
      {selected !== undefined && (
        <label className={tick}>
          <input
            type="checkbox"
            aria-label={`Select ${nameOf?.(current) ?? current.id}`}
            checked={selected}
            onChange={({ target, nativeEvent }) =>
              onSelect?.(current.id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </label>
      )}
    </>
  )
}
// `memo` forgets that the component is generic.
const Card = memo(CardView) as typeof CardView

const tiles = css({ stack: '3', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, var(--card)), 1fr))' })
const tile = css({
  position: 'relative',
  display: 'grid',
  minWidth: '0',
  borderRadius: 'lg',
  '&[data-cursor], &[data-selected]': { outline: '2px solid {colors.primary}', outlineOffset: '1px' },
  '&:is(:hover, :focus-within, [data-ticking]) > label': { opacity: '1' },
})
const fold = css({
  inlineRow: '2',
  flex: '1',
  minHeight: { base: '8', _coarse: 'touch' },
  textAlign: 'start',
  cursor: 'pointer',
})
/** In the corner: there while the pointer is over the card, and as long as any is ticked. Fingers press long. */
const tick = css({
  position: 'absolute',
  top: '1',
  insetInlineEnd: '1',
  display: 'grid',
  placeItems: 'center',
  boxSize: '7',
  borderRadius: 'md',
  background: 'card',
  cursor: 'pointer',
  opacity: '0',
  '& input': { boxSize: '4', accentColor: '{colors.primary}', cursor: 'pointer' },
})
