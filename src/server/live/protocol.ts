/**
 * What the hub says by Pusher's codes (Pusher Channels Protocol 7, "Error Codes"). A client that is closed with 4000–4099
 * stays away, with 4100–4199 comes back after a second or more, with 4200–4299 at once; the rest are said on an open socket.
 *
 * | Code | Said when |
 * | --- | --- |
 * | 4001 | the path names an app key that is not ours |
 * | 4005 | the path below `/app` names no app at all |
 * | 4006, 4007, 4008 | the version asked for is no number, not 7, or missing |
 * | 4009 | its person was signed out; on an open socket: a channel that is not theirs |
 * | 4100 | this process holds as many sockets as it takes, or this one talks too much; on an open socket: too many channels |
 * | 4200 | the server restarts, or something may have been missed; on an open socket: a message that is none |
 * | 4201 | a ping was not answered |
 * | 4301 | on an open socket: client events and what else only the server may say |
 *
 * Never said: 4000 (TLS ends at the proxy, which leads browsers to https), 4003 (the app is there as long as the process
 * is), 4004 (there is no quota to buy; a full process says 4100, so that browsers come back), 4202 (for clients that
 * cannot answer pings, as protocol 7 has none), 4302 (watchlists are not spoken here). A reader that is too slow is cut
 * off without a code, since whatever was said would wait behind what it does not read.
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
/** Seconds of silence after which a client asks whether we are still there (rule realtime-timing). */
export const ACTIVITY_TIMEOUT = 120

/** Milliseconds of silence after which we ask: before the 60 s at which proxies give up on a quiet connection. */
export const QUIET = 45_000
/** Milliseconds a ping may stay unanswered (the protocol's recommendation). */
export const PONG_TIMEOUT = 30_000

/** Channels of one socket: several times as many as there are kinds of records. */
export const MOST_CHANNELS = 200
/** Characters of one message, Pusher's own limit. */
export const MOST_MESSAGE = 10_240
/** Messages a socket may send at once, and how many more each second; opening a page joins every channel at once. */
export const BURST = 400
export const PER_SECOND = 20
/** Sockets of one process; the next is sent away for a while, perhaps to another process. */
export const MOST_CONNECTIONS = 20_000
