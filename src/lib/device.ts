/** Phones are small and have no mouse. */
const isPhone = () =>
  globalThis.matchMedia?.('(pointer: coarse)').matches === true &&
  Math.min(globalThis.screen.width, globalThis.screen.height) < 600

/** What people call what they hold. */
export const deviceName = (): 'phone' | 'device' => (isPhone() ? 'phone' : 'device')
