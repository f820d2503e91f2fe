import { memo, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Button } from '#ui/button/button.tsx'
import type { TableGroup } from '#ui/table/lines.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { isApproved, isClear, type ClosingCrew, type CrewsBy } from '../../closing.ts'
import { figuresOf, type Row } from './crew-columns.tsx'

const unnamed: Record<CrewsBy, string> = { lead: 'No foreman', job: 'No job', person: '' }

interface Drawing {
  readonly crew: ClosingCrew<Row>
  /** What stands against approving all of it. */
  readonly problems: string
  readonly rows: readonly ReadonlySignal<Row>[]
  /** Whether those that may be approved are ticked; absent without any. */
  readonly ticked: boolean | 'some' | undefined
  readonly isFolded: boolean
}
interface Showing {
  readonly by: CrewsBy
  readonly phone: boolean
  /** Null for those who may not approve. */
  readonly onApprove: ((crew: string) => void) | null
}

/** Headings of crews with their figures; of one that has the same weeks as before, the same heading. */
export function useCrewGroups(crews: readonly Drawing[], showing: Showing): readonly TableGroup<Row>[] {
  const [held] = useState(() => new Map<string, { drawing: Drawing; showing: Showing; group: TableGroup<Row> }>())
  return crews.map((drawing) => {
    const { name } = drawing.crew
    const last = held.get(name)
    if (last && isSame(last.drawing, drawing) && isSameWay(last.showing, showing)) return last.group
    const group = groupOf(drawing, showing)
    held.set(name, { drawing, showing, group })
    return group
  })
}

const isSame = (a: Drawing, b: Drawing) =>
  a.isFolded === b.isFolded &&
  a.problems === b.problems &&
  a.ticked === b.ticked &&
  a.crew.weeks.length === b.crew.weeks.length &&
  a.crew.weeks.every((week, at) => week === b.crew.weeks[at])
const isSameWay = (a: Showing, b: Showing) => a.by === b.by && a.phone === b.phone && !a.onApprove === !b.onApprove

function groupOf(
  { crew, problems, rows, ticked, isFolded }: Drawing,
  { by, phone, onApprove }: Showing,
): TableGroup<Row> {
  const { name, weeks } = crew
  const label = name || unnamed[by]
  const ready = weeks.filter((week) => isClear(week, week.exceptions))
  const jobs = by === 'lead' ? [...new Set(weeks.flatMap(({ job }) => job || []))].sort().join(', ') : ''
  const state = problems ? (
    <span className={attention}>{problems}</span>
  ) : weeks.every(isApproved) ? (
    <Tag tone="done">Approved</Tag>
  ) : null
  const people = new Set(weeks.map(({ user_id }) => user_id)).size
  return {
    key: name,
    label,
    mark: by === 'lead' && name && !phone && <Avatar name={name} size="sm" decorative />,
    // A phone has room for what stands against approving.
    note: phone ? (
      <span className={css({ minWidth: '0', truncate: true })}>
        {people} {state}
      </span>
    ) : (
      jobs
    ),
    cells: { ...figuresOf(weeks), state },
    tools: onApprove && ready.length > 0 && (
      <ApproveCrew count={ready.length} crew={name} label={label} onApprove={onApprove} />
    ),
    ...(ticked !== undefined && { ticked }),
    isFolded,
    rows,
  }
}

interface ApproveProps {
  count: number
  crew: string
  label: string
  onApprove: (crew: string) => void
}
const ApproveCrew = memo(({ count, crew, label, onApprove }: ApproveProps) => (
  <Button size="sm" variant="outline" aria-label={`Approve ${count}: ${label}`} onClick={() => onApprove(crew)}>
    Approve {count}
  </Button>
))

const attention = css({ color: 'attention', fontWeight: 'strong' })
