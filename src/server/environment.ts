import type { Context } from 'hono'
import type { Hasher } from './auth/hash-queue.ts'
import type { Database } from './db/database.ts'
import type { FileStore } from './files/file-store.ts'
import type { Outside } from './http/headers.ts'
import type { OpenRelay } from './live/relay.ts'
import type { Service } from './live/service.ts'
import type { Mailer } from './mail/mailer.ts'
import type { ServerModule } from './resource/catalog.ts'

/** What a request log line holds; nothing a person typed is in it. */
export interface RequestLine {
  id: string
  method: string
  path: string
  status: number
  ms: number
  user: number | null
  /** Where it came from, as far as that can be known. */
  address: string
}

/** Someone got in, did not, or lost the right to be: `request` is the id of that request's own line. */
export interface SecurityEvent {
  event: string
  user: number | null
  address: string
  request: string
}

/** Everything the server takes from outside; the same app runs in Node, in tests without a port, and in the browser. */
export interface Environment {
  modules: readonly ServerModule[]
  database: Database
  hasher: Hasher
  /** Without one, whatever would send mail says that it cannot. */
  mailer?: Mailer
  /** Where uploads go; this process's memory unless told. */
  files?: FileStore
  now?: () => Date
  /** Random text of this many bytes, in hex. */
  random?: (bytes: number) => string
  settings: Outside & {
    companyName: string
    pusherKey: string
    passwordResetUrl?: string
    /** Where people open the app; links in mail lead there. */
    appUrl?: string
    /** Where the front end is served when that is another host: the origins allowed to call with credentials. */
    origins?: readonly string[]
    secureCookies?: boolean
    cookieDomain?: string | undefined
  }
  log?: {
    info(line: string): void
    error(error: unknown): void
    request?(line: RequestLine): void
    security?(event: SecurityEvent): void
  }
  /** Where live events go instead of this process's own sockets. */
  service?: Service
  /** How processes that share the database hear of each other; none unless told. */
  openRelay?: OpenRelay
  /** Whose request it is, for limits; the socket's address unless told. */
  addressOf?: (c: Context) => string
}
