import { useSignalEffect, type ReadonlySignal } from '@preact/signals-react'
import { memo, useRef, useState } from 'react'
import { css, cx } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { formatMonthDay, type Day } from '#lib/days.ts'
import { formatNumber } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { phases } from '../../../phases/entities.ts'
import { projects } from '../../../projects/entities.ts'
import { users } from '../../../users/entities.ts'
import { hueOf } from '../board-look.ts'
import type { Shortage } from '../../coverage.ts'
import type { PhaseBar } from '../../entities.ts'
import type { Free } from './bench-of.ts'

/** A phase that has fewer people than it needs. */
type Short = Shortage & { readonly bar: PhaseBar }

const nouns = {
  journeyman: ['journeyman', 'journeymen'],
  apprentice: ['apprentice', 'apprentices'],
  laborer: ['laborer', 'laborers'],
} as const

/** Phases that are short of people, and people without work: cards to drag onto the board, or onto each other. */
export const Bench = ({
  short,
  free,
  over,
  ready,
}: {
  short: ReadonlySignal<readonly Short[]>
  free: ReadonlySignal<readonly Free[]>
  /** The phase that someone is dragged over. */
  over: ReadonlySignal<Id | null>
  /** Whether what is on it may be counted, since the rows come first. */
  ready: ReadonlySignal<boolean>
}) => {
  const root = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  useSignalEffect(() => {
    const id = over.value
    for (const card of root.current?.querySelectorAll<HTMLElement>('[data-phase]') ?? [])
      card.toggleAttribute('data-over', Number(card.dataset.phase) === id)
  })
  if (!ready.value)
    return (
      <aside aria-label="Bench" aria-busy className={bench}>
        <span className={fold}>
          <Button variant="outline" size="sm" disabled>
            Bench
          </Button>
        </span>
      </aside>
    )
  return (
    <aside ref={root} aria-label="Bench" className={bench} data-open={isOpen || undefined}>
      <span className={fold}>
        <Button variant="outline" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Bench: {phasesWord(short.value.length)}, {free.value.length} free
        </Button>
      </span>
      <div className={parts}>
        <h2 className={title}>
          Bench <span className={sub}>{phasesWord(short.value.length)}</span>
        </h2>
        <div className={cards}>
          {short.value.map((one) => (
            <PhaseCard key={one.bar.id} {...one} />
          ))}
        </div>
        <h2 className={title}>
          Free <span className={sub}>next 5 work days</span>
        </h2>
        {free.value.length > 0 ? (
          <div className={people}>
            {free.value.map((one) => (
              <FreePerson key={one.user_id} {...one} />
            ))}
          </div>
        ) : (
          <p className={none}>Everyone has work.</p>
        )}
      </div>
    </aside>
  )
}

/** `12 person-days`. */
export const personDays = (count: number) => (count === 1 ? '1 person-day' : `${formatNumber(count)} person-days`)
/** `2 phases need people`. */
export const phasesWord = (count: number) =>
  count === 0 ? 'every phase has its people' : count === 1 ? '1 phase needs people' : `${count} phases need people`

/** @useSignals */
const Phase = ({ bar, missing, days }: Short) => {
  const { store } = useServices()
  const project = store.of(projects).get(bar.project_id ?? 0)
  const phase = store.of(phases).get(bar.phase_id)
  return (
    <div data-phase={bar.id} className={cx(card, hueOf(project?.color, project?.id))}>
      <p className={jobLine}>
        <b>{project?.number}</b> <span>{project?.name}</span>
        <Icon name="grip-vertical" size="sm" />
      </p>
      <p className={phaseLine}>
        <span className={dot} style={{ background: phase?.color }} />
        {phase?.name} · {formatMonthDay(bar.start_date)} – {formatMonthDay(bar.end_date)}
      </p>
      <p className={tags}>
        {Object.entries(nouns).map(([license, [one, many]]) => {
          const count = missing[license as keyof typeof nouns]
          return count > 0 ? (
            <span key={license} className={tag}>
              {count} {count === 1 ? one : many}
            </span>
          ) : null
        })}
        {bar.tentative && <span className={tag}>tentative</span>}
        <span className={css({ color: 'muted' })}>{personDays(days)}</span>
      </p>
    </div>
  )
}

/** A card is painted again only where what it shows differs. */
const PhaseCard = memo(Phase)

/** @useSignals */
const Person = ({ user_id, from }: { user_id: Id; from: Day }) => {
  const { store } = useServices()
  const name = store.of(users).get(user_id)?.name ?? ''
  return (
    <p data-person={user_id} className={personLine}>
      <Avatar name={name} size="sm" decorative />
      <b>{name}</b>
      <span>from {formatMonthDay(from)}</span>
    </p>
  )
}

const FreePerson = memo(Person)

const bench = css({
  flex: 'none',
  width: { lg: '15rem' },
  minHeight: '0',
  overflowY: 'auto',
  // Where there is no room beside the board, it folds to a strip above it.
  '@media (width < 1280px)': {
    width: 'full',
    order: -1,
    overflow: 'visible',
    '&:not([data-open]) > div': { display: 'none' },
  },
})
const fold = css({ display: 'none', '@media (width < 1280px)': { display: 'block', marginBottom: '2' } })
const parts = css({ '@media (width < 1280px)': { maxHeight: '14rem', overflowY: 'auto' } })
const title = css({
  textStyle: 'label',
  fontWeight: 'section',
  marginBottom: '2',
  '&:not(:first-child)': { marginTop: '4' },
})
const sub = css({ textStyle: 'caption', color: 'muted', fontWeight: 'regular', marginInlineStart: '1' })
const cards = css({ stack: '2' })
const card = css({
  position: 'relative',
  paddingBlock: '2.5',
  paddingInline: '3',
  layerStyle: 'card',
  overflow: 'hidden',
  cursor: 'grab',
  userSelect: 'none',
  fontSize: 'xs',
  _before: { content: '""', position: 'absolute', insetBlock: '0', left: '0', width: '3px', background: 'var(--hue)' },
  '&[data-over]': { background: 'primary.soft', borderColor: 'primary' },
  '&[data-dragged]': { borderStyle: 'dashed', opacity: 0.6 },
})
const jobLine = css({
  display: 'flex',
  gap: '1.5',
  fontSize: 'sm',
  '& b': { fontWeight: 'section' },
  '& span': { flex: '1', minWidth: '0', truncate: true },
  '& svg': { color: 'faint' },
})
const phaseLine = css({ row: '1.5', color: 'muted' })
const dot = css({ flex: 'none', boxSize: '2', borderRadius: 'xs' })
const tags = css({ flow: '1', marginTop: '1' })
const tag = css({ paddingInline: '1.5', background: 'soft', borderRadius: 'sm', fontWeight: 'strong' })
const people = css({ layerStyle: 'card' })
const personLine = css({
  row: '2',
  paddingBlock: '1.5',
  paddingInline: '3',
  fontSize: 'sm',
  cursor: 'grab',
  userSelect: 'none',
  '&:not(:first-child)': { borderTop: '1px solid {colors.line}' },
  '& b': { flex: '1', fontWeight: 'strong' },
  '& span:last-child': { color: 'muted', fontSize: 'xs' },
})
const none = css({ textStyle: 'caption', color: 'muted' })
