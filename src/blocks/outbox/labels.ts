/** "1 entry", "3 entries". */
export const entries = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`)

const device = () => (matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer')

/** There is no connection, and what that means for so many entries that wait. */
export const safeLabel = (count: number): string =>
  `No connection. ${entries(count)} ${count === 1 ? 'is' : 'are'} safe on this ${device()}.`

/** What a save comes to that waits: for the network, or for its person to sign in again. */
export const waitingLabel = (count: number, signedIn: boolean): string =>
  signedIn
    ? safeLabel(count)
    : `${entries(count)} ${count === 1 ? 'is' : 'are'} safe on this ${device()}. Sign in again to send ${count === 1 ? 'it' : 'them'}.`

/** What signing out means for them. */
export const unsentLabel = (count: number): string =>
  count === 1
    ? `1 entry has not been sent. It stays on this ${device()} until you sign in again.`
    : `${entries(count)} have not been sent. They stay on this ${device()} until you sign in again.`
