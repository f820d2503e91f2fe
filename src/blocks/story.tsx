import type { ReactNode } from 'react'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { useFetched } from './detail/use-record.ts'
import { useResource, useServices } from './services/services.tsx'

/** Hands a story one of the entities that the modules describe: blocks know none by name. */
export const Of = ({ name, children }: { name: string; children: (entity: Entity) => ReactNode }) => {
  const { registry } = useServices()
  const entity = registry.entities.find((one) => one.name === name)
  if (!entity) throw new Error(`No module describes a "${name}".`)
  return children(entity)
}

/** Hands a story one record, as the store has it. @useSignals */
export const One = ({
  entity,
  id,
  children,
}: {
  entity: Entity
  id: number
  children: (record: RecordOf<Entity>) => ReactNode
}) => {
  const { store, resumed } = useServices()
  const resource = useResource(entity)
  useFetched(() => resource.fetch(id), `${entity.name} ${id}`, resumed)
  const record = store.of(entity).get(id)
  return record ? children(record) : null
}
