import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root, sourcesIn } from '../architecture.ts'

const product = sourcesIn('src', 'modules').filter(({ path }) => !/\.(test|stories|fixture)\./.test(path))
const server = product.filter(
  ({ path }) => path.startsWith('src/server/') || /^modules\/[^/]+\/(server\/.+|[^/]+)\.ts$/.test(path),
)
const places = (sources: typeof product, pattern: RegExp) =>
  sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

describe('the product', () => {
  test('does not evaluate text as code or start programs', () => {
    expect(places(product, /\beval\(|new Function\(|setTimeout\(['"`]|document\.write/)).toEqual([])
    // What people send is decoded in a process that runs a file of ours, and whose memory `ps` tells on macOS.
    expect(
      places(product, /child_process|node:vm/).filter((path) => !/^src\/(dev|build[\w-]*)\.ts$/.test(path)),
    ).toEqual(['src/server/decode/child.ts', 'src/server/decode/resident-memory.ts'])
    const programs = product.flatMap(({ path, text }) =>
      path === 'src/server/decode/child.ts' ? (text.match(/\b(?:spawn|fork|exec)\w*\(.*/g) ?? []) : [],
    )
    expect(programs).toEqual([expect.stringMatching(/^spawn\(process\.execPath, \[\.\.\.flagsFor\(/)])
    // Hashing, backups and SQLite's log have threads of their own, which run one file of ours each, and so has what ends a
    // decoder.
    expect(places(product, /worker_threads/).sort()).toEqual([
      'src/server/auth/argon2-thread.ts',
      'src/server/auth/argon2.ts',
      'src/server/company/run-backup.ts',
      'src/server/db/checkpoint-thread.ts',
      'src/server/db/checkpoints.ts',
      'src/server/decode/decode-process.ts',
      'src/server/decode/parent-thread.ts',
    ])
    const threads = product.flatMap(({ path, text }) =>
      path.startsWith('src/server') ? (text.match(/new Worker\(.*/g) ?? []) : [],
    )
    expect(threads).toEqual(
      ['argon2', 'backup', 'checkpoint', 'parent'].map((name) =>
        expect.stringMatching(new RegExp(`^new Worker\\(threadAt\\(import\\.meta\\.url, '${name}-thread'\\)`)),
      ),
    )
  })

  test('does not insert raw HTML into the page', () => {
    expect(places(product, /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML/)).toEqual([])
  })

  test('does not disable certificate validation', () => {
    expect(places(product, /rejectUnauthorized|NODE_TLS_REJECT/)).toEqual([])
  })
})

describe('the server', () => {
  test('makes no outgoing requests except to what an operator has set, to push services, and to webhooks', () => {
    expect(places(server, /(?:await|return|=>) fetch\(/).toSorted()).toEqual([
      'modules/daily-logs/observe.ts',
      'modules/notifications/server/texts.ts',
      // The demo's own engine, in a browser.
      'src/server/browser-previews.ts',
      'src/server/files/s3-client.ts',
      'src/server/push/web-push.ts',
    ])
    // What goes to addresses that people name, each of which it checks.
    expect(places(server, /^import \{[^}]*\} from '(node:https?|node:net|ofetch|axios)'/m).toSorted()).toEqual([
      'src/server/outgoing/inside.ts',
      'src/server/outgoing/post.ts',
    ])
  })

  test('does not redirect to URLs from requests', () => {
    const said = server.flatMap(({ text }) => [...text.matchAll(/c\.redirect\(([^)]*)/g)].map(([, to = '']) => to))
    expect([...new Set(said)].sort()).toEqual(["'/', 303", "'/setup/start', 303", '(await links(file'])
  })
})

test('installs all packages from the registry with checksums', () => {
  const { packages }: { packages: Record<string, { resolved?: string; integrity?: string; link?: boolean }> } =
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const known = Object.entries(packages).filter(([path]) => path !== '')
  expect(known.length).toBeGreaterThan(500)
  for (const [path, { resolved, link }] of known) {
    expect([path, link]).toEqual([path, undefined])
    expect(resolved ?? 'https://registry.npmjs.org/', path).toMatch(/^https:\/\/registry\.npmjs\.org\//)
  }
  // Optional builds for other systems may lack a checksum until they are fetched.
  const loose = known.filter(([, { integrity }]) => !integrity).map(([path]) => path)
  expect(loose.length).toBeLessThan(known.length / 10)
})
