import { html, raw } from 'hono/html'
import type { Logo } from '../define-server.ts'
import type { FileStore } from '../files/file-store.ts'
import type { Mail, MailFile, Mailer } from './mailer.ts'

/** The content id of the logo in a mail. */
const LOGO = 'logo@plumbline'
const links = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/

/** A mail's text as HTML below the logo, which is attached: nothing is loaded from elsewhere. */
const pageOf = (text: string, company: string) => {
  const lines = text.split('\n').map((line) => {
    // Every other part is a link.
    const parts = line.split(links).map((part, at) => (at % 2 ? html`<a href="${part}">${part}</a>` : part))
    return html`${parts}<br />`
  })
  return String(
    html`<!doctype html>
      <html lang="en">
        <body style="margin: 0; padding: 16px; font: 15px/1.45 Arial, sans-serif; color: #141b22; background: #ffffff">
          <p style="margin: 0 0 16px">
            <img
              src="cid:${raw(LOGO)}"
              alt="${company}"
              height="40"
              style="height: 40px; max-width: 240px; object-fit: contain"
            />
          </p>
          <p style="margin: 0">${lines}</p>
        </body>
      </html>`,
  )
}

/** What a mail has in addition where the company has a logo: the HTML version and the picture shown in it. */
export const letterhead = ({ text }: Pick<Mail, 'text'>, logo: Letterhead) => ({
  html: pageOf(text, logo.company),
  attachments: [
    {
      filename: logo.name,
      contentType: logo.mime,
      content: Buffer.from(logo.content),
      cid: LOGO,
      contentDisposition: 'inline' as const,
    },
  ],
})

/** The logo, and the name that stands in for it where pictures are not shown. */
export interface Letterhead extends MailFile {
  readonly company: string
}

/** Reads the logo from the store; null if there is none. */
export async function letterheadOf(
  logo: () => Promise<Logo | null>,
  store: Pick<FileStore, 'read'>,
): Promise<Letterhead | null> {
  const picture = await logo()
  const stream = picture && (await store.read(picture.path))
  if (!picture || !stream) return null
  const { name, mime, company } = picture
  return { name, mime, company, content: new Uint8Array(await new Response(stream).arrayBuffer()) }
}

/** Sends every mail with the company's logo, if there is one and it can be read. Without it, mails are text alone. */
export const withLogo = (mailer: Mailer, logo: () => Promise<Letterhead | null | void>): Mailer => ({
  ...(mailer.undelivered && { undelivered: true }),
  async send(mail, naming) {
    const head = await logo()
    await mailer.send(mail, head ? { ...naming, logo: head } : naming)
  },
})
