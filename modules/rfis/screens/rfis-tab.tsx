import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import type { RowProps } from '#blocks/query/record-list.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecord } from '#blocks/query/use-record.ts'
import { RecordTab } from '#blocks/record-tab/record-tab.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { can, staff, type Id } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import type { Project } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { RfiDialog } from '../dialogs/rfi-dialog.tsx'
import { numberOf, rfis, type Rfi } from '../entities.ts'
import { ballInCourt } from '../guards.ts'
import { FlagDot } from '../parts/dot.tsx'
import { RfiDetail } from '../parts/rfi-detail.tsx'
import { ageOf, daysLate, dueLabel } from '../parts/labels.ts'

/** A project's RFIs: the list beside the open one, or either of them on a phone. @useSignals */
export default function RfisTab({ record: project, rest }: TabProps<Project>) {
  const { session } = useServices()
  const user = session.user.value
  const query = useQuery(rfis, { params: { project_id: project.id }, order: { column: 'number', direction: 'desc' } })
  const mayAdd = staff(user) && can('create', 'rfis')(user) && project.archived_at === null
  return (
    <ParentScope project_id={project.id}>
      <RecordTab
        entity={rfis}
        query={query}
        path={`/projects/${project.id}/rfis`}
        rest={rest}
        row={Row}
        detail={(rfi, onGone) => <RfiDetail rfi={rfi} readOnly={project.archived_at !== null} onGone={onGone} />}
        add={mayAdd ? (props) => <RfiDialog {...props} /> : undefined}
        empty="Questions to the designers, and their answers, stand here."
        choose="Its question and answers appear here."
      />
    </ParentScope>
  )
}

/** A list item: number, title, whose turn it is, when it is due, and its age. @useSignals */
const Row = ({ item, href, isOpen }: RowProps<Rfi>) => {
  const { session, store } = useServices()
  const rfi = useRecord(item)
  const today = useToday()
  const isLate = daysLate(rfi, today) > 0
  const turn = ballInCourt(rfi)
  const nameOf = (id: Id) => (id === session.user.value?.id ? 'you' : (store.of(users).get(id)?.name ?? 'someone'))
  return (
    <a href={href} className={row} aria-current={isOpen ? 'true' : undefined}>
      <span className={css({ color: 'muted', fontWeight: 'strong' })}>{numberOf(rfi)}</span>
      <span className={css({ minWidth: '0' })}>
        <b className={title}>{rfi.title}</b> <WaitingTag entity={rfis} id={rfi.id} />
        <span className={css({ display: 'block', textStyle: 'small', color: 'muted' })}>
          {turn === null ? 'Resolved' : rfi.sent_at ? `With ${nameOf(turn)}` : 'Not sent'}
          {rfi.due_date && turn !== null && (
            <span className={late} data-late={isLate || undefined}>
              {' '}
              · {dueLabel(rfi, today)}
            </span>
          )}
        </span>
      </span>
      <span className={css({ textStyle: 'small', fontWeight: 'strong' })}>{ageOf(rfi, Date.now())}</span>
      <FlagDot id={rfi.id} />
    </a>
  )
}

const late = css({ '&[data-late]': { color: 'attention', fontWeight: 'strong' } })
const row = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: '3',
  minHeight: '16',
  paddingInline: '4',
  _hover: { background: 'soft' },
  '&[aria-current]': { background: 'primary.soft' },
})
const title = css({ display: 'block', truncate: true })
