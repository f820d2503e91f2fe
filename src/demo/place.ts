import type { RouterProps } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'

/** Where the app is, behind the `#`: files of a static host have one address, wherever they lie. */
const here = () => new URL(window.location.hash.slice(1) || '/', window.location.origin)

const pathOf = () => here().pathname
const searchOf = () => here().search

function navigate(to: string, { replace = false, state = null }: { replace?: boolean; state?: unknown } = {}): void {
  history[replace ? 'replaceState' : 'pushState'](state, '', `#${to}`)
}

function usePath(): [string, typeof navigate] {
  return [useLocationProperty(pathOf), navigate]
}
function useSearch(): string {
  return useLocationProperty(searchOf)
}

/** Where the router finds and puts the address. */
export const place: Pick<RouterProps, 'hook' | 'searchHook'> = { hook: usePath, searchHook: useSearch }

/** What the browser opens itself: a file of the server, or a page in a tab of its own. */
function opensItself(event: MouseEvent, href: string): string | null {
  if (!/^\/(?!\/)/.test(href)) return null
  if (/^\/(api|files)\//.test(href)) return `.${href}`
  const isInTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.type === 'contextmenu'
  return isInTab ? `${window.location.search}#${href}` : null
}

/** Corrects links just before the browser follows them, which would lead out of the folder of the demo. */
export function correctLinks(): void {
  const correct = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    const to = link && opensItself(event, link.getAttribute('href') ?? '')
    if (to) link.setAttribute('href', to)
  }
  for (const kind of ['click', 'auxclick', 'contextmenu'] as const) document.addEventListener(kind, correct, true)
}
