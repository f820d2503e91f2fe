import type { Page } from '@playwright/test'

export interface Rendered {
  /** How often components rendered, and how many changes the document saw. */
  readonly components: number
  readonly mutations: number
  readonly names: Readonly<Record<string, number>>
}

/** A node of React's tree, as far as counting needs it. */
interface Fiber {
  readonly tag: number
  readonly flags: number
  readonly alternate: Fiber | null
  readonly child: Fiber | null
  readonly sibling: Fiber | null
  readonly type: { name?: string; displayName?: string; type?: { name?: string } } | string | null
}

/** Counts in every page what React renders, as its developer tools do, and what changes in the document. */
function countRenders(): void {
  const counted = { components: 0, mutations: 0, names: {} as Record<string, number> }
  const functions = [0, 11, 14, 15]
  const nameOf = ({ type }: Fiber) =>
    typeof type === 'object' && type !== null
      ? (type.displayName ?? type.name ?? type.type?.name ?? '?')
      : typeof type === 'function'
        ? (type as { name: string }).name
        : '?'
  const visit = (fiber: Fiber, before: Fiber | null) => {
    // React's mark of a component that did work.
    if (functions.includes(fiber.tag) && (before === null || (fiber.flags & 1) === 1)) {
      counted.components++
      const name = nameOf(fiber)
      counted.names[name] = (counted.names[name] ?? 0) + 1
    }
    // The same children as before were not looked at.
    if (before && fiber.child === before.child) return
    for (let child = fiber.child; child; child = child.sibling) visit(child, child.alternate)
  }
  Object.assign(window, {
    counted,
    __REACT_DEVTOOLS_GLOBAL_HOOK__: {
      renderers: new Map(),
      supportsFiber: true,
      inject: () => 1,
      checkDCE: () => {},
      onCommitFiberUnmount: () => {},
      onPostCommitFiberRoot: () => {},
      onCommitFiberRoot: (_: number, root: { current: Fiber }) => visit(root.current, root.current.alternate),
    },
  })
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver((list) => (counted.mutations += list.length)).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    }),
  )
}

export const followRenders = (page: Page) => page.addInitScript(countRenders)

/** What rendered since the last time. */
export const takeRendered = (page: Page): Promise<Rendered> =>
  page.evaluate(() => {
    const { counted } = window as unknown as {
      counted: { components: number; mutations: number; names: Record<string, number> }
    }
    const taken = { ...counted, names: { ...counted.names } }
    Object.assign(counted, { components: 0, mutations: 0, names: {} })
    return taken
  })
