import type { Entity } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { textKey } from '#lib/text-key.ts'

/**
 * Finds what someone types into the search of a list: a number finds its record exactly, as `7`, `#7`, `007` or with the noun
 * before it; anything else finds records whose searchable texts have all of the words.
 */
export function finderOf<R extends object>(entity: Entity, typed: string): (record: R) => boolean {
  const text = textKey(typed.trim())
  const fields: Fields = { ...(entity.fields as Fields), ...(entity.computed as Fields) }
  const names = Object.keys(fields)
  const numbered = names.find((name) => fields[name]?.facts.sequence)
  const searched = names.filter((name) => fields[name]?.facts.searchable)
  const words = text.split(/\s+/).filter(Boolean)
  const inWords = (record: R) => {
    const all = textKey(searched.map((name) => String(Reflect.get(record, name) ?? '')).join(' '))
    return words.every((word) => all.includes(word))
  }
  const noun = textKey(entity.display.noun)
  const [, named, digits] = new RegExp(`^(?:(${noun}|#)\\s*)?#?0*(\\d{1,9})$`).exec(text) ?? []
  if (!numbered || digits === undefined) return inWords
  const isNumber = (record: R) => Reflect.get(record, numbered) === Number(digits)
  return named ? isNumber : (record) => isNumber(record) || inWords(record)
}
