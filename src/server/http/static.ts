import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'

/** Serves the built front end: hashed files for good, everything else asked for anew, any unknown path as the app. */
export function mountStatic(app: Hono, folder: string): void {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) throw new Error(`${folder} holds no built front end: run "npm run build" first.`)
  app.get(
    '*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (path, c) =>
        c.header('Cache-Control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    }),
  )
  app.get('*', async (c, next) => {
    const { pathname } = new URL(c.req.url)
    if (/^\/(api|sanctum|broadcasting|app|assets)\//.test(pathname)) return next()
    c.header('Cache-Control', 'no-cache')
    return c.html(await readFile(index, 'utf8'))
  })
}
