/** How long each kind of one-time link is valid, in minutes. */
export const LINK_MINUTES = { invite: 7 * 24 * 60, reset: 60 } as const

/**
 * The header of an answer that carries a one-time link for its reader to hand over, where the server has no mail server
 * to send it through. It is a header because the body is a record, which is stored on the device and shown to others.
 */
export const HAND_OVER = 'X-Hand-Over'
