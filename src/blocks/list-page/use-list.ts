import { useContext, useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import type { Entity } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { whereOf } from '#core/query/filters.ts'
import { pickParams } from '#core/resource/queries.ts'
import { useAddress } from '../address/address.ts'
import { useMay } from '../offered/offered.tsx'
import { useShared } from '../query/use-shared.ts'
import { ParentContext, useReading, useServices } from '../services/services.tsx'
import { anyone } from '../work-list/arrange-pages.ts'
import { NONE } from '../work-list/facets.ts'
import { facetsOf, initialOf, knownIn, type ListSpec, type ListView, type Narrowing } from '../work-list/spec.ts'
import { createList } from './create-list.ts'
import { keepRows } from './kept-rows.ts'
import { placeOf } from './left.ts'
import type { ListPageProps } from './list-page.tsx'

const nameOf = (one: Narrowing) => (typeof one === 'string' ? one : one.name)
const none: readonly never[] = []
const ALL: ListView = { key: '', label: 'All' }
type Described<E extends Entity> = Pick<
  ListPageProps<E>,
  'entity' | 'columns' | 'filter' | 'narrow' | 'groups' | 'batch' | 'csv'
>

/** The list in the terms of all lists. A list asks for active records by default (rule list-defaults). @useSignals */
export function useSpec<E extends Entity>(described: Described<E>): ListSpec<E> {
  const { entity, columns, filter, narrow = none, groups = none, batch, csv } = described
  const { settings, session, registry } = useServices()
  const may = useMay()
  const user = session.user.value
  const fields = entity.fields as Fields
  const hasGroups = settings.value.features.includes('groups')
  // A server refuses to group by what the user may not read.
  const readable = (name: string) => fields[name]?.facts.readableBy?.(user) ?? true
  // The same arrays while their content is, because a new spec starts the list over.
  const facets = useShared(hasGroups ? groups.filter(readable) : none)
  /** What it can be grouped by, it can be narrowed by, where its values can be chosen. */
  const offered = groups.filter((name) => {
    const of = registry.entity(fields[name]?.facts.ref?.entity ?? '')
    return name in fields && readable(name) && !narrow.some((one) => nameOf(one) === name) && (!of || may(of, 'view'))
  })
  const narrows = useShared<readonly Narrowing[]>([...narrow, ...offered])
  return useMemo(() => {
    const [first = ALL, ...views] = filter?.options.map(({ value, label }) => ({ key: value, label })) ?? []
    return {
      entity,
      name: `${entity.table}.pages`,
      columns,
      views: [first, ...views],
      by: filter?.name ?? null,
      ...(filter && { which: filter.label }),
      filters: { status: 'active' },
      facets,
      narrow: narrows,
      sort: `${entity.direction === 'desc' ? '-' : ''}${entity.sort}`,
      ...(batch && { batch }),
      ...(csv && { csv }),
    }
  }, [entity, columns, filter, batch, csv, facets, narrows])
}

/** The list of a page, which goes on as long as the page is open. @useSignals */
export function useList<E extends Entity>(spec: ListSpec<E>, title: string, across: boolean) {
  const { store, session, settings, retries, kept, shown } = useServices()
  const { entity } = spec
  const resource = useReading(entity, across)
  const params = useContext(ParentContext)
  const address = useAddress()
  const search = useSearch()
  const list = useMemo(() => {
    const asker = () => ({ user: { id: session.user.peek()?.id ?? 0 } })
    const below = across ? {} : pickParams(entity, params)
    const facets = facetsOf(spec)
    return createList({
      entity,
      collection: store.of(entity),
      fetchPage: resource.fetchPage,
      key: entity.name,
      missed: store.missedOf(entity),
      retries,
      keptRows: keepRows(entity, kept, store, whereOf(entity, {}, asker())),
      place: placeOf(JSON.stringify([title, entity.name, below, session.user.peek()?.id])),
      address,
      byRow: () => settings.peek().features.includes('after'),
      asker,
      params: below,
      filters: initialOf(spec).filters,
      valid: (state) => knownIn(spec, state),
      groupOf: (group, record) => facets.find(({ name }) => name === group)?.of(record, anyone)?.value ?? NONE,
    })
  }, [resource, entity, store, session, settings, retries, kept, address, across, params, spec, title])
  useEffect(() => {
    const stops = [list.start(), shown.add({ state: list.known, asOf: list.asOf, renew: list.renew })]
    return () => {
      for (const stop of stops) stop()
    }
  }, [list, shown])
  // Someone may go to an address with other filters, or without any, while the page stays.
  useEffect(() => list.follow(), [list, search])
  return { list, resource }
}
