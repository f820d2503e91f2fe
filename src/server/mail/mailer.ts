import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

/** A message to one recipient, in plain text, which every mail client can display. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Identifies a message, so that mail systems recognize a copy that is sent again after a crash. */
export interface Naming {
  id?: string
}

export interface Mailer {
  /** @throws when the message could not be handed over. */
  send(mail: Mail, naming?: Naming): Promise<void>
}

/** Sends through an SMTP server, `smtp://user:password@host:port`. */
export function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport(url)
  return {
    async send(mail, { id } = {}) {
      await transport.sendMail({ ...mail, from, ...(id && { messageId: `<${id}@plumbline>` }) })
    },
  }
}

/** Used without an SMTP server: writes messages as .eml files to the data folder, where they can be opened. */
export function folderMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true })
  let count = 0
  return {
    async send(mail, { id } = {}) {
      const { message } = await transport.sendMail({ ...mail, from, ...(id && { messageId: `<${id}@plumbline>` }) })
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, `${id ?? `${Date.now()}-${++count}`}.eml`), message as Buffer)
    },
  }
}
