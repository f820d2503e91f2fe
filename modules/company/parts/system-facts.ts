import type { ConnectionState } from '#core/realtime/connection.ts'
import { formatSize } from '#lib/file-size.ts'
import { formatMoment, formatTime } from '#lib/moments.ts'
import { formatNumber } from '#lib/numbers.ts'
import type { CompanySetting, SystemStatus } from '../entities.ts'

/** One thing that an operator watches. */
export interface SystemFact {
  readonly label: string
  /** Null where the server does not tell it. */
  readonly value: string | null
  /** What is wrong, and what to do about it. */
  readonly todo?: string | false | null | undefined
}

/** What the page knows besides what the server answered. */
export interface Here {
  /** The origin that the app was opened at. */
  readonly origin: string
  readonly connection: ConnectionState
  /** Milliseconds as `Date.now`. */
  readonly now: number
}

/** A daily backup that is older than this has missed a day, in milliseconds. */
const LATE = 36 * 3_600_000
/** What part of a disk should stay free: below it, an operator has to act. */
const ENOUGH = 0.1

const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
const laneNames = {
  mail: 'Mail',
  quick: 'Short tasks',
  heavy: 'Previews, imports and backups',
  outgoing: 'Webhooks',
} as const

/** The server, and how this browser reaches it. */
export function serverFacts(status: SystemStatus, { origin, connection }: Here): SystemFact[] {
  const { version, started_at, started_again, app_url, way, connections } = status
  const published = URL.parse(app_url ?? '', origin)?.origin ?? origin
  return [
    { label: 'Version', value: version },
    {
      label: 'Running since',
      value: started_at === undefined ? null : formatMoment(started_at),
      todo:
        started_again &&
        `Started again ${formatMoment(started_again.at)}, after the process before ended with ${started_again.after}. The log says what came before.`,
    },
    {
      label: 'Address',
      value: app_url || null,
      todo:
        published !== origin &&
        `You opened ${origin}, and links in mails lead to ${published}. Set APP_URL to the address that people use.`,
    },
    {
      label: 'Live updates',
      value:
        connection === 'connected'
          ? `Reach this browser; ${formatNumber(connections)} ${connections === 1 ? 'connection' : 'connections'}`
          : 'None here',
      todo:
        connection !== 'connected' &&
        'This browser hears of no changes. If that lasts, a proxy does not pass WebSockets on: docs/deploy/nginx.conf shows how.',
    },
    {
      label: 'Your address',
      value: way?.address ?? null,
      todo:
        way?.unbelieved &&
        `A proxy says that you are ${way.unbelieved}. If it is yours, set TRUST_PROXY=1: until then all who come through it share one address, and the limits of wrong passwords with it.`,
    },
  ]
}

/** What the company's data takes, and where it is. */
export function storageFacts({ engine, storage, disk, file_store, watches_memory }: SystemStatus): SystemFact[] {
  const facts: SystemFact[] = [
    { label: 'Database', value: `${engines[engine]}, ${formatSize(storage.database_bytes)}` },
    {
      label: 'Files',
      value: `${formatNumber(storage.files)}, ${formatSize(storage.files_bytes)}`,
      todo: file_store?.problem && `Files can be neither saved nor opened: ${file_store.problem}`,
    },
    { label: 'Previews', value: formatSize(storage.previews_bytes) },
  ]
  if (file_store) facts.splice(2, 0, { label: 'Kept in', value: file_store.bucket ?? 'A folder of the server' })
  if (disk)
    facts.push({
      label: 'Free space',
      value: `${formatSize(disk.free_bytes)} of ${formatSize(disk.size_bytes)}`,
      todo:
        disk.free_bytes < disk.size_bytes * ENOUGH &&
        'Less than a tenth is free. Make room: on a full disk nothing can be saved.',
    })
  if (watches_memory === false)
    facts.push({
      label: 'Opening files',
      value: 'Limited in part',
      todo: 'This system does not tell memory: only heap and WebAssembly are limited. Linux and macOS tell it.',
    })
  return facts
}

/** What of a kind of message left in the last 24 hours. */
function sentOf({ ended = [] }: SystemStatus, kind: string): { sent: string; todo: string | false } {
  const { done = 0, failed = 0 } = ended.find((one) => one.kind === kind) ?? {}
  return {
    sent: `${formatNumber(done)} sent in 24 hours`,
    todo:
      failed > 0 &&
      `${formatNumber(failed)} could not be sent and ${failed === 1 ? 'was' : 'were'} given up. Jobs below say why.`,
  }
}

/** Whether the last test has neither arrived nor failed. */
export const isTesting = ({ mail: { test } }: SystemStatus): boolean =>
  !!test && test.sent_at === null && test.error === null

const testFact = ({ at, sent_at, error }: NonNullable<SystemStatus['mail']['test']>): SystemFact => ({
  label: 'Last test',
  value: sent_at
    ? `Taken by the mail server ${formatMoment(sent_at)}`
    : `${error === null ? 'On its way since' : 'Tried'} ${formatMoment(at)}`,
  todo: error && `The mail server did not take it: ${error}`,
})

/** What reaches people elsewhere than in the app. */
export function messageFacts(status: SystemStatus): SystemFact[] {
  const { mail, push, texts } = status
  const [mails, pushed, texted] = ['mail', 'notification-push', 'notification-text'].map((kind) => sentOf(status, kind))
  return [
    {
      label: 'Mail',
      value: mail.sends ? (mails?.sent ?? null) : 'Nobody gets mail',
      todo: mail.sends
        ? mails?.todo
        : 'Mails are only written down. Set SMTP_URL to your mail server, and start again.',
    },
    { label: 'Last mail', value: mail.last_at && formatMoment(mail.last_at) },
    ...(mail.test ? [testFact(mail.test)] : []),
    ...(push === undefined
      ? []
      : [{ label: 'Push', value: push ? (pushed?.sent ?? null) : 'Not offered', todo: pushed?.todo }]),
    ...(texts === undefined
      ? []
      : [
          {
            label: 'Text messages',
            value: texts ? (texted?.sent ?? null) : 'Not set up (SMS_URL)',
            todo: texted?.todo,
          },
        ]),
  ]
}

/** Whether the company could be had back. */
export function backupFacts({ backups }: SystemStatus, company: CompanySetting | undefined, now: number): SystemFact[] {
  if (!backups)
    return [
      {
        label: 'Last backup',
        value: 'No daily backups',
        todo: 'A broken disk would take everything along. Set BACKUPS to a folder on another one, and start again.',
      },
    ]
  const { last } = backups
  const isLate = last && now - Date.parse(last.at) > LATE
  return [
    {
      label: 'Last backup',
      value: last ? formatMoment(last.at) : 'None yet',
      todo: !last
        ? 'The first one is made today, or now.'
        : isLate && 'A day was missed. Make one now: if it fails, Jobs below say why.',
    },
    {
      label: 'Daily backup',
      value: company ? `From ${formatTime(`${company.backup_hour}:00`)}, ${company.time_zone}` : null,
    },
  ]
}

/** What waits in each lane. */
export const laneFacts = ({ lanes }: SystemStatus): SystemFact[] =>
  lanes.map(({ lane, waiting, failed }) => ({
    label: laneNames[lane],
    value: `${formatNumber(waiting)} waiting${failed ? `, ${formatNumber(failed)} failed` : ''}`,
  }))
