import type { ReactNode } from 'react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { wordsOf } from '#core/entity/wording.ts'
import { stateOf } from '#core/entity/workflow.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import type { ListState } from '../list-page/list.ts'
import { useServices } from '../services/services.tsx'
import type { Arranged } from './arrange.ts'
import { facetsOf, type WorkListSpec } from './spec.ts'
import type { ChoiceChange } from './use-choice.ts'

/** In place of rows: that there are none yet, that nothing matches, or what matches outside of what is chosen. @useSignals */
export const Nothing = <E extends Entity>({
  spec,
  arranged,
  choice,
  choose,
  hrefOf,
  children,
}: {
  spec: WorkListSpec<E>
  arranged: Arranged
  choice: ListState
  choose: (change: ChoiceChange) => void
  hrefOf: (record: RecordOf<E>) => string | undefined
  /** Explains an empty list. */
  children: ReactNode
}) => {
  const { store } = useServices()
  const { entity, views } = spec
  const { icon, title } = entity.display
  const { none, noneSuch } = wordsOf(entity)
  const sought = choice.search.trim()
  const isNarrowed = facetsOf(spec).some(({ name }) => choice.filters[name])
  const view = views.find(({ key }) => key === choice.filters.view) ?? views[0]
  if (!arranged.count)
    return (
      <EmptyState icon={icon} title={view.empty ?? none}>
        {children}
      </EmptyState>
    )
  if (!sought && !isNarrowed) return <EmptyState icon={icon} title={view.empty ?? noneSuch} />
  const outside = arranged.outside.flatMap((id) => store.of(entity).get(id) ?? [])
  const stateIn = (record: RecordOf<E>) =>
    entity.workflow?.states[stateOf(entity.workflow, record)]?.label.toLowerCase()
  const clear = () =>
    choose({ filters: { view: views[0].key, ...Object.fromEntries(facetsOf(spec).map(({ name }) => [name, ''])) } })
  return (
    <EmptyState
      icon="search"
      title={sought ? `Nothing here matches “${sought}”.` : noneSuch}
      action={
        <>
          {outside.map((record) => (
            <p key={record.id}>
              <LinkButton variant="outline" size="sm" href={hrefOf(record) ?? ''}>
                {`${title(record)}${stateIn(record) ? ` is ${stateIn(record)}` : ''}. Open`}
              </LinkButton>
            </p>
          ))}
          {isNarrowed && (
            <Button variant="ghost" onClick={clear}>
              Clear filters
            </Button>
          )}
        </>
      }
    />
  )
}
