/**
 * A rule for what is rendered of many records: one that changes renders its row, and nothing around it.
 *
 * Found is the `.value` of a set of records, `query.items.value` or `store.of(…).all.value`, where a component or hook reads
 * it while rendering: by itself, in callbacks of array methods and of `useMemo`, in a `useComputed` that it reads at once,
 * and in local functions called from there. A set is what is called `items` or `all`, or comes from there by another name.
 * Not found are computed signals and handlers, and `writes.items`: what waits on a device is no record.
 */
import { atFunctions, child, isFunction, nameIn, running, type Node, type Placed } from './syntax.ts'

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
      },
    }
  },
}
