import { useContext, useEffect, useMemo } from 'react'
import { useSearch } from 'wouter'
import type { Entity } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { whereOf } from '#core/query/filters.ts'
import { pickParams } from '#core/resource/queries.ts'
import { useAddress } from '../address/address.ts'
import { useShared } from '../query/use-shared.ts'
import { ParentContext, useReading, useServices } from '../services/services.tsx'
import { anyone } from '../work-list/arrange-pages.ts'
import { NONE } from '../work-list/facets.ts'
import { facetsOf, initialOf, knownIn, type ListSpec, type ListView } from '../work-list/spec.ts'
import { createList } from './create-list.ts'
import { keepRows } from './kept-rows.ts'
import { placeOf } from './left.ts'
import type { ListPageProps } from './list-page.tsx'
import type { Narrowing } from './narrow.tsx'

const nameOf = (one: Narrowing) => (typeof one === 'string' ? one : one.name)
const none: readonly never[] = []
const ALL: ListView = { key: '', label: 'All' }
type Described<E extends Entity> = Pick<
  ListPageProps<E>,
  'entity' | 'columns' | 'filter' | 'narrow' | 'groups' | 'batch'
>

/** The list in the terms of all lists. A list asks for active records by default (rule list-defaults). @useSignals */
export function useSpec<E extends Entity>({
  entity,
  columns,
  filter,
  narrow,
  groups = none,
  batch,
}: Described<E>): ListSpec<E> {
  const { settings, session } = useServices()
  const user = session.user.value
  const hasGroups = settings.value.features.includes('groups')
  // A server refuses to group by what the user may not read.
  const readable = (name: string) => (entity.fields as Fields)[name]?.facts.readableBy?.(user) ?? true
  // The same array while its content is, because a new spec starts the list over.
  const facets = useShared(hasGroups ? groups.filter(readable) : none)
  return useMemo(() => {
    const [first = ALL, ...views] = filter?.options.map(({ value, label }) => ({ key: value, label })) ?? []
    return {
      entity,
      name: `${entity.table}.pages`,
      columns,
      views: [first, ...views],
      by: filter?.name ?? null,
      filters: { status: 'active', ...Object.fromEntries((narrow ?? []).map((one) => [nameOf(one), ''])) },
      facets,
      sort: `${entity.direction === 'desc' ? '-' : ''}${entity.sort}`,
      ...(batch && { batch }),
    }
  }, [entity, columns, filter, narrow, batch, facets])
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
