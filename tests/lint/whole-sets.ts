/**
 * A rule for what is rendered of many records: one that changes renders its row, and nothing around it.
 *
 * Found is the `.value` of a set of records, `query.items.value` or `store.of(…).all.value`, where a component or hook reads
 * it while rendering: by itself, in callbacks of array methods and of `useMemo`, in a `useComputed` that it reads at once,
 * and in local functions called from there. A set is what is called `items` or `all`, or comes from there by another name.
 * Found is also a computed signal that gives the records of a set themselves, whatever the set is called: it is another one
 * with each change of any, so whoever reads it renders for that. Not found are other computed signals and handlers, and
 * `writes.items`: what waits on a device is no record.
 */
import { atFunctions, child, isFunction, isNode, nameIn, running, type Node, type Placed } from './syntax.ts'

interface Context {
  report(problem: { node: Node; message: string }): void
}

/** A component or hook, the names of sets in it, and where their values are read. */
interface Rendering {
  readonly node: Node
  readonly sets: Set<string>
  readonly reads: (Placed & { node: Node; name: string })[]
  readonly calls: (Placed & { name: string })[]
}

const propertyOf = (node: Node | null): string => nameIn(child(node, 'property'))

const isSet = (name: string) => /^(items|all)$/.test(name)
const rendersIn = (name: string) => /^([A-Z]|use[A-Z])/.test(name)
/** Functions that call theirs before they return. */
const atOnce =
  /^(map|flatMap|filter|find|findLast|findIndex|some|every|reduce|forEach|toSorted|sort|groupBy|from|useMemo)$/

/** A function's own name, or that of the variable it is assigned to, also by way of `memo`. */
function nameOf(node: Node): string {
  const isWrapped = node.parent?.type === 'CallExpression' && nameIn(child(node.parent, 'callee')) === 'memo'
  const given = isWrapped && node.parent ? node.parent : node
  const { parent } = given
  const variable = parent?.type === 'VariableDeclarator' && child(parent, 'init') === given ? child(parent, 'id') : null
  return nameIn(child(node, 'id')) || nameIn(variable)
}

function isCalledAtOnce(node: Node): boolean {
  const { parent } = node
  const callee = child(parent, 'callee')
  if (parent?.type !== 'CallExpression' || callee === node) return false
  const name = nameIn(callee) || propertyOf(callee)
  const { parent: around } = parent
  const isRead = around?.type === 'MemberExpression' && child(around, 'object') === parent
  return atOnce.test(name) || (name === 'useComputed' && isRead && propertyOf(around) === 'value')
}

/** The name of a set that a member expression gives, unless it is that of the waiting changes. */
function setIn(node: Node | null): string {
  const name = propertyOf(node)
  return node?.type === 'MemberExpression' && isSet(name) && nameIn(child(node, 'object')) !== 'writes' ? name : ''
}

const MESSAGE =
  'This renders for a change of any record. Hand a row its signal by useRows, and take what the screen shows of the set by useSummary, or by useRecords where it stays short.'

const GIVEN =
  'This signal is another one with each change of any record. Give what `watchedAll` gives, which is new only where a field changed that was read.'

const childrenIn = (node: Node | null, key: string): Node[] => {
  const list = node?.[key]
  return Array.isArray(list) ? list.filter(isNode) : []
}
const argumentOf = (node: Node | null) => childrenIn(node, 'arguments')[0] ?? null

/** What a function returns, as far as it is written after `=>` or `return`. */
function resultsOf(node: Node | null): Node[] {
  const body = node && isFunction(node) ? child(node, 'body') : null
  if (body?.type !== 'BlockStatement') return body ? [body] : []
  return childrenIn(body, 'body').flatMap((one) => child(one, 'argument') ?? [])
}

/** Whether an expression is made of what `isPart` finds: in arrays, objects and maps, in either branch of a choice. */
function holds(node: Node | null, isPart: (one: Node) => boolean): boolean {
  if (!node) return false
  const inner = (keys: readonly string[]) => keys.some((key) => holds(child(node, key), isPart))
  if (isPart(node) || inner(['expression', 'consequent', 'alternate', 'left', 'right'])) return true
  if (node.type === 'ArrayExpression') return childrenIn(node, 'elements').some((one) => holds(one, isPart))
  if (node.type === 'SpreadElement') return inner(['argument'])
  if (node.type === 'ObjectExpression')
    return childrenIn(node, 'properties').some((one) => holds(child(one, 'value') ?? one, isPart))
  return node.type === 'NewExpression' && holds(argumentOf(node), isPart)
}

/** Whether a callback of an array method gives the value of the signal that it gets. */
function givesValue(node: Node | null): boolean {
  const [given] = childrenIn(node, 'params')
  const isValue = (one: Node) =>
    given?.type === 'ObjectPattern'
      ? nameIn(one) === 'value'
      : propertyOf(one) === 'value' && nameIn(child(one, 'object')) === nameIn(given ?? null)
  return resultsOf(node).some((one) => holds(one, isValue))
}

/** Whether a call gives the records of a set: `items.value.map((item) => item.value)`, and what is left of that. */
function givesRecords(node: Node): boolean {
  const callee = node.type === 'CallExpression' ? child(node, 'callee') : null
  const list = child(callee, 'object')
  if (/^(filter|toSorted|sort|slice|toReversed)$/.test(propertyOf(callee))) return list !== null && givesRecords(list)
  return /^(map|flatMap)$/.test(propertyOf(callee)) && propertyOf(list) === 'value' && givesValue(argumentOf(node))
}

export const wholeSets = {
  create({ report }: Context) {
    const open: Rendering[] = []

    /** Null for what runs while rendering, the local function that something is in, or undefined for what runs later. */
    function within(node: Node, { node: component }: Rendering): string | null | undefined {
      for (let at = node.parent; at && at !== component; at = at.parent)
        if (isFunction(at) && !isCalledAtOnce(at)) return nameOf(at) || undefined
      return null
    }

    function enter(node: Node) {
      if (rendersIn(nameOf(node))) open.push({ node, sets: new Set(), reads: [], calls: [] })
    }

    function leave(node: Node) {
      const found = open.at(-1)
      if (found?.node !== node) return
      open.pop()
      for (const { node: at, name } of running(found.reads, found.calls))
        if (name === '' || found.sets.has(name)) report({ node: at, message: MESSAGE })
    }

    function read(node: Node, set: Node | null) {
      const found = open.at(-1)
      const name = nameIn(set)
      const place = found && (name || setIn(set)) ? within(node, found) : undefined
      if (found && place !== undefined) found.reads.push({ node, name, within: place })
    }

    return {
      ...atFunctions(enter, leave),
      VariableDeclarator(node: Node) {
        if (setIn(child(node, 'init'))) open.at(-1)?.sets.add(nameIn(child(node, 'id')))
      },
      Property(node: Node) {
        if (node.parent?.type !== 'ObjectPattern') return
        if (isSet(nameIn(child(node, 'key')))) open.at(-1)?.sets.add(nameIn(child(node, 'value')))
        // `const { value } = query.items`
        if (nameIn(child(node, 'key')) === 'value') read(node, child(node.parent.parent, 'init'))
      },
      MemberExpression(node: Node) {
        if (propertyOf(node) === 'value') read(node, child(node, 'object'))
      },
      CallExpression(node: Node) {
        const found = open.at(-1)
        const name = nameIn(child(node, 'callee'))
        const place = found && name ? within(node, found) : undefined
        if (found && place !== undefined) found.calls.push({ name, within: place })
        if (
          /^(computed|useComputed)$/.test(name) &&
          resultsOf(argumentOf(node)).some((one) => holds(one, givesRecords))
        )
          report({ node, message: GIVEN })
      },
    }
  },
}
