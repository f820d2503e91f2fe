/** "1 entry", "3 entries". */
export const entries = (count: number): string => (count === 1 ? '1 entry' : `${count} entries`)

const device = () => (matchMedia('(pointer: coarse)').matches ? 'phone' : 'computer')

/** The message that there is no connection and the waiting entries are safe. */
export const safeLabel = (count: number): string =>
  `No connection. ${entries(count)} ${count === 1 ? 'is' : 'are'} safe on this ${device()}.`

/** The message for a save that waits for the network, or for the user to sign in again. */
export const waitingLabel = (count: number, signedIn: boolean): string =>
  signedIn
    ? safeLabel(count)
    : `${entries(count)} ${count === 1 ? 'is' : 'are'} safe on this ${device()}. Sign in again to send ${count === 1 ? 'it' : 'them'}.`

/** The warning before signing out with unsent entries. */
export const unsentLabel = (count: number): string =>
  count === 1
    ? `1 entry has not been sent. It stays on this ${device()} until you sign in again.`
    : `${entries(count)} have not been sent. They stay on this ${device()} until you sign in again.`
