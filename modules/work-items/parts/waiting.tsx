import { useCallback, useEffect, useState } from 'react'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { capital } from '#core/entity/wording.ts'
import { dueParts, soonBy } from '#lib/due.ts'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import type { Project } from '../../projects/entities.ts'
import { nameOf, type Item } from '../entities.ts'
import { workKinds, type WorkKind } from '../index.ts'

/** An item that is due: a line of the card. */
interface Due {
  readonly id: string
  readonly icon: string
  readonly name: string
  readonly title: string
  readonly who: string
  readonly day: string
  readonly late: string
  readonly due: string
  readonly href: string
}
type Put = (label: string, due: readonly Due[]) => void

/** How many are shown before one asks for the rest. */
const MOST = 5

/** What somebody has to do or answer on a project by the day after tomorrow, of all kinds, the most days late first. @useSignals */
export default function Waiting({ project }: { project: Project }) {
  const { registry, session } = useServices()
  const [known, setKnown] = useState<ReadonlyMap<string, readonly Due[]>>(new Map())
  const [isLong, setLong] = useState(false)
  const put = useCallback<Put>((label, due) => setKnown((last) => new Map(last).set(label, due)), [])
  const kinds = registry.filled(workKinds, session.user.value, { project_id: project.id })
  const all = [...known.values()].flat().toSorted((a, b) => a.due.localeCompare(b.due) || a.id.localeCompare(b.id))
  const shown = isLong ? all : all.slice(0, MOST)
  return (
    <>
      {kinds.map((kind) => kind.open && <Kind key={kind.label} {...{ kind, put }} open={kind.open} job={project.id} />)}
      {all.length > 0 && (
        <Card className={css({ stack: '2' })}>
          <h2 className={css({ textStyle: 'section' })}>
            Waiting <span className={note}>{all.length}, most days late first</span>
          </h2>
          <ul>
            {shown.map((due) => (
              <li key={due.id}>
                <Row {...due} />
              </li>
            ))}
          </ul>
          {shown.length < all.length && (
            <Button variant="ghost" onClick={() => setLong(true)}>
              Show {all.length - shown.length} more
            </Button>
          )}
        </Card>
      )}
    </>
  )
}

/** Hands over what is due of one kind, and shows that it could not be loaded. @useSignals */
const Kind = ({
  kind: { entity, label, turn },
  open,
  job,
  put,
}: {
  kind: WorkKind
  open: Readonly<Record<string, unknown>>
  job: Id
  put: Put
}) => {
  const { session } = useServices()
  const me = session.user.value?.id
  const today = useToday()
  const query = useQuery(entity, { params: { project_id: job }, filters: { ...open, due_by: soonBy(today) } })
  const due = useSummary(
    query.items,
    // Every kind of work item has their fields.
    (items) =>
      (items as unknown as readonly Item[]).flatMap((item) =>
        dueOf(entity, item, { turn: turn ? turn(item) : item.assigned_id, me, today }),
      ),
    [entity, turn, me, today],
  )
  useEffect(() => put(label, due), [put, label, due])
  return query.state.value === 'never' && query.failure.value ? (
    <NotLoaded failure={query.failure.value} retry={query.ask} />
  ) : null
}

function dueOf(
  entity: Entity,
  item: Item,
  { turn, me, today }: { turn: Id | null; me: Id | undefined; today: string },
): Due | [] {
  const { display, table } = entity
  if (item.due_date === null) return []
  const { day, late } = dueParts(item.due_date, today)
  return {
    id: `${table} ${item.id}`,
    icon: display.icon,
    name: capital(nameOf(entity, item)),
    title: item.title,
    who: whoOf(item, turn, me),
    day,
    late,
    due: item.due_date,
    href: String(display.href(item)),
  }
}

/** Whose turn it is, in words. An item comes with the names of its author and its assignee, and of nobody else. */
const whoOf = (item: Item, turn: Id | null, me: Id | undefined): string =>
  turn === null
    ? 'with nobody'
    : turn === me
      ? 'with you'
      : turn === item.user_id
        ? item.user_name
        : (item.assigned_name ?? 'with nobody')

const Row = ({ icon, name, title, who, day, late, href }: Due) => (
  <a href={href} className={row}>
    <span className={mark} data-late={late ? true : undefined}>
      <Icon name={icon} size="sm" />
    </span>
    <span className={css({ overflowWrap: 'anywhere', minWidth: '0' })}>
      <b className={css({ fontWeight: 'strong' })}>{name}</b> {title}
    </span>
    <span className={whoLook}>{who}</span>
    <span className={dayLook} data-late={late ? true : undefined}>
      {late || day}
    </span>
  </a>
)

const note = css({ marginInlineStart: '1', textStyle: 'note', fontWeight: 'regular' })
const row = css({
  stack: '3',
  gridTemplateColumns: { base: 'auto minmax(0, 1fr) auto', sm: 'auto minmax(0, 1fr) minmax(0, 8rem) 6rem' },
  alignItems: 'center',
  minHeight: { base: '10', _coarse: 'touch' },
  paddingBlock: '1.5',
  outlineOffset: '-3px!',
  _hover: { background: 'soft' },
})
const mark = css({ display: 'flex', color: 'muted', '&[data-late]': { color: 'attention' } })
const whoLook = css({ color: 'muted', truncate: true, smDown: { display: 'none' } })
const dayLook = css({
  color: 'muted',
  textAlign: 'end',
  whiteSpace: 'nowrap',
  '&[data-late]': { color: 'attention', fontWeight: 'strong' },
})
