import { memo, useState } from 'react'
import { useLocation } from 'wouter'
import type { ReadonlySignal } from '@preact/signals-react'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { RecordList } from '#blocks/query/record-list.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { useAddAction } from '#blocks/page/page.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css, cx } from '#css/css'
import { can, staff, type Id } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { Project } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { RfiDialog } from '../dialogs/rfi-dialog.tsx'
import { numberOf, rfis, type Rfi } from '../entities.ts'
import { ballInCourt } from '../guards.ts'
import { FlagDot } from '../parts/dot.tsx'
import { RfiDetail } from '../parts/rfi-detail.tsx'
import { ageOf, daysLate } from '../parts/labels.ts'

/** A project's RFIs: the list beside the open one, or either of them on a phone. @useSignals */
export default function RfisTab({ record: project, rest }: TabProps<Project>) {
  const { session, store } = useServices()
  const [, navigate] = useLocation()
  const [adding, setAdding] = useState(false)
  const here = `/projects/${project.id}/rfis`
  const list = useQuery(rfis, { params: { project_id: project.id }, order: { column: 'number', direction: 'desc' } })
  const opened = store.of(rfis).get(/^-?\d+$/.test(rest) ? Number(rest) : 0)
  const user = session.user.value
  const mayAdd = staff(user) && can('create', 'rfis')(user) && project.archived_at === null
  useAddAction(mayAdd ? { label: 'Add RFI', onAdd: () => setAdding(true) } : null)
  return (
    <ParentScope project_id={project.id}>
      <div className={columns}>
        <div className={cx(css({ display: 'grid', gap: '3' }), opened && onlyWide)}>
          {mayAdd && (
            <span className={css({ display: { base: 'none', md: 'block' } })}>
              <Button icon="plus" onClick={() => setAdding(true)}>
                Add RFI
              </Button>
            </span>
          )}
          <RecordList
            query={list}
            aria-label="RFIs"
            row={(item) => (
              <Row item={item} href={`${here}/${item.peek().id}`} isOpen={rest === String(item.peek().id)} />
            )}
            empty={
              <EmptyState icon="message-circle-question-mark" title="No RFIs yet.">
                Questions to the designers, and their answers, stand here.
              </EmptyState>
            }
          />
        </div>
        {opened ? (
          <div className={css({ display: 'grid', gap: '3', minWidth: '0' })}>
            <span className={css({ display: { lg: 'none' } })}>
              <LinkButton variant="outline" icon="arrow-left" href={here}>
                RFIs
              </LinkButton>
            </span>
            <RfiDetail
              key={opened.id}
              rfi={opened}
              readOnly={project.archived_at !== null}
              onGone={() => navigate(here, { replace: true })}
            />
          </div>
        ) : (
          list.items.value.length > 0 && (
            <div className={onlyWide}>
              <EmptyState icon="message-circle-question-mark" title="Choose an RFI.">
                Its question and answers appear here.
              </EmptyState>
            </div>
          )
        )}
      </div>
      {adding && <RfiDialog onClose={() => setAdding(false)} onSaved={({ id }) => navigate(`${here}/${id}`)} />}
    </ParentScope>
  )
}

/** A list item: title, whose turn it is, and age. @useSignals */
const Row = memo(({ item, href, isOpen }: { item: ReadonlySignal<Rfi>; href: string; isOpen: boolean }) => {
  const { session, store } = useServices()
  const rfi = item.value
  const today = useToday()
  const turn = ballInCourt(rfi)
  const nameOf = (id: Id) => (id === session.user.value?.id ? 'you' : (store.of(users).get(id)?.name ?? 'someone'))
  return (
    <a href={href} className={row} aria-current={isOpen ? 'true' : undefined}>
      <span className={css({ color: 'muted', fontWeight: 'strong' })}>{numberOf(rfi)}</span>
      <span className={css({ minWidth: '0' })}>
        <b className={title}>{rfi.title}</b> <WaitingTag entity={rfis} id={rfi.id} />
        <span className={css({ display: 'block', textStyle: 'small', color: 'muted' })}>
          {turn === null ? 'Resolved' : rfi.sent_at ? `With ${nameOf(turn)}` : 'Not sent'}
        </span>
      </span>
      <span
        className={css({ textStyle: 'small', fontWeight: 'strong', '&[data-late]': { color: 'attention' } })}
        data-late={daysLate(rfi, today) > 0 || undefined}
      >
        {ageOf(rfi, Date.now())}
      </span>
      <FlagDot id={rfi.id} />
    </a>
  )
})

const columns = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(20rem, 27.5rem) minmax(0, 1fr)' },
  gap: '4',
  alignItems: 'start',
})
const onlyWide = css({ display: { base: 'none!', lg: 'grid!' } })
const row = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: '3',
  minHeight: '16',
  paddingInline: '4',
  borderBottom: '1px solid {colors.line}',
  _hover: { background: 'soft' },
  '&[aria-current]': { background: 'primary.soft' },
})
const title = css({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
