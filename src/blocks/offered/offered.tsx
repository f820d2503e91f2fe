import { useContext, type ReactNode } from 'react'
import type { Fields } from '#core/entity/field.ts'
import { guardOf, type Entity } from '#core/entity/entity.ts'
import type { Id } from '#core/access/access.ts'
import { ParentContext, useServices } from '../services/services.tsx'

type Params = Readonly<Record<string, Id | string>>

/**
 * Tells whether the signed-in user may do something with an entity's records, on a server that takes it (rule
 * stock-servers). @useSignals
 * @example const may = useMay()
 * const mayEdit = may(costCodes, 'edit')
 */
export function useMay(): (entity: Entity, verb: string, params?: Params) => boolean {
  const { offer, session } = useServices()
  return (entity, verb, params) =>
    guardOf(entity, verb)(session.user.value) && offer.takes(entity, verb, params) === true
}

/**
 * Tells whether an entity's records have a field on this server: its own, and the collection that it refers to or counts.
 * What is no field is always there. @useSignals
 */
export function useTells(): (entity: Entity, name: string) => boolean {
  const { offer, registry } = useServices()
  const parents = useContext(ParentContext)
  return (entity, name) => {
    const field = ({ ...entity.fields, ...entity.computed } as Fields)[name]
    if (!field) return true
    const target = field.facts.ref && registry.entity(field.facts.ref.entity)
    const counted = registry.counts(entity).find((count) => count.name === name)?.entity
    const needed = [target, counted].filter((one) => one !== undefined)
    // A joined field follows from another record.
    const isTold = field.facts.related !== undefined || offer.tells(entity, name)
    return isTold && needed.every((one) => offer.has(one, parents) === true)
  }
}

/** Shows its children where the server has an entity's collection, or takes this action or query on it. @useSignals */
export const Offered = ({
  entity,
  verb = 'view',
  params,
  children,
}: {
  entity: Entity
  verb?: string
  params?: Params
  children: ReactNode
}) => (useServices().offer.takes(entity, verb, params) === true ? children : null)
