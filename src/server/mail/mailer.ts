import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lazily } from '../../core/entity/field.ts'
import { letterhead, type Letterhead } from './letterhead.ts'

/** A message to one recipient, in plain text, which every mail client can display. */
export interface Mail {
  to: string
  subject: string
  text: string
  /** Uploaded files to attach, by their paths in the file store. */
  files?: readonly { readonly name: string; readonly mime: string; readonly path: string }[]
  /** Files that were made for this mail and are stored nowhere else, in base64. */
  made?: readonly { readonly name: string; readonly mime: string; readonly base64: string }[]
  headers?: Readonly<Record<string, string>>
  /** It tells a secret, such as a private address: its text is forgotten as soon as it was sent. */
  secret?: true
}

/** A file of a mail with its bytes. */
export interface MailFile {
  readonly name: string
  readonly mime: string
  readonly content: Uint8Array
}

/** Identifies a message, so that mail systems recognize a copy that is sent again after a crash. */
export interface Naming {
  id?: string
  files?: readonly MailFile[]
  /** Shown at the top of the message. */
  logo?: Letterhead
}

export interface Mailer {
  /** True where nobody gets the mails, because they are only written down, or refused. */
  readonly undelivered?: boolean
  /** @throws when the message could not be handed over. */
  send(mail: Mail, naming?: Naming): Promise<void>
}

/** Keeps vacation notices from answering (RFC 3834). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' }

/** A mail as nodemailer takes it. */
function asMessage(mail: Mail, from: string, { id, files = [], logo }: Naming) {
  const { to, subject, text, headers } = mail
  const head = logo && letterhead(mail, logo)
  const attached = files.map(({ name, mime, content }) => ({
    filename: name,
    contentType: mime,
    content: Buffer.from(content),
  }))
  const attachments = [...(head?.attachments ?? []), ...attached]
  return {
    to,
    subject,
    text,
    from,
    ...(id && { messageId: `<${id}@plumbline>` }),
    headers: { ...AUTOMATIC, ...headers },
    ...(head && { html: head.html }),
    ...(attachments.length && { attachments }),
  }
}

/** Loaded with the first mail: a start waits for nothing that most minutes of a server do not need. */
const nodemailer = lazily(() => import('nodemailer'))

/** Sends through an SMTP server, `smtp://user:password@host:port`. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = lazily(async () => (await nodemailer()).createTransport(url))
  return {
    async send(mail, naming = {}) {
      await (await transport()).sendMail(asMessage(mail, from, naming))
    },
  }
}

/** Used without an SMTP server: writes messages as .eml files to the data folder, where they can be opened. */
export function folderMailer(folder: string, from: string): Mailer {
  const transport = lazily(async () => (await nodemailer()).createTransport({ streamTransport: true, buffer: true }))
  let count = 0
  return {
    undelivered: true,
    async send(mail, naming = {}) {
      const { id } = naming
      const { message } = await (await transport()).sendMail(asMessage(mail, from, naming))
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${id ?? `${Date.now()}-${++count}`}.eml`), message as Buffer)
    },
  }
}
