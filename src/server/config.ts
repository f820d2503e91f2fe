import { resolve } from 'node:path'
import { readPlaces } from '../lib/places.ts'
import type { ServiceConfig } from './live/service.ts'
import { readBackupPlace, type BackupPlace } from './company/backup-place.ts'
import type { InboundMail } from './mail/inbound/reply-address.ts'
import { readS3Url, type S3Config } from './files/s3-store.ts'

/** All settings from the environment, with their defaults. The README has the same table. */
export interface Config {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  companyName: string
  pusherKey: string
  service: ServiceConfig | undefined
  passwordResetUrl: string | undefined
  analyticsUrl: string | undefined
  webhookHosts: string[]
  places: string | undefined
  weather: string | undefined
  sms: string | undefined
  mapStyleUrl: string | undefined
  mapOrigins: string[]
  smtpUrl: string | undefined
  mailFrom: string
  inbound: InboundMail | undefined
  s3: S3Config | undefined
  appUrl: string
  frontendOrigins: string[]
  sessionDomain: string | undefined
  trustProxy: boolean
  backups: BackupPlace | undefined
  demoPassword: string
  logLevel: string
  metricsToken: string | undefined
}

/** The service for live events, from the environment variables that Pusher's SDKs use. */
function readService(text: (name: string) => string | undefined): ServiceConfig | undefined {
  const broadcast = text('BROADCAST')
  if (broadcast === undefined) return undefined
  if (broadcast !== 'pusher')
    throw new Error(
      `BROADCAST is "${broadcast}": leave it unset for the server's own live events, or set it to pusher for a service outside.`,
    )
  const need = (name: string) => {
    const value = text(name)
    if (value === undefined) throw new Error(`${name} is missing: set it to what the service says of your app.`)
    return value
  }
  const app = { appId: need('PUSHER_APP_ID'), key: need('PUSHER_APP_KEY'), secret: need('PUSHER_APP_SECRET') }
  const host = text('PUSHER_HOST')
  const cluster = text('PUSHER_APP_CLUSTER')
  if (host === undefined && cluster === undefined)
    throw new Error(
      'PUSHER_APP_CLUSTER is missing: set it to the cluster of your app, such as mt1, or PUSHER_HOST to the host of another service.',
    )
  if (host === undefined) return { ...app, at: { cluster: cluster ?? '' } }
  const scheme = text('PUSHER_SCHEME') ?? 'https'
  if (scheme !== 'https' && scheme !== 'http')
    throw new Error(`PUSHER_SCHEME is "${scheme}": set it to https, or to http for a service on this machine.`)
  const tls = scheme === 'https'
  const port = Number(text('PUSHER_PORT') ?? (tls ? 443 : 80))
  if (!Number.isInteger(port) || port < 1 || port > 65535)
    throw new Error(`PUSHER_PORT is "${text('PUSHER_PORT')}": set it to a number from 1 to 65535.`)
  return { ...app, at: { host, port, tls } }
}

/**
 * The longest part before the @, in which a person, a record and a signature follow: mail systems take 64 characters.
 */
const MOST_LOCAL = 10

/** Where answers by mail go, and the secret of the service that hands them over. */
function readInbound(text: (name: string) => string | undefined): InboundMail | undefined {
  const [address, secret] = [text('INBOUND_MAIL'), text('INBOUND_SECRET')]
  if (address === undefined && secret === undefined) return undefined
  if (!new RegExp(`^[a-z0-9]{1,${MOST_LOCAL}}@[a-z0-9-]+(\\.[a-z0-9-]+)+$`, 'i').test(address ?? ''))
    throw new Error(
      `INBOUND_MAIL is ${address === undefined ? 'missing' : `"${address}"`}: set it to the address that answers go to, such as reply@in.example.com, with at most ${MOST_LOCAL} letters and digits before the @.`,
    )
  if (address === undefined || secret === undefined || secret.length < SHORTEST_TOKEN)
    throw new Error(
      `INBOUND_SECRET is ${secret === undefined ? 'missing' : 'too short'}: set it to at least ${SHORTEST_TOKEN} random characters, such as "openssl rand -hex 16" prints.`,
    )
  return { address, secret }
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
function readLevel(text = 'info'): string {
  if (!levels.includes(text)) throw new Error(`LOG_LEVEL is "${text}": set it to one of ${levels.join(', ')}.`)
  return text
}

export type Mode = 'sample' | 'empty' | 'production'

const SHORTEST_TOKEN = 16
const loopback = ['127.0.0.1', 'localhost', '::1']

/**
 * Reads the configuration from the environment.
 * @throws with a sentence that says what to set, when something is missing, makes no sense, or is unsafe in this mode.
 */
export function readConfig(env: Record<string, string | undefined>, mode: Mode): Config {
  const text = (name: string) => env[name]?.trim() || undefined
  const port = Number(text('PORT') ?? 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65535)
    throw new Error(`PORT is "${env.PORT}": set it to a number from 0 to 65535.`)
  const host = text('HOST') ?? '127.0.0.1'
  const url = (name: string): URL | undefined => {
    const value = text(name)
    if (value === undefined) return undefined
    const parsed = URL.parse(value)
    if (!parsed || !/^https?:$/.test(parsed.protocol))
      throw new Error(`${name} is "${value}": set it to an address such as https://plumbline.example.com.`)
    return parsed
  }
  const list = (name: string): string[] =>
    (text(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
  const places = text('PLACES')
  if (places !== undefined && !readPlaces(places))
    throw new Error(
      'PLACES makes no sense: set it to google:<key>, photon:<address> or nominatim:<address>, such as photon:https://photon.example.com.',
    )
  const weather = text('WEATHER')
  if (weather !== undefined && weather !== 'open-meteo') url('WEATHER')
  const sms = url('SMS_URL')
  if (sms && !sms.searchParams.has('From') && !sms.searchParams.has('MessagingServiceSid'))
    throw new Error(
      'SMS_URL names no sender: add ?From= with your number, such as %2B15095550100, or ?MessagingServiceSid= with your service.',
    )
  const databaseUrl = text('DATABASE_URL')
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl))
    throw new Error('DATABASE_URL must begin with postgres:// (without it, the embedded database is used).')
  const s3Url = text('S3_URL')
  const backups = text('BACKUPS')
  const metricsToken = text('METRICS_TOKEN')
  if (metricsToken !== undefined && metricsToken.length < SHORTEST_TOKEN)
    throw new Error(
      `METRICS_TOKEN is too short: set it to at least ${SHORTEST_TOKEN} random characters, such as "openssl rand -hex 16" prints.`,
    )
  const appUrl = url('APP_URL')
  if (mode === 'sample' && !loopback.includes(host))
    throw new Error(
      `HOST is "${host}": the sample company has known passwords and is served on this machine only. Leave HOST unset, or use "npm run serve".`,
    )
  if (mode === 'production') {
    if (!appUrl)
      throw new Error(
        'APP_URL is missing: set it to the address people will open, such as https://plumbline.example.com.',
      )
    if (appUrl.protocol !== 'https:' && !loopback.includes(appUrl.hostname))
      throw new Error(`APP_URL is "${appUrl.href}": passwords would travel unencrypted. Set it to an https:// address.`)
    if (!text('COMPANY_NAME')) throw new Error('COMPANY_NAME is missing: set it to the name of your company.')
    if (!text('SMTP_URL') && text('MAIL') !== 'folder')
      throw new Error(
        'SMTP_URL is missing: set it to your mail server, smtp://user:password@host:port. With MAIL=folder, mails are written to DATA_DIR/mail instead, where nobody gets them, and invitations show their links to hand over.',
      )
    if (text('DEMO_PASSWORD'))
      throw new Error('DEMO_PASSWORD is for the sample company: unset it to run in production.')
  }
  return {
    port,
    host,
    dataDir: resolve(text('DATA_DIR') ?? 'data'),
    databaseUrl,
    companyName: text('COMPANY_NAME') ?? (mode === 'sample' ? 'Three Rivers Electric' : 'Your company'),
    pusherKey: text('PUSHER_APP_KEY') ?? 'plumbline',
    service: readService(text),
    passwordResetUrl: url('PASSWORD_RESET_URL')?.href,
    analyticsUrl: url('ANALYTICS_URL')?.href,
    webhookHosts: list('WEBHOOK_HOSTS').map((entry) => {
      if (/^[^/@?#\s]+$/.test(entry) && URL.canParse(`http://${entry}`)) return entry
      throw new Error(
        `WEBHOOK_HOSTS has "${entry}": set it to hosts such as erp.local or 10.0.0.5:8080, comma-separated.`,
      )
    }),
    places,
    weather,
    sms: sms?.href,
    mapStyleUrl: url('MAP_STYLE_URL')?.href,
    mapOrigins: list('MAP_ORIGINS').map((entry) => {
      const parsed = URL.parse(entry)
      if (parsed && /^https?:$/.test(parsed.protocol)) return parsed.origin
      throw new Error(
        `MAP_ORIGINS has "${entry}": set it to addresses such as https://tiles.example.com, comma-separated.`,
      )
    }),
    smtpUrl: text('SMTP_URL'),
    inbound: readInbound(text),
    s3: s3Url === undefined ? undefined : readS3Url(s3Url),
    mailFrom: text('MAIL_FROM') ?? `Plumbline <plumbline@${appUrl?.hostname ?? 'localhost'}>`,
    appUrl: (appUrl?.href ?? `http://localhost:${port}`).replace(/\/$/, ''),
    frontendOrigins: list('FRONTEND_ORIGINS').map((entry) => {
      const parsed = URL.parse(entry)
      if (parsed && /^https?:$/.test(parsed.protocol) && parsed.pathname === '/') return parsed.origin
      throw new Error(
        `FRONTEND_ORIGINS has "${entry}": set it to addresses without a path, such as https://app.example.com, comma-separated.`,
      )
    }),
    sessionDomain: text('SESSION_DOMAIN'),
    trustProxy: /^(1|true|yes)$/i.test(text('TRUST_PROXY') ?? ''),
    backups: backups === undefined ? undefined : readBackupPlace(backups),
    demoPassword: text('DEMO_PASSWORD') ?? 'plumbline',
    metricsToken,
    logLevel: readLevel(text('LOG_LEVEL')),
  }
}
