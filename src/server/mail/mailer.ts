import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'

/** A message to one person; plain text, because everyone can read it. */
export interface Mail {
  to: string
  subject: string
  text: string
}

/** Names a message: sent again after a crash it is the same one, to whoever keeps mail. */
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

/** Without an SMTP server messages land as .eml files in the data folder, to be opened there. */
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
