/**
 * How the hub uses the codes of Pusher Channels Protocol 7 ("Error Codes"). A client closed with 4000–4099 stays
 * disconnected, with 4100–4199 reconnects after a second or more, with 4200–4299 immediately; the others are sent on a
 * socket that stays open.
 *
 * | Code | Sent when |
 * | --- | --- |
 * | 4001 | the path has an app key that is not ours |
 * | 4005 | the path below `/app` has no app key at all |
 * | 4006, 4007, 4008 | the protocol version is not a number, not 7, or missing |
 * | 4009 | its user was signed out; on an open socket: the user may not join the channel |
 * | 4100 | this process is at its socket limit, or this socket sends too much; on an open socket: too many channels |
 * | 4200 | the server restarts, or events may have been missed; on an open socket: an invalid message |
 * | 4201 | a ping was not answered |
 * | 4301 | on an open socket: client events, and other events that only the server may send |
 *
 * Never sent: 4000 (TLS ends at the proxy, which redirects browsers to https), 4003 (the app exists as long as the
 * process does), 4004 (there are no quotas; a full process sends 4100, so that browsers come back), 4202 (for clients
 * that cannot answer pings, which protocol 7 does not have), 4302 (watchlists are not supported). A reader that is too
 * slow is disconnected without a code, which would only queue up behind what it does not read.
 */
export const codes = {
  noSuchApp: 4001,
  noSuchPath: 4005,
  noVersionNumber: 4006,
  otherVersion: 4007,
  noVersion: 4008,
  unauthorized: 4009,
  overCapacity: 4100,
  reconnect: 4200,
  noPong: 4201,
  rejected: 4301,
} as const

export const VERSION = 7
/** Seconds of silence after which the client pings us (rule realtime-timing). */
export const ACTIVITY_TIMEOUT = 120

/** Milliseconds of silence after which we ping, less than the 60 s after which proxies close an idle connection. */
export const QUIET = 45_000
/** How long to wait for the answer to a ping, in milliseconds (the protocol's recommendation). */
export const PONG_TIMEOUT = 30_000

/** Channels per socket: several times the number of entities. */
export const MOST_CHANNELS = 200
/** Characters per message, Pusher's own limit. */
export const MOST_MESSAGE = 10_240
/**
 * Rate limit per socket: this many messages at once, since opening a page joins all channels, then so many per second.
 */
export const BURST = 400
export const PER_SECOND = 20
/** Sockets per process; further ones are asked to reconnect later, perhaps to another process. */
export const MOST_CONNECTIONS = 20_000
