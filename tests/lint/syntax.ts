/** A node of the syntax tree, as far as the rules look at it. */
export interface Node {
  readonly type: string
  readonly parent: Node | null
  readonly range: readonly [number, number]
  readonly [key: string]: unknown
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
export const child = (node: Node | null, key: string): Node | null => {
  const value = node?.[key]
  return isNode(value) ? value : null
}
export const nameIn = (node: Node | null): string => (node?.type === 'Identifier' ? String(node.name) : '')

export const isFunction = ({ type }: Node): boolean =>
  /^(ArrowFunctionExpression|FunctionExpression|FunctionDeclaration)$/.test(type)

/** What a rule does at the beginning and the end of each function. */
export const atFunctions = (enter: (node: Node) => void, leave: (node: Node) => void) => ({
  ArrowFunctionExpression: enter,
  'ArrowFunctionExpression:exit': leave,
  FunctionExpression: enter,
  'FunctionExpression:exit': leave,
  FunctionDeclaration: enter,
  'FunctionDeclaration:exit': leave,
})

/** Something in a component or hook: null where it runs while that renders, else the local function that it is in. */
export interface Placed {
  readonly within: string | null
}

/** Those that run while rendering: there, or in a local function that is called from there, however far. */
export function running<T extends Placed>(
  placed: readonly T[],
  calls: readonly (Placed & { readonly name: string })[],
): T[] {
  const reached = new Set<string>()
  const isReached = ({ within }: Placed) => within === null || reached.has(within)
  for (let before = -1; before < reached.size;) {
    before = reached.size
    for (const call of calls) if (isReached(call)) reached.add(call.name)
  }
  return placed.filter(isReached)
}
