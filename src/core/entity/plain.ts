import type { Entity } from './entity.ts'
import type { Fields } from './field.ts'

/**
 * Whether what a user reads of an entity's records changes only together with the records, or with those they refer to:
 * not with other records, nor with the user's rights. Then the changes since a time are all there is to know.
 */
export const isPlain = ({ fields, computed }: Pick<Entity, 'fields' | 'computed'>): boolean =>
  Object.values(computed as Fields).every(({ facts }) => facts.related !== undefined) &&
  Object.values({ ...fields, ...computed } as Fields).every(({ facts }) => facts.readableBy === undefined)
