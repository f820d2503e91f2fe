import type { ReactNode } from 'react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { wordsOf } from '#core/entity/wording.ts'
import { stateOf } from '#core/entity/workflow.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { ListState } from '../list-page/list.ts'
import { useServices } from '../services/services.tsx'
import { viewOf, type Arranged } from './arrange.ts'
import { unnarrowed, type ListSpec, type WorkListSpec } from './spec.ts'
import type { ChoiceChange } from './use-choice.ts'

/** In place of rows: that there are none yet, that nothing matches, or what matches outside of what is chosen. @useSignals */
export const Nothing = <E extends Entity>({
  spec,
  arranged,
  choice,
  choose,
  hrefOf,
  children,
}: Omit<Chosen<E>, 'spec'> & {
  spec: WorkListSpec<E>
  arranged: Arranged
  hrefOf: (record: RecordOf<E>) => string | undefined
  /** Explains an empty list. */
  children: ReactNode
}) => {
  const { store } = useServices()
  const { entity } = spec
  const { icon, title } = entity.display
  const { none, noneSuch } = wordsOf(entity)
  const view = viewOf(spec, choice)
  if (!arranged.count)
    return (
      <EmptyState icon={icon} title={view.empty ?? none}>
        {children}
      </EmptyState>
    )
  if (!isNarrowed(spec, choice)) return <EmptyState icon={icon} title={view.empty ?? noneSuch} />
  const outside = arranged.outside.flatMap((id) => store.of(entity).get(id) ?? [])
  const stateIn = (record: RecordOf<E>) =>
    entity.workflow?.states[stateOf(entity.workflow, record)]?.label.toLowerCase()
  return (
    <NothingFits {...{ spec, choice, choose }}>
      {outside.map((record) => (
        <p key={record.id}>
          <LinkButton variant="outline" size="sm" href={hrefOf(record) ?? ''}>
            {`${title(record)}${stateIn(record) ? ` is ${stateIn(record)}` : ''}. Open`}
          </LinkButton>
        </p>
      ))}
    </NothingFits>
  )
}

interface Chosen<E extends Entity> {
  spec: ListSpec<E>
  choice: ListState
  choose: (change: ChoiceChange) => void
}

/** Whether the list is searched, or narrowed by more than its views. */
export const isNarrowed = <E extends Entity>(spec: ListSpec<E>, { search, filters }: ListState): boolean =>
  search.trim() !== '' || Object.keys(unnarrowed(spec)).some((name) => filters[name])

/** Nothing matches what is sought and chosen, and a way to take that back. */
export const NothingFits = <E extends Entity>({
  spec,
  choice,
  choose,
  children,
}: Chosen<E> & { children?: ReactNode }) => {
  const sought = choice.search.trim()
  return (
    <EmptyState
      icon="search"
      title={sought ? `Nothing here matches “${sought}”.` : wordsOf(spec.entity).noneSuch}
      action={
        <>
          {children}
          {isNarrowed(spec, { ...choice, search: '' }) && (
            <Button variant="ghost" onClick={() => choose({ filters: unnarrowed(spec) })}>
              Clear filters
            </Button>
          )}
        </>
      }
    />
  )
}
