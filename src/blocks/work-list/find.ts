import type { Entity } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { plainNumber } from '#core/query/found.ts'
import { soughtNumber } from '#core/query/sought-number.ts'
import { textKey } from '#lib/text-key.ts'

/**
 * Finds what someone types into the search of a list: a number finds its record exactly; anything else finds records whose
 * searchable texts have all of the words, or `more` has.
 * @param records all of the list
 */
export function finderOf<R extends object>(
  entity: Entity,
  typed: string,
  records: readonly R[],
  more: (record: R) => string = () => '',
): (record: R) => boolean {
  const fields: Fields = { ...(entity.fields as Fields), ...(entity.computed as Fields) }
  const searched = Object.keys(fields).filter((name) => fields[name]?.facts.searchable)
  const words = textKey(typed).split(/\s+/).filter(Boolean)
  const numberOf = (record: R) => (searched.includes('number') ? plainNumber(Reflect.get(record, 'number')) : '')
  const inWords = (record: R) => {
    const texts = searched.map((name) => String(Reflect.get(record, name) ?? ''))
    const all = textKey([...texts, more(record)].join(' '))
    return words.every((word) => all.includes(word) || numberOf(record).startsWith(plainNumber(word)))
  }
  const sought = soughtNumber(entity, typed)
  if (!sought) {
    const number = plainNumber(typed)
    const hasNumber = (record: R) => number !== '' && numberOf(record) === number
    return records.some(hasNumber) ? hasNumber : inWords
  }
  const isNumber = (record: R) => Reflect.get(record, sought.field) === sought.number
  return sought.only ? isNumber : (record) => isNumber(record) || inWords(record)
}
