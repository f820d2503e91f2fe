import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'

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

/** Serves the built front end: hashed files cached forever, other files revalidated, any unknown path as the app. */
export function mountStatic(app: Hono, folder: string): void {
  pageIn(folder)
  app.get(
    '*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound(path, c) {
        c.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
        // The engine for PDFs is compiled in this worker, which has the policy of its own file.
        if (/\/assets\/pdf-worker-[\w-]+\.js/.test(path)) c.header('Content-Security-Policy', PDF_WORKER_POLICY)
      },
    }),
  )
  const page = serveStatic({
    root: folder,
    path: 'index.html',
    precompressed: true,
    onFound: (_, c) => c.header('Cache-Control', 'no-cache'),
  })
  app.get('*', (c, next) => {
    const { pathname } = new URL(c.req.url)
    // No page of the app has a dot in its last part; files do, such as an icon that a program looks for.
    const isPage =
      !/^\/(api|sanctum|broadcasting|uploads|app|assets)(\/|$)/.test(pathname) && !/\.[^/]*$/.test(pathname)
    return isPage ? page(c, next) : next()
  })
}
