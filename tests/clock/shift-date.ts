/**
 * Makes `Date` tell a time that is this many milliseconds from the real one, and that goes on as the real one does.
 * Once is enough where it is called again: pages that run several test files call it for each. It uses nothing from
 * outside itself, as Playwright sends its source to the page.
 */
export function shiftDate(offset: number): void {
  if (offset === 0 || 'shifted' in globalThis.Date) return
  const Real = globalThis.Date
  globalThis.Date = new Proxy(Real, {
    // Called without `new`, Date ignores what it is given and answers with the present, as text.
    apply: () => new Real(Real.now() + offset).toString(),
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [Real.now() + offset] : given, newTarget),
    has: (target, name) => name === 'shifted' || Reflect.has(target, name),
    get: (target, name) => (name === 'now' ? () => Real.now() + offset : Reflect.get(target, name)),
  })
}
