import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { html } from 'hono/html'

const PDF_WORKER_POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'"

function pageIn(folder: string): string {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) throw new Error(`${folder} holds no built front end: run "npm run build" first.`)
  return page
}

/** The hashes by which the content security policy knows the scripts inside of the built front end's page. */
export function scriptHashesIn(folder: string): string[] {
  const scripts = readFileSync(pageIn(folder), 'utf8').matchAll(/<script>([^]*?)<\/script>/g)
  return [...scripts].map(([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
}

/**
 * The built page with the company's name, so that the largest text of the first screen waits for no script; the app reads
 * it there as well.
 */
function withName(page: string, companyName: string): string {
  const name = String(html`${companyName}`)
  return page
    .replace(/(<title>)[^<]*/, (_, tag: string) => tag + name)
    .replace(/(<meta name="application-name" content=")/, (tag) => tag + name)
    .replace(/(<h1[^>]*>)\u00a0/, (_, tag: string) => tag + name)
}

/** Answers with the page of the app, as it is on the disk now, and with the company's name of now. */
function servePage(path: string, nameNow: () => Promise<string>): (c: Context) => Promise<Response> {
  let known: { of: string; plain: string; brotli: Uint8Array<ArrayBuffer>; etag: string } | undefined
  function read(of: string, name: string) {
    const plain = withName(readFileSync(path, 'utf8'), name)
    const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
    return { of, plain, brotli: new Uint8Array(brotliCompressSync(plain)), etag }
  }
  return async (c) => {
    const name = await nameNow()
    const of = `${statSync(path).mtimeMs} ${name}`
    if (known?.of !== of) known = read(of, name)
    c.header('Cache-Control', 'no-cache')
    c.header('ETag', known.etag)
    c.header('Vary', 'Accept-Encoding')
    if (c.req.header('if-none-match') === known.etag) return c.body(null, 304)
    c.header('Content-Type', 'text/html; charset=utf-8')
    if (!/\bbr\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(known.plain)
    c.header('Content-Encoding', 'br')
    return c.body(known.brotli)
  }
}

/** Serves the built front end: hashed files cached forever, other files revalidated, any unknown path as the app. */
export function mountStatic(app: Hono, folder: string, nameNow: () => Promise<string>): void {
  const page = servePage(pageIn(folder), nameNow)
  app.get('/', page)
  app.get('/index.html', page)
  const files = serveStatic({ root: folder, precompressed: true })
  app.get('*', async (c, next) => {
    const file = await files(c, next)
    if (!(file instanceof Response)) return file
    const { path } = c.req
    file.headers.set('Cache-Control', path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    // The engine for PDFs is compiled in this worker, which has the policy of its own file.
    if (/^\/assets\/pdf-worker-[\w-]+\.js$/.test(path)) file.headers.set('Content-Security-Policy', PDF_WORKER_POLICY)
    return file
  })
  app.get('*', (c, next) => {
    const { pathname } = new URL(c.req.url)
    // No page of the app has a dot in its last part; files do, such as an icon that a program looks for.
    const isPage =
      !/^\/(api|sanctum|broadcasting|uploads|app|assets)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname)
    return isPage ? page(c) : next()
  })
}
