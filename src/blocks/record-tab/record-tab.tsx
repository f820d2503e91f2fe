import { useContext, useState, type ComponentType, type ReactNode } from 'react'
import { Redirect, useLocation } from 'wouter'
import { css, cx } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { pickParams, type LiveQuery } from '#core/resource/queries.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { useAddAction } from '../page/page.tsx'
import { RecordList, type RowProps } from '../query/record-list.tsx'
import { ParentContext } from '../services/services.tsx'
import { useOpened } from './use-opened.ts'

export interface RecordTabProps<E extends Entity> {
  entity: E
  /** The records, from `useQuery`. */
  query: LiveQuery<RecordOf<E>>
  /** The tab's address, and what follows it: the id of the open record. */
  path: string
  rest: string
  /** A row's content; see RecordList. */
  row: ComponentType<RowProps<RecordOf<E>>>
  /** The open record; `onGone` goes back to the list. */
  detail: (record: RecordOf<E>, onGone: () => void) => ReactNode
  /** The dialog that adds a record; without it there is no button. */
  add?: ((props: { onClose: () => void; onSaved: (record: { id: Id }) => void }) => ReactNode) | undefined
  /** Explains an empty list. */
  empty?: string
  /** Explains what is shown beside the list when no record is open. */
  choose?: string
}

/** A tab with a list of records beside the open one, or either of them on a phone. @useSignals */
export const RecordTab = <E extends Entity>({
  entity,
  query,
  path,
  rest,
  row,
  detail,
  add,
  empty,
  choose,
}: RecordTabProps<E>) => {
  const [, navigate] = useLocation()
  const [adding, setAdding] = useState(false)
  const { noun, plural, icon } = entity.display
  const { opened, elsewhere } = useOpened(entity, rest, pickParams(entity, useContext(ParentContext)))
  const label = `Add ${noun}`
  const title = plural.charAt(0).toUpperCase() + plural.slice(1)
  useAddAction(add ? { label, onAdd: () => setAdding(true) } : null)
  if (elsewhere !== null) return <Redirect to={elsewhere} replace />
  return (
    <>
      <div className={columns}>
        <div className={cx(css({ display: 'grid', gap: '3' }), opened && onlyWide)}>
          {add && (
            <span className={css({ display: { base: 'none', md: 'block' } })}>
              <Button variant={opened ? 'outline' : 'solid'} icon="plus" onClick={() => setAdding(true)}>
                {label}
              </Button>
            </span>
          )}
          <RecordList
            query={query}
            aria-label={title}
            row={row}
            path={path}
            opened={rest}
            empty={
              <EmptyState icon={icon} title={`No ${plural} yet.`}>
                {empty}
              </EmptyState>
            }
          />
        </div>
        {opened ? (
          <div key={opened.id} className={css({ display: 'grid', gap: '3', minWidth: '0' })}>
            <span className={css({ display: { lg: 'none' } })}>
              <LinkButton variant="outline" icon="arrow-left" href={path}>
                {title}
              </LinkButton>
            </span>
            {detail(opened, () => navigate(path, { replace: true }))}
          </div>
        ) : (
          query.items.value.length > 0 && (
            <div className={onlyWide}>
              <EmptyState icon={icon} title="Choose from the list.">
                {choose}
              </EmptyState>
            </div>
          )
        )}
      </div>
      {adding && add?.({ onClose: () => setAdding(false), onSaved: ({ id }) => navigate(`${path}/${id}`) })}
    </>
  )
}

const columns = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(20rem, 27.5rem) minmax(0, 1fr)' },
  gap: '4',
  alignItems: 'start',
})
const onlyWide = css({ display: { base: 'none!', lg: 'grid!' } })
