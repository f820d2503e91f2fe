import type { Context as HonoContext } from 'hono'
import type { Hasher } from './auth/hash-queue.ts'
import type { Context } from './context/context.ts'
import type { Database } from './db/database.ts'
import type { Directories } from './files/directories.ts'
import type { FileStore } from './files/file-store.ts'
import type { Incoming } from './files/incoming.ts'
import type { OpenTus } from './files/tus.ts'
import type { Crc32 } from './files/zip.ts'
import type { Compress } from './http/answer.ts'
import type { Outside } from './http/headers.ts'
import type { OpenRelay } from './live/relay.ts'
import type { Service } from './live/service.ts'
import type { MailReader } from './mail/inbound/read-mail.ts'
import type { InboundMail } from './mail/inbound/reply-address.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { OpenPusher } from './push/pusher.ts'
import type { PdfTools } from './pdf-tools.ts'
import type { Space } from './system/disk.ts'
import type { LastBackup, StartedAgain } from './system/status.ts'
import type { ReadText } from './jobs/job-kind.ts'
import type { ServerModule } from './resource/catalog.ts'

/** A request log line; it contains nothing a user typed. */
export interface RequestLine {
  id: string
  method: string
  path: string
  /** The pattern that the path matched, such as /api/projects/:id; null where nothing is. */
  route: string | null
  status: number
  ms: number
  user: number | null
  /** The client's address, as far as it is known. */
  address: string
}

/** Someone signed in, failed to, or lost access; `request` is the id of the request's own log line. */
export interface SecurityEvent {
  event: string
  user: number | null
  address: string
  request: string
}

/** What jobs can do with stored files that one person sent. */
export interface FileReaders {
  /** The handler of preview jobs. */
  preview(payload: unknown): Promise<void>
  /** Reads the text of a stored text file, PDF or Office file. */
  textOf(path: string, mime: string, most: number): Promise<ReadText>
  /** Reads stored PDFs page by page. */
  readonly pdfs: PdfTools
  /** Reads what comes by mail. */
  readonly mails: MailReader
}

/** Renders previews of files, as jobs. */
export interface PreviewEngine {
  /** Whether there are previews of files of this type. */
  takes(mime: string): boolean
  /** Whether the memory of what decodes files is watched, which takes a system that tells it. */
  readonly watchesMemory: boolean
  /** Opens the readers; what guests ask for has less time. */
  open(deps: {
    incoming: Incoming
    inTransaction: <T>(task: (ctx: Context) => Promise<T>) => Promise<T>
    log: (error: unknown) => void
  }): (by: 'guest' | 'staff') => FileReaders
  close(): Promise<void>
}

/**
 * The server's external dependencies, so that the same app runs in Node, in tests without a port, and in the browser.
 */
export interface Environment {
  modules: readonly ServerModule[]
  database: Database
  hasher: Hasher
  /** Without one, everything that would send mail answers that it cannot. */
  mailer?: Mailer
  /** Sends push messages, which needs Node; without it, nobody is offered any. */
  openPusher?: OpenPusher
  /** Posts to programs outside, which needs Node; without it, webhooks are told nothing. */
  outgoing?: Outgoing
  /** Where answers by mail go, and come in; they are read by `previews`, and without both nobody answers by mail. */
  inbound?: InboundMail | undefined
  /** Where uploads are stored; by default in this process's memory. */
  files?: FileStore
  /** Shows stored files under their own names, where they are kept in a folder. */
  directories?: Directories | undefined
  /** Takes resumable uploads, which needs Node; without it, files come in forms only. */
  openTus?: OpenTus
  /** The checksum of archives, where the platform has a fast one. */
  crc32?: Crc32
  /** Compresses answers, which needs Node; without it, or where a proxy does, they are sent as they are. */
  compress?: Compress
  /** Renders previews of files, which needs Node; without it, pictures stand for themselves. */
  previews?: PreviewEngine
  /** Backs up the company, once a day. */
  backUp?: (() => Promise<void>) | undefined
  /** Finds the newest backup; not where none are made. */
  lastBackup?: (() => Promise<LastBackup | null>) | undefined
  /** The space of the disk that the data folder is on; not where there is none. */
  space?: (() => Promise<Space | null>) | undefined
  now?: () => Date
  /** Random text of this many bytes, in hex. */
  random?: (bytes: number) => string
  settings: Outside & {
    companyName: string
    /** The version of the app, for operators. */
    version?: string
    /** When this process was started in place of one that ended by itself, and how that one ended. */
    startedAgain?: StartedAgain
    pusherKey: string
    passwordResetUrl?: string
    /** Who is asked for the weather: `open-meteo`, or the address of a server that speaks like it. */
    weather?: string
    /** The address that sends text messages, in the shape of Twilio's, with its account and the sender. */
    sms?: string
    /** Whether browsers show screens that are for tests. */
    testScreens?: boolean
    /** The public address of the app, used for links in mail. */
    appUrl?: string
    /** The hashes of the scripts inside of the front end's page, if this server serves it. */
    scriptHashes?: readonly string[]
    /** The origins of front ends on other hosts, which may call the API with credentials. */
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
  /** A service for live events, instead of this process's own sockets. */
  service?: Service
  /** How processes that share the database communicate; by default there is only one process. */
  openRelay?: OpenRelay
  /** The client address for rate limits; by default the socket's address. */
  addressOf?: (c: HonoContext) => string
}
