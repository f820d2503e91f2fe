import { memo, useState } from 'react'
import { css } from '#css/css'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { offer } from '#blocks/undo/offer.ts'
import { AskDialog } from '#blocks/workflow/lazy-ask-dialog.ts'
import type { Id } from '#core/access/access.ts'
import type { Fields } from '#core/entity/field.ts'
import { choice, date, number, ref } from '#core/entity/fields.ts'
import type { Day } from '#lib/days.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { projects } from '../../projects/entities.ts'
import { licenses, scheduleEvents, type Workload } from '../../schedule/entities.ts'
import { MOST_HIRED, MOST_WEEKS, whatIfs, type Supposed, type WhatIf } from '../entities.ts'
import { comingOf, sayingOf } from './supposed.ts'

type Kind = Supposed['kind']

const project_id = ref('project').label('Project')
const asked: Readonly<Record<Kind, { title: string; confirm: string; fields: Fields }>> = {
  move: {
    title: 'Another start',
    confirm: 'Suppose',
    fields: {
      project_id,
      weeks: number({ min: -MOST_WEEKS, max: MOST_WEEKS, decimals: 0 })
        .label('Weeks later')
        .help('Fewer than 0 for earlier.'),
    },
  },
  win: { title: 'Project won', confirm: 'Suppose', fields: { project_id } },
  lose: { title: 'Project lost', confirm: 'Suppose', fields: { project_id } },
  hire: {
    title: 'Hire people',
    confirm: 'Suppose',
    fields: {
      count: number({ min: 1, max: MOST_HIRED, decimals: 0 }).label('How many'),
      license: choice(...licenses).label('License'),
      from: date().label('From'),
    },
  },
}
const kinds: readonly Kind[] = ['move', 'win', 'lose', 'hire']
const icons = { move: 'calendar-days', win: 'check', lose: 'x', hire: 'user-plus' } as const

interface BarProps {
  /** What is planned; null where nothing is supposed, so that the bar does not render with each change of the plan. */
  load: Workload | null
  today: Day
  changes: readonly Supposed[]
  /** Shows other changes; with the what-if that they are kept in, if they are. */
  onChange: (changes: readonly Supposed[], opened: Id | null) => void
  opened: WhatIf | undefined
}

/** What is supposed beyond the plan: shown in the forecast at once, kept by name, and never part of the plan. @useSignals */
export const WhatIfBar = memo(({ load, today, changes, onChange, opened }: BarProps) => {
  const { store } = useServices()
  const [asking, setAsking] = useState<Kind | null>(null)
  const close = () => setAsking(null)
  const nameOf = (id: Id) => store.of(projects).get(id)?.number ?? 'A project'
  const id = opened?.id ?? null
  const [first] = changes
  const moved = load && first?.kind === 'move' && changes.length === 1 ? { load, first } : null
  return (
    <section className={bar} aria-label="What if">
      <b>{opened ? opened.name : 'What if'}</b>
      {changes.map((change, at) => (
        <span key={`${String(at)} ${JSON.stringify(change)}`} className={chip}>
          {sayingOf(change, nameOf)}
          <IconButton
            size="sm"
            variant="ghost"
            icon="x"
            aria-label={`Leave out: ${sayingOf(change, nameOf)}`}
            onClick={() => onChange(changes.toSpliced(at, 1), id)}
          />
        </span>
      ))}
      {kinds.map((kind) => (
        <Button key={kind} variant="outline" size="sm" icon={icons[kind]} onClick={() => setAsking(kind)}>
          {asked[kind].title}
        </Button>
      ))}
      {changes.length > 0 && (
        <span className={note} role="status">
          {moved && <Ahead load={moved.load} today={today} id={moved.first.project_id} />}
          The plan stays as it is.
        </span>
      )}
      <span className={css({ flow: '2', marginInlineStart: 'auto' })}>
        {moved && <MoveIt {...moved} today={today} onMoved={() => onChange([], null)} />}
        <Keeping {...{ changes, onChange, opened }} />
      </span>
      {asking && (
        <AskDialog
          key={asking}
          place={['what-if', asking]}
          {...asked[asking]}
          loading={false}
          onClose={close}
          onSend={async (values) => {
            // Safe because the values are those that the fields of this kind have parsed.
            onChange([...changes, { kind: asking, ...values } as Supposed], id)
            close()
            return true
          }}
        />
      )}
    </section>
  )
})

/** Keeps what is supposed under a name, and changes what is kept. @useSignals */
const Keeping = ({ changes, onChange, opened }: Pick<BarProps, 'changes' | 'onChange' | 'opened'>) => {
  const may = useMay()
  const resource = useResource(whatIfs)
  const report = useOutcome()
  const [open, setOpen] = useState<'keep' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const isChanged = opened && JSON.stringify(opened.changes) !== JSON.stringify(changes)
  const mayKeep = may(whatIfs, 'create') && changes.length > 0
  async function save(one: WhatIf) {
    report(await resource.save({ id: one.id, changes: [...changes] }), 'What-if saved.')
  }
  return (
    <>
      {mayKeep && isChanged && (
        <Button variant="outline" size="sm" onClick={() => void save(opened)}>
          Save
        </Button>
      )}
      {mayKeep && !opened && (
        <Button variant="outline" size="sm" onClick={() => setOpen('keep')}>
          Keep
        </Button>
      )}
      {opened && may(whatIfs, 'delete') && (
        <IconButton
          size="sm"
          variant="outline"
          icon="trash-2"
          aria-label={`Delete “${opened.name}”`}
          onClick={() => setOpen('delete')}
        />
      )}
      {(changes.length > 0 || opened) && (
        <Button variant="ghost" size="sm" onClick={() => onChange([], null)}>
          Back to the plan
        </Button>
      )}
      {open === 'keep' && (
        <EntityDialog
          entity={whatIfs}
          initial={{ changes: [...changes] }}
          fields={['name']}
          title="Keep this what-if"
          onSaved={(saved) => onChange(changes, saved.id)}
          onClose={close}
        />
      )}
      {open === 'delete' && opened && <DeleteRecord entity={whatIfs} record={opened} onClose={close} />}
    </>
  )
}

const Ahead = ({ load, today, id }: { load: Workload; today: Day; id: Id }) => {
  const count = comingOf(load, id, today).length
  if (!count) return <>It has no phases ahead. </>
  return <>{count === 1 ? '1 phase' : `${count} phases`} ahead; those under way stay. </>
}

/** Moves the coming phases of a project in the plan itself. @useSignals */
const MoveIt = ({
  load,
  today,
  first: { project_id: project, weeks },
  onMoved,
}: {
  load: Workload
  today: Day
  first: Supposed & { kind: 'move' }
  onMoved: () => void
}) => {
  const services = useServices()
  const [busy, during] = useBusy()
  const ids = comingOf(load, project, today)
  async function save() {
    const days = weeks * load.work_days.length
    const result = await during(services.api(scheduleEvents).actOnAll('shift', { ids, days }))
    if (!result.ok) return toastFailure(result)
    onMoved()
    offer(services, ids.length === 1 ? '1 phase moved.' : `${ids.length} phases moved.`, [result])
  }
  return (
    <Button size="sm" variant="outline" loading={busy} disabled={!weeks || !ids.length} onClick={() => void save()}>
      Move it in the plan
    </Button>
  )
}

const bar = css({ wrap: '2.5', marginTop: '3.5', padding: '3', fontSize: 'sm', layerStyle: 'card' })
const note = css({ color: 'muted' })
const chip = css({
  inlineRow: '1',
  paddingInlineStart: '2.5',
  background: 'soft',
  borderRadius: 'md',
  whiteSpace: 'nowrap',
})
