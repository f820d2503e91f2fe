import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'

/** Whether a field of the records is told once, to the request that makes it (`sent('once')`). */
export const tellsOnce = ({ fields, computed }: Entity): boolean =>
  Object.values({ ...fields, ...computed } as Fields).some(({ facts }) => facts.once)

/** Whether answers hold secrets, or what devices do not keep: they are not compressed, since their length would tell it. */
export const isSecret = (entity: Entity): boolean => entity.offline === false || tellsOnce(entity)
