import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState, type ReactNode } from 'react'
import { css, cx } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { offer } from '#blocks/undo/offer.ts'
import type { Id } from '#core/access/access.ts'
import { addDays, formatMonthDay, formatWeekday, type Day } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { Select } from '#ui/select/select.tsx'
import { isWorkDay, spanOf } from '../days-of.ts'
import { scheduleEvents } from '../entities.ts'
import type { BigStep } from '../steps.ts'
import type { Audience } from '../told.ts'
import { StepList } from '../parts/step/step-list.tsx'
import { useCompanyDays } from '../parts/use-company-days.ts'
import { useStep, type Scope } from '../parts/step/use-step.ts'
import { takeStep } from '../parts/step/take-step.ts'
import { plural, words, type Figure } from '../parts/step/words.ts'

const WEEK = 7
/** How many weeks before and after the one that is shown can be copied, and to how many. */
const WEEKS = 4
const MOST_PUSHED = 5
const NOT_SERVED = 404
const weekLabel = (from: Day): string => `${formatMonthDay(from)} – ${formatMonthDay(addDays(from, WEEK - 1))}`
const optionsOf = (days: readonly Day[], label: (day: Day) => string) =>
  days.map((value) => ({ value, label: label(value) }))

/** Days to clear end on their first day at the earliest; a week may be copied to an earlier one. */
const ordered = (step: BigStep, asked: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  step === 'clear' && (asked.to ?? '') < (asked.from ?? '') ? { ...asked, to: asked.from ?? '' } : asked

/** The inputs that say on which days a step is taken, and what they hold. */
function useAsking(step: BigStep, { from, to, today, first }: { from: Day; to: Day; today: Day; first: Day }) {
  const [chosen, setAsked] = useState((): Readonly<Record<string, string>> => {
    if (step === 'copy_week') return { from, to: addDays(from, WEEK) }
    if (step === 'shift') return { days: '1' }
    if (step === 'clear') return { from, to: addDays(from, WEEK - 1) }
    return { from, to }
  })
  const asked = step === 'shift' ? { from: first, ...chosen } : chosen
  const day = (name: string, label: string, options: readonly { value: string; label: string }[]) => (
    <Field label={label} key={name}>
      <Select
        value={asked[name] ?? ''}
        options={options}
        onChange={(value) => value && setAsked((before) => ordered(step, { ...before, [name]: value }))}
      />
    </Field>
  )
  const weeks = (around: Day) => Array.from({ length: 2 * WEEKS + 1 }, (_, at) => addDays(around, (at - WEEKS) * WEEK))
  const inputs: Partial<Record<BigStep, ReactNode>> = {
    copy_week: [
      day('from', 'From', optionsOf(weeks(from), weekLabel)),
      day('to', 'To', optionsOf(weeks(addDays(from, WEEK * WEEKS)), weekLabel)),
    ],
    shift: [
      day('from', 'From', optionsOf(spanOf(today, addDays(today, WEEK)), formatWeekday)),
      day(
        'days',
        'By',
        Array.from({ length: MOST_PUSHED }, (_, at) => ({
          value: String(at + 1),
          label: plural(at + 1, 'work day'),
        })),
      ),
    ],
    clear: [
      day('from', 'From', optionsOf(spanOf(from, to), formatWeekday)),
      day('to', 'To', optionsOf(spanOf(asked.from ?? from, to), formatWeekday)),
    ],
  }
  const isInView = 'from' in asked
  const drafts = (
    <Field label="Days">
      <Select
        value={isInView ? 'view' : 'all'}
        options={[
          { value: 'view', label: weeksLabel(from, to) },
          { value: 'all', label: 'All days' },
        ]}
        onChange={(value) => setAsked(value === 'all' ? {} : { from, to })}
      />
    </Field>
  )
  return { asked, inputs: inputs[step] ?? drafts, isOfDrafts: !inputs[step] }
}
/** The first work day of a week's time from a day on, where there is one: nobody pushes a day that is off. */
function useWorkDay(from: Day): Day {
  const to = addDays(from, WEEK)
  const company = useCompanyDays(from, to, useQuery(scheduleEvents, { filters: { from, to } }).items).value
  return spanOf(from, to).find((day) => isWorkDay(day, company)) ?? from
}
const weeksLabel = (from: Day, to: Day): string => `${formatMonthDay(from)} – ${formatMonthDay(to)}`

/** Shows what a step changes for each person, and carries out the ticked lines. @useSignals */
export const StepDialog = ({
  step,
  from,
  to,
  audience = [],
  onClose,
}: {
  step: BigStep
  /** First and last day of what is shown. */
  from: Day
  to: Day
  /** The people who hear of the changes. Only publishing needs them. */
  audience?: readonly Audience[]
  onClose: () => void
}) => {
  const services = useServices()
  const { today, settings } = services
  const [busy, during] = useBusy()
  const [scope, setScope] = useState<Scope>({
    project_id: null,
    crew_id: null,
    isMine: step === 'discard' || step === 'publish',
  })
  const { asked, inputs, isOfDrafts } = useAsking(step, {
    from,
    to,
    today: today.value,
    first: useWorkDay(today.value),
  })
  const { data, failure, retry, groups, shown, chosen, others, names, isTicked, tick, jobs, crews } = useStep(
    step,
    asked,
    scope,
  )
  const says = words[step]
  // A server that shows no steps takes them as a whole.
  const isUnshown = failure?.status === NOT_SERVED
  async function take() {
    const all = chosen.map(({ id }) => id)
    const days = isOfDrafts ? {} : { ...asked, ...(asked.days && { days: Number(asked.days) }) }
    const ids = isUnshown && step !== 'discard' ? {} : { ids: all }
    const result = await during(takeStep(services, step, { ...days, ...ids }, all))
    if (!result.ok) return toastFailure(result)
    onClose()
    const told = toldBy(audience, new Set(all))
    const text = step === 'publish' && told ? ` ${plural(told, 'person is', 'people are')} told.` : ''
    offer(services, `${says.did(chosen)}${text}`, [result])
  }
  const figures = says.figures(chosen, shown)
  const kept = scope.isMine && others.length ? [{ count: others.length, label: keptOf(others, names.person) }] : []
  return (
    <Dialog
      open
      tall
      size="lg"
      onClose={onClose}
      title={says.title}
      footer={
        <>
          <small className={hint}>{settings.value.features.includes('undo') && 'You can undo this for a day.'}</small>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant={says.danger ? 'danger' : 'solid'}
            {...(step === 'publish' && { icon: 'send' })}
            loading={busy}
            disabled={
              isUnshown ? step === 'discard' : !chosen.some(({ kind, days }) => kind === 'phase' || days.length)
            }
            onClick={() => void take()}
          >
            {says.confirm(chosen)}
          </Button>
        </>
      }
    >
      <p className={css({ color: 'muted' })}>{says.sub}</p>
      <div className={scopes} style={scopeColumns}>
        {inputs}
        <ScopeInputs scope={scope} onChange={setScope} jobs={jobs} crews={crews} isOfDrafts={isOfDrafts} />
      </div>
      {isUnshown ? (
        <p>This server does not say beforehand what will change.</p>
      ) : data === null ? (
        <NotLoaded failure={failure} retry={retry} />
      ) : (
        <>
          <Figures figures={[...figures, ...kept]} />
          {groups.length ? (
            <StepList head={says.head} groups={groups} names={names} isTicked={isTicked} onTick={tick} />
          ) : (
            <p>{says.none}</p>
          )}
        </>
      )}
    </Dialog>
  )
}

/** Whose drafts, and of which job and crew. */
const ScopeInputs = ({
  scope,
  onChange,
  jobs,
  crews,
  isOfDrafts,
}: {
  scope: Scope
  onChange: (scope: Scope) => void
  jobs: readonly { id: Id; title: string }[]
  crews: readonly { id: Id; name: string }[]
  isOfDrafts: boolean
}) => (
  <>
    {isOfDrafts && (
      <Field label="Whose">
        <Select
          value={scope.isMine ? 'mine' : 'all'}
          options={whose}
          onChange={(value) => onChange({ ...scope, isMine: value === 'mine' })}
        />
      </Field>
    )}
    <Field label="Job">
      <Select
        value={scope.project_id ?? 0}
        options={[{ value: 0, label: 'All jobs' }, ...jobs.map(({ id, title }) => ({ value: id, label: title }))]}
        onChange={(id) => onChange({ ...scope, project_id: id || null })}
      />
    </Field>
    {crews.length > 0 && (
      <Field label="Crew">
        <Select
          value={scope.crew_id ?? 0}
          options={[{ value: 0, label: 'Everyone' }, ...crews.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={(id) => onChange({ ...scope, crew_id: id || null })}
        />
      </Field>
    )}
  </>
)
const whose = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'Everyone’s' },
] as const

/** How many people hear of a change of these events. */
const toldBy = (audience: readonly Audience[], ids: ReadonlySet<number>): number =>
  audience.filter(({ changes }) => changes.some(({ event_id }) => ids.has(event_id))).length

/** `of Grant Lowe, kept`, or of how many others. */
function keptOf(others: readonly { drafted_id: number | null }[], nameOf: (id: number | null) => string): string {
  const people = [...new Set(others.map(({ drafted_id }) => drafted_id))]
  return typeof people[0] === 'number' && people.length === 1 ? `of ${nameOf(people[0])}, kept` : 'of others, kept'
}

const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className={numbers}>
    {figures.map(({ count, label, isConflict }) => (
      <div key={label} className={number}>
        <dt className={css({ textStyle: 'note' })}>{label}</dt>
        <dd className={cx(numeral, isConflict && css({ color: 'conflict' }))}>{count}</dd>
      </div>
    ))}
  </dl>
)

const hint = css({ flex: '1', color: 'muted' })
const scopes = css({ stack: '3', marginBlock: '3' })
const scopeColumns = { gridTemplateColumns: 'repeat(auto-fit, minmax(9.5rem, 1fr))' }
const numbers = css({
  display: 'flex',
  flexWrap: 'wrap',
  marginInline: '-4',
  borderBlock: '1px solid {colors.line}',
})
const number = css({
  flex: '1',
  display: 'flex',
  flexDirection: 'column-reverse',
  paddingInline: '4',
  paddingBlock: '2.5',
})
const numeral = css({ fontSize: 'lg', fontWeight: 'section', fontVariantNumeric: 'tabular-nums' })
