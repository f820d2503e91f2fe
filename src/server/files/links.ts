import type { Context, Hono } from 'hono'
import { isObject } from '../../lib/is-object.ts'
import { sameText } from '../auth/crypto.ts'
import { Refusal } from '../http/errors.ts'
import type { FileStore } from './file-store.ts'
import { serveFile, type ServedFile } from './serve-file.ts'

/** How long a link to a file works, in ms; those into a bucket as well. */
export const LINK_MS = 300_000
const PATH = '/api/file_links'

interface Deps {
  readonly store: FileStore
  readonly sign: (text: string) => string
  readonly now: () => Date
}

const encoded = (text: string) => {
  const binary = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
const decoded = (text: string) => {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return new TextDecoder().decode(Uint8Array.from(binary, (sign) => sign.charCodeAt(0)))
}

/**
 * Links that work without a session for five minutes: the bucket's own, or signed ones to this server where it keeps
 * the files itself.
 */
export function createFileLinks(app: Hono, { store, sign, now }: Deps) {
  app.get(`${PATH}/:content/:signature`, (c: Context) => {
    const [content = '', signature = ''] = [c.req.param('content'), c.req.param('signature')]
    if (!sameText(signature, sign(`file:${content}`))) throw new Refusal(404)
    const link: unknown = JSON.parse(decoded(content))
    if (!isObject(link) || Number(link.until) < now().getTime())
      throw new Refusal(410, 'This link has expired. Open the file again to get a new one.')
    const { path, name, mime, size, inline } = link
    c.header('Referrer-Policy', 'no-referrer')
    return serveFile(c, store, {
      path: String(path),
      name: String(name),
      mime: String(mime),
      size: typeof size === 'number' ? size : null,
      inline: inline === true,
    })
  })
  return async ({ path, name, mime, size, inline }: ServedFile): Promise<{ url: string; expires_at: string }> => {
    const until = now().getTime() + LINK_MS
    const expires_at = new Date(until).toISOString()
    if (store.linkTo) return { url: await store.linkTo(path, { name, mime, inline }), expires_at }
    const content = encoded(JSON.stringify({ path, name, mime, size, inline, until }))
    return { url: `${PATH}/${content}/${sign(`file:${content}`)}`, expires_at }
  }
}
export type FileLinks = ReturnType<typeof createFileLinks>
