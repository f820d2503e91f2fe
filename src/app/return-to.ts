const KEY = 'return to'

/** Notes the page that is open when a session has ended by itself, for whoever signs in next in this tab. */
export function notePage(): void {
  const { pathname, search, hash } = location
  try {
    if (pathname !== '/welcome') sessionStorage.setItem(KEY, pathname + search + hash)
  } catch {
    // Without storage one starts at home.
  }
}

/** The page to return to after signing in. */
export function pageToReturnTo(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '/'
  } catch {
    return '/'
  }
}

export function forgetPage(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // There is nothing to forget.
  }
}
