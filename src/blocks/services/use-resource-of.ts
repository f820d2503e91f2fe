import type { Id } from '#core/access/access.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { pickParams } from '#core/resource/queries.ts'
import type { Resource } from '#core/resource/resource.ts'
import { useServices } from './services.tsx'

type Parents = Readonly<Record<string, Id | string>>

/** The resource that a record belongs to, whose parents the record names itself, on any screen. */
export function useResourceOf<E extends Entity>(entity: E): (record: RecordOf<E>) => Resource<E> {
  const { api } = useServices()
  return (record) =>
    (api as (entity: E, parents: Parents) => Resource<E>)(entity, pickParams(entity, record as Parents))
}
