import { expect, test } from 'vitest'
import { pastTense, actionWords } from '#core/entity/past-tense.ts'
import { isEntity, type Entity } from '#core/entity/entity.ts'
import { labelOf, type Fields } from '#core/entity/field.ts'
import { isPossible, isTaken } from '#core/entity/workflow.ts'
import { countOf, inState, withoutA, wordsOf } from '#core/entity/wording.ts'
import { loadModules } from '#server/modules.ts'

/** A record that is in a state as far as its description says how. */
function recordIn({ workflow }: Entity, name: string): object {
  const { is, stamp } = workflow?.states[name] ?? {}
  return { ...is, ...(stamp && { [`${stamp}_at`]: '2026-11-24T10:00:00.000Z' }) }
}

/** Everything that is said of an entity's records without a text of their own. */
function sentencesOf(entity: Entity): string[] {
  const { workflow, fields, actions } = entity
  const labels = Object.entries(fields as Fields).map(([name, field]) => labelOf(name, field))
  const shown = Object.entries(fields as Fields).filter(([, { facts }]) => !facts.readonly)
  const refusals = Object.entries(workflow?.states ?? {}).flatMap(([name, state]) => {
    const record = recordIn(entity, name)
    const isRefused = Object.entries(workflow?.steps ?? {}).some(
      ([action, step]) =>
        workflow && !step?.refusal && !isPossible(workflow, action, record) && !isTaken(workflow, action, record),
    )
    return state && isRefused ? [state.refusal ?? inState(entity, state.label)] : []
  })
  const history = ['created', 'updated', 'deleted', 'restored', 'undone', ...actions].map(
    (action) => `Ana ${actionWords(entity, action)}`,
  )
  return [
    ...Object.values(wordsOf(entity)),
    countOf(1, entity),
    countOf(3, entity),
    ...refusals,
    ...history,
    ...labels.map((label) => `${label} is required`),
    // What is assigned to nobody is said so.
    ...shown.flatMap(([name, field]) => (field.facts.ref?.entity === 'user' ? [] : withoutA(labelOf(name, field)))),
    ...shown.map(([name, field]) => `${labelOf(name, field)}: ${countOf(2, entity)}`),
  ]
}

/** What no English sentence looks like. */
const bad: Readonly<Record<string, RegExp>> = {
  'a word twice': /\b(\w+) \1\b/i,
  'two prepositions': /\b(to|of|for|with) (by|of|to|for|with)\b/i,
  'a preposition at its end': /\b(sort by|no) .*\b(to|by|of|on|with)$/i,
  'a name of the wire': /_/,
  'an acronym in small letters': /\b(rfis?|pdfs?|csv|url|id|ids)\b/,
  'a plural or a past without its rule':
    /\b\w*([^aeiou]ys|[^aeiou]yed|sss|[^aeiou]ied?ed|(ch|sh|x)s|aies|eies|oies|uies)\b/i,
  'a past without its second consonant': /\b(stop|plan|drop|set|put|cut|ship|pin|tag|swap|skip|split)ed\b/i,
  'a past that has none of its own': /\b(read|send|make|undo|find|hold|keep|leave|give|take|write)e?d\b/i,
  'no value': /\b(undefined|null|NaN)\b|\[object/,
  'a state that is a clause': /\bis (only|nobody|somebody|you|it|awaits)\b/i,
  'a space too many': / {2}| $|^ | [.,:]/,
}

test('every generated sentence of every entity reads as English', async () => {
  const entities = (await loadModules()).flatMap(({ exports }) => Object.values(exports).filter(isEntity))
  const all = entities.flatMap((entity) => sentencesOf(entity).map((sentence) => ({ entity: entity.name, sentence })))
  const wrong = all.flatMap(({ entity, sentence }) =>
    Object.entries(bad).flatMap(([why, shape]) =>
      shape.test(sentence) ? [`${entity}: “${sentence}” has ${why}`] : [],
    ),
  )
  expect(wrong).toEqual([])
  expect(all.length).toBeGreaterThan(1000)
})

test('the shapes find what they are for', () => {
  const sentences = [
    'Sort by by',
    'Reply to rfis',
    'Assigned to of 2 tasks',
    'Ana copyed default documents',
    'No companys yet.',
  ]
  for (const sentence of sentences)
    expect([sentence, Object.values(bad).some((shape) => shape.test(sentence))]).toEqual([sentence, true])
  expect(['copy_previous', 'retry', 'set', 'ship'].map(pastTense)).toEqual([
    'copied previous',
    'retried',
    'set',
    'shipped',
  ])
})
