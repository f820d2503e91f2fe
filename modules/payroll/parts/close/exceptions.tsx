import { createContext, memo, useContext, useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { useKeys } from '#blocks/work-list/use-keys.ts'
import { css } from '#css/css'
import { formatWeekday } from '#lib/days.ts'
import { formatClock, formatRecent } from '#lib/moments.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Icon, type IconName } from '#ui/icon/icon.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import type { Statement } from '../../../time/entities.ts'
import { users } from '../../../users/entities.ts'
import { proposalsIn } from '../../closing.ts'
import type { ExceptionKind, WeekException } from '../../entities.ts'
import { useAnswers, type Answer, type Period } from './use-answers.tsx'
import { useSignals } from '#blocks/query/use-signals.ts'

const kinds: Record<ExceptionKind, { label: string; icon: IconName }> = {
  held: { label: 'Not sent', icon: 'send' },
  missing: { label: 'Missing', icon: 'user' },
  disputed: { label: 'Disputed', icon: 'message-square-text' },
  over_12: { label: 'Over 12 h', icon: 'clock' },
  twice: { label: 'Entered twice', icon: 'copy' },
  no_code: { label: 'No code', icon: 'hash' },
  law: { label: 'Beyond the law', icon: 'triangle-alert' },
}
type Held = NonNullable<WeekException['held']>
/** The answers of the list around a row, whose columns stay the same. */
const AnswersTo = createContext<(of: WeekException) => readonly Answer[]>(() => [])
const keyOf = ({ kind, user_id, date, entry_id, text, held }: WeekException) =>
  [kind, user_id, date, entry_id ?? held?.id, kind === 'twice' ? text : ''].join(' ')

interface Props extends Period {
  readonly exceptions: readonly WeekException[]
}

/** What to look at before weeks are approved, each with its likely answers in place (rule payroll-exceptions). */
export const Exceptions = memo(({ exceptions, ...period }: Props) => {
  const rows = useSignals(exceptions, keyOf)
  const { answersTo, asked } = useAnswers(period)
  const [at, setAt] = useState(0)
  const cursor = rows[Math.min(at, rows.length - 1)]
  useKeys({
    move: (by) => setAt(Math.min(Math.max(Math.min(at, rows.length - 1) + by, 0), rows.length - 1)),
    answer: (nth) => cursor && answersTo(cursor.peek())[nth]?.take(),
  })
  return (
    <section id="exceptions" className={section} aria-label="Exceptions">
      <h2 className={head}>
        Exceptions <span className={quiet}>{rows.length ? `${rows.length}, settle these first` : 'none left'}</span>
      </h2>
      {rows.length > 0 && (
        <AnswersTo value={answersTo}>
          <Table
            aria-label="Exceptions"
            density="compact"
            rows={rows}
            columns={columns}
            rowKey={keyOf}
            {...(cursor && { cursor: keyOf(cursor.peek()) })}
          />
        </AnswersTo>
      )}
      {rows.length > 0 && <p className={keys}>J and K choose an exception, 1 and 2 take its answers.</p>}
      {asked}
    </section>
  )
})

/** "2 entries", "1 week": what a device holds. */
const heldOf = ({ hours: count }: WeekException, { kind }: Held) =>
  kind === 'timecard' ? countOf(count, 'week', 'weeks') : countOf(count, 'entry', 'entries')
const countOf = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** "on Marcus Webb’s phone since 6:10 AM (refused: …)" */
const waitsOf = ({ text }: WeekException, { by, device, since }: Held) =>
  `on ${by}’s ${device} since ${formatRecent(since)}${text && ` (refused: ${text})`}`

const whatOf = (of: WeekException) => {
  const { kind, hours, job, held } = of
  const proposals = proposalsIn(of)
  if (held) return heldOf(of, held)
  if (proposals.length) return proposals.map((one) => `${formatHours(one.hours)} → ${formatHours(one.to)}`).join(', ')
  const on = job && ` on ${job}`
  if (kind === 'missing') return hours ? `${formatHours(hours)} planned` : 'Nothing planned'
  return `${formatHours(hours)}${kind === 'disputed' ? ' in the week' : on}`
}

const columns: readonly Column<WeekException>[] = [
  {
    key: 'kind',
    header: 'Kind',
    cell: ({ kind }) => (
      <span className={mark}>
        <Icon name={kinds[kind].icon} size="sm" />
        {kinds[kind].label}
      </span>
    ),
    width: '8rem',
    phone: 'sub',
  },
  {
    key: 'person',
    header: 'Person',
    cell: ({ name, date, proposal }) => (
      <span className={person}>
        <b className={css({ truncate: true })}>{name}</b>{' '}
        <span className={css({ whiteSpace: 'nowrap' })}>{formatWeekday(proposal?.date ?? date)}</span>
      </span>
    ),
    width: 'minmax(12.5rem, 1.2fr)',
    phone: 'title',
  },
  {
    key: 'what',
    header: 'Hours',
    cell: whatOf,
    phoneCell: (of) =>
      of.held ? `${heldOf(of, of.held)} ${of.hours === 1 ? 'waits' : 'wait'} ${waitsOf(of, of.held)}` : whatOf(of),
    width: 'minmax(7rem, 0.8fr)',
    phone: 'sub',
  },
  {
    key: 'said',
    header: 'Said',
    cell: (of) => {
      const { text, asked, unheard, held } = of
      const silent = unheard && `Nothing heard from ${unheard.name} since ${formatRecent(unheard.at)}`
      if (of.said) return <Said of={of.said} />
      const words = asked ? `${asked.by} asked, ${formatClock(asked.at)}` : held ? waitsOf(of, held) : text || silent
      return (
        words && (
          <span className={said} title={words}>
            {words}
          </span>
        )
      )
    },
    width: 'minmax(0, 2fr)',
    wide: true,
    phone: 'hidden',
  },
  {
    key: 'answers',
    header: 'Answers',
    cell: (of) => <Answers of={of} />,
    phoneCell: (of) => <Answers of={of} most={1} />,
    width: '16.5rem',
    align: 'end',
    phone: 'end',
  },
]

/** What was said one after the other, with who and when, as far as there is room. @useSignals */
const Said = ({ of }: { of: readonly Statement[] }) => {
  const { store } = useServices()
  const all = of.map(({ user_id, at, reason }) => {
    const name = store.of(users).get(user_id ?? 0)?.name ?? 'Someone'
    return `${name}${at ? `, ${formatRecent(at)}` : ''}: ${reason}`
  })
  return (
    <span className={said} title={all.join('\n')}>
      {all.join(' · ')}
    </span>
  )
}

const Answers = ({ of, most = 2 }: { of: WeekException; most?: number }) => {
  const all = useContext(AnswersTo)(of)
  const others = all.slice(most)
  return (
    <span className={answers}>
      {all.slice(0, most).map(({ label, take }) => (
        <Button key={label} size="sm" variant="outline" aria-label={`${label}: ${of.name}`} onClick={take}>
          {label}
        </Button>
      ))}
      {others.length > 0 && (
        <Menu
          trigger={<IconButton size="sm" variant="ghost" icon="ellipsis" aria-label={`Other answers: ${of.name}`} />}
          items={others.map(({ label, take }) => ({ label, onSelect: () => void take() }))}
        />
      )}
    </span>
  )
}

const section = css({ column: '2', minWidth: '0', scrollMarginTop: '16' })
const head = css({ textStyle: 'section' })
const quiet = css({ textStyle: 'note', fontWeight: 'regular' })
const keys = css({ textStyle: 'note', display: { base: 'none', lg: 'block' } })
const mark = css({ inlineRow: '2', color: 'attention', fontWeight: 'strong', whiteSpace: 'nowrap' })
// Where there is little room, the day stays, on a phone below the name.
const person = css({ display: 'flex', flexWrap: { base: 'wrap', md: 'nowrap' }, columnGap: '1', minWidth: '0' })
const said = css({ color: 'muted', overflow: 'hidden', textOverflow: 'ellipsis' })
const answers = css({
  display: 'inline-flex',
  gap: '1.5',
  justifyContent: 'flex-end',
  // Beside large text on a phone they stand one below the other, so that the name stays.
  flexWrap: { base: 'wrap', md: 'nowrap' },
  maxWidth: { base: 'max(5.25rem, calc(100vw - 14rem))', md: 'none' },
})
