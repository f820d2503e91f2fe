import { textKey } from '../../lib/text-key.ts'
import type { Entity } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { soughtNumber, type SoughtNumber } from './sought-number.ts'

/** A number in letters and digits, such as a sheet's or a job's: E-2.1 and E2.1 are the same. */
export const plainNumber = (text: unknown): string => textKey(String(text ?? '')).replaceAll(/[\s\-–—]/g, '')

/** From so many letters on, a word may have one typing error. */
const FORGIVEN = 4

/** The words of a search, normalized; at most eight. */
export const searchWords = (text: string): string[] =>
  textKey(text.slice(0, 200).replaceAll('\0', '')).split(/\s+/).filter(Boolean).slice(0, 8)

/**
 * How a word may stand in a text that has a space before each of its words: one or two letters begin a word, and a number has a dash
 * behind its letters or has none.
 */
export function formsOf(word: string): string[] {
  const dashed = /^([a-z]{1,4})-?(\d.*)$/.exec(word)
  const words = dashed ? [`${dashed[1]}${dashed[2]}`, `${dashed[1]}-${dashed[2]}`] : [word]
  return words.map((one) => ([...one].length < 3 && /^[\p{L}\p{N}]+$/u.test(one) ? ` ${one}` : one))
}

/** Whether one typing error in a word is forgiven; a number with one is another number. */
export const mayBeMistyped = (word: string): boolean => word.length >= FORGIVEN && /^\p{L}+$/u.test(word)

/**
 * Whether a text has a word that begins as this one does, but for one letter that is wrong, missing, too many, or exchanged
 * with the next.
 * @param key normalized
 */
export const isAlmostIn = (key: string, word: string): boolean =>
  key.split(/[^\p{L}\p{N}]+/u).some((one) => {
    let at = 0
    while (at < word.length && one[at] === word[at]) at++
    if (at === word.length) return true
    const [rest, after] = [word.slice(at), word.slice(at + 1)]
    return (
      one.startsWith(after, at + 1) ||
      one.startsWith(after, at) ||
      one.startsWith(rest, at + 1) ||
      (one[at] === word[at + 1] && one[at + 1] === word[at] && one.startsWith(word.slice(at + 2), at + 2))
    )
  })

/**
 * What stands in each text that {@link isAlmostIn} accepts: all parts of one of these lists. An error at any place leaves what
 * is before and behind it.
 * @param least the length of the shortest part that can be looked for
 */
export function partsOfMistyped(word: string, least: number): string[][] {
  const swapped = [...word].slice(1).map((next, at) => word.slice(0, at) + next + word[at] + word.slice(at + 2))
  const broken = [...word].map((_, at) => [` ${word.slice(0, at)}`, word.slice(at + 1)])
  const ways = [...broken, ...swapped.map((one) => [` ${one}`])]
    .map((parts) => parts.filter((part) => part.length >= least))
    .filter((parts) => parts.length)
  const isIn = (parts: readonly string[], longer: readonly string[]) =>
    parts.every((part) => longer.some((one) => one.includes(part)))
  // What has ` sch` has ` sc`: each list that is looked for costs, and those that another one finds are left out.
  return ways.filter((parts, at) => !ways.some((one, other) => isIn(one, parts) && (!isIn(parts, one) || other < at)))
}

/** What is sought of one kind of record. */
export interface Sought {
  readonly words: readonly string[]
  /** As one text, normalized. */
  readonly key: string
  /** As a number of letters and digits. */
  readonly plain: string
  /** As a number that the server gave: `RFI 13`. */
  readonly numbered: SoughtNumber | null
}
export function soughtOf(entity: Entity, text: string): Sought {
  const words = searchWords(text)
  return { words, key: words.join(' '), plain: plainNumber(text), numbered: soughtNumber(entity, text) }
}

/** What a record is found by, normalized. */
export interface Findable {
  /** Its title and other short texts, in the order of the description. */
  readonly short: string
  /** The value of its own `number`. */
  readonly number: unknown
}

/** Its short texts, which are what a title is made of, are those that are searched and no long ones (rule find). */
export const shortTexts = (entity: Entity): string[] =>
  Object.entries(entity.fields as Fields).flatMap(([name, { kind, facts }]) =>
    facts.searchable && (kind === 'text' || kind === 'email') ? [name] : [],
  )

/**
 * How well a record answers, from 0 to 4: it has the number, its title begins so, its short texts have words that begin so,
 * they have the words anywhere, or they are elsewhere (rule find).
 */
export function rankOf({ words, key, plain, numbered }: Sought, { short, number }: Findable): number {
  if (numbered && number === numbered.number) return 4
  if (!words.length) return 0
  if (plainNumber(number) === plain) return 4
  if (short.startsWith(key)) return 3
  if (words.every((word) => ` ${short}`.includes(` ${word}`))) return 2
  return words.every((word) => short.includes(word)) ? 1 : 0
}
