/**
 * A rule for what the signals transform cannot see. It makes a component or hook follow the signals it reads when the
 * function itself mentions `.value` (and, for a component, has JSX). One that reads only through a helper renders once
 * and is stale from then on, unless `@useSignals` stands in the comment above it.
 *
 * Found are reads that happen while rendering, in the function itself, in callbacks of array methods, and in local
 * functions called from there:
 * - `store.of(…).get(…)` and `store.byName(…)?.get(…)`, also by way of a variable,
 * - `draft.get`, `.error`, `.errorsIn` and `.theirs`, `writes.count`, `.isWaiting` and `.idOf`,
 * - functions that are handed the whole `store`.
 * Not found are helpers that read signals on their own account.
 */
import { atFunctions, child, isFunction, isNode, nameIn, running, type Node, type Placed } from './syntax.ts'

/** A component or hook and what was found in it. */
interface Found {
  readonly node: Node
  readonly name: string
  readonly followed: boolean
  value: boolean
  jsx: boolean
  readonly collections: Set<string>
  readonly reads: (Placed & { node: Node })[]
  readonly calls: (Placed & { name: string })[]
}

interface Context {
  readonly sourceCode: { readonly text: string }
  report(problem: { node: Node; message: string }): void
}

const isComponent = (name: string) => /^[A-Z]/.test(name)
const isHook = (name: string) => /^use[A-Z]/.test(name)

/** Array methods that call their callback before they return. */
const atOnce = /^(map|flatMap|filter|find|findLast|findIndex|some|every|reduce|forEach|toSorted|sort|groupBy|from)$/
const readers: Readonly<Record<string, RegExp>> = {
  draft: /^(get|error|errorsIn|theirs)$/,
  writes: /^(count|isWaiting|idOf)$/,
}

/** A function's own name, or that of the variable it is assigned to. */
function nameOf(node: Node): string {
  const own = nameIn(child(node, 'id'))
  if (own) return own
  const { parent } = node
  return parent?.type === 'VariableDeclarator' && child(parent, 'init') === node ? nameIn(child(parent, 'id')) : ''
}

const isCallbackAtOnce = (node: Node): boolean => {
  const { parent } = node
  if (parent?.type !== 'CallExpression' || child(parent, 'callee') === node) return false
  return atOnce.test(nameIn(child(child(parent, 'callee'), 'property')))
}

/** Whether a call is one of a collection: `store.of(…)`, `store.byName(…)`. */
const isCollection = (node: Node | null): boolean => {
  const call = node?.type === 'ChainExpression' ? child(node, 'expression') : node
  return call?.type === 'CallExpression' && /^(of|byName)$/.test(nameIn(child(child(call, 'callee'), 'property')))
}

/** Whether a member expression is part of an optional chain, which the transform passes over. */
function isOptional(node: Node): boolean {
  for (let at: Node | null = node; at; at = at.parent) {
    if (at.type === 'ChainExpression') return true
    if (at.type !== 'MemberExpression' && at.type !== 'CallExpression') return false
  }
  return false
}

export const trackedReads = {
  create({ report, sourceCode }: Context) {
    const open: Found[] = []

    /** Whether `@useSignals` stands in the comment right above a function. */
    function isFollowed(node: Node): boolean {
      let at: Node = node
      while (at.parent && /^(VariableDeclarator|VariableDeclaration|Export\w+)$/.test(at.parent.type)) at = at.parent
      const before = sourceCode.text.slice(0, at.range[0])
      const comment = /(\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/[^\n]*)\s*$/.exec(before)
      return comment?.[1]?.includes('@useSignals') ?? false
    }

    /**
     * Where in the current component something stands: null for what runs while it renders, the name of the local function
     * it is in, or undefined for what runs later.
     */
    function within(node: Node, { node: component }: Found): string | null | undefined {
      for (let at = node.parent; at && at !== component; at = at.parent) {
        if (!isFunction(at) || isCallbackAtOnce(at)) continue
        return nameOf(at) || undefined
      }
      return null
    }

    function read(node: Node) {
      const found = open.at(-1)
      const place = found && within(node, found)
      if (found && place !== undefined) found.reads.push({ node, within: place })
    }

    function enter(node: Node) {
      const name = nameOf(node)
      if (!isComponent(name) && !isHook(name)) return
      const followed = isFollowed(node)
      open.push({
        node,
        name,
        followed,
        value: false,
        jsx: false,
        collections: new Set(),
        reads: [],
        calls: [],
      })
    }

    function leave(node: Node) {
      const found = open.at(-1)
      if (found?.node !== node) return
      open.pop()
      const { name, followed, value, jsx, reads, calls } = found
      if (followed || (value && (jsx || isHook(name)))) return
      const [first] = running(reads, calls)
      if (first)
        report({
          node: first.node,
          message: `${name} reads a signal here, and does not follow it: the transform sees no ".value" in it. Put /** @useSignals */ above it.`,
        })
    }

    return {
      ...atFunctions(enter, leave),
      JSXElement() {
        const found = open.at(-1)
        if (found) found.jsx = true
      },
      JSXFragment() {
        const found = open.at(-1)
        if (found) found.jsx = true
      },
      VariableDeclarator(node: Node) {
        const found = open.at(-1)
        if (found && isCollection(child(node, 'init'))) found.collections.add(nameIn(child(node, 'id')))
      },
      Property(node: Node) {
        const found = open.at(-1)
        if (found && node.parent?.type === 'ObjectPattern' && nameIn(child(node, 'key')) === 'value') found.value = true
      },
      MemberExpression(node: Node) {
        const found = open.at(-1)
        if (found && nameIn(child(node, 'property')) === 'value' && !isOptional(node)) found.value = true
      },
      CallExpression(node: Node) {
        const found = open.at(-1)
        if (!found) return
        const callee = child(node, 'callee')
        const called = nameIn(callee)
        const place = within(node, found)
        if (called && place !== undefined) found.calls.push({ name: called, within: place })
        const object = child(callee, 'object')
        const property = nameIn(child(callee, 'property'))
        const owner = nameIn(object)
        if (property === 'get' && (isCollection(object) || found.collections.has(owner))) read(node)
        else if (owner && readers[owner]?.test(property)) read(node)
        else if (called && !isHook(called) && !called.startsWith('create')) {
          const given = Array.isArray(node.arguments) ? node.arguments.filter(isNode) : []
          if (given.some((argument) => nameIn(argument) === 'store')) read(node)
        }
      },
    }
  },
}
